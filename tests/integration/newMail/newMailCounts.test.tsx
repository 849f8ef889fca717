/** Counts beside the looks for new mail: what another window moved is counted on the fifth minute, once, and only where somebody sees it. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderInfo, pollNewMail } from '#contract/endpoints/mail/mail'
import { limits } from '#contract/limits'
import { folderMailFound, newMailFound, selectNotice } from '#src/features/newMail/newMailSlice'
import { holdIntervals } from '../../support/browser/openTimers'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

const minute = 60_000

let gateway: TestGateway
let clock: ReturnType<typeof holdIntervals>
let fifths: ReturnType<typeof holdIntervals>
let asked: { looks: number; counts: number }

beforeEach(async () => {
  gateway = await makeTestGateway({ now: Date.UTC(2026, 10, 21, 1, 31) })
  asked = { looks: 0, counts: 0 }
  const { fetch } = gateway
  vi.spyOn(gateway, 'fetch').mockImplementation((request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith(pollNewMail.path)) asked.looks += 1
    if (pathname.endsWith(folderInfo.path)) asked.counts += 1
    return fetch(request)
  })
  clock = holdIntervals(minute)
  fifths = holdIntervals(limits.newMailPollMs)
})
afterEach(async () => {
  fifths.release()
  vi.restoreAllMocks()
  await gateway.close()
})

async function desk() {
  const app = await renderApp('/sent', { as: 'lin', gateway })
  await screen.findByRole('link', { name: /^已发送/ })
  await waitFor(() => expect(clock.count()).toBe(2))
  await waitFor(() => expect(app.store.getState().news?.phase).toBe('resting'))
  await waitFor(() => expect(app.store.getState().unread?.status).toBe('ready'))
  asked = { looks: 0, counts: 0 }
  return app
}

function minutes(count: number) {
  for (let passed = 0; passed < count; passed += 1) {
    gateway.clock.advance(minute)
    act(() => clock.ring())
  }
}

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('counts', () => {
  it('are asked for once with a look of the clock, and by no clock of their own', async () => {
    await desk()
    await deliverPlain(gateway, 'lin', { subject: 'Elsewhere' }, 'deleted')
    expect(fifths.count()).toBe(0)
    minutes(3)
    expect(asked).toEqual({ looks: 0, counts: 0 })
    minutes(1)
    await waitFor(() => expect(asked).toEqual({ looks: 1, counts: 1 }))
    minutes(4)
    expect(asked).toEqual({ looks: 1, counts: 1 })
    minutes(1)
    await waitFor(() => expect(asked).toEqual({ looks: 2, counts: 2 }))
  })

  it('are asked for once where mail has come', async () => {
    const { store } = await desk()
    await deliverPlain(gateway, 'lin', { subject: 'New' })
    minutes(4)
    await waitFor(() => expect(store.getState().news?.notices).toBe(1))
    await waitFor(() => expect(store.getState().unread?.folders.find(({ id }) => id === 'inbox')?.unread).toBe(1))
    expect(asked).toEqual({ looks: 1, counts: 1 })
  })

  it('are left alone in a window that nobody sees, and asked for when it is shown again', async () => {
    const { store } = await desk()
    setVisibility('hidden')
    minutes(4)
    await waitFor(() => expect(asked.looks).toBe(1))
    await waitFor(() => expect(store.getState().news?.phase).toBe('resting'))
    expect(asked).toEqual({ looks: 1, counts: 0 })
    gateway.clock.advance(5 * minute)
    setVisibility('visible')
    await waitFor(() => expect(asked).toEqual({ looks: 2, counts: 1 }))
  })
})

it('what came to a chosen folder joins the notice of the inbox that still stands', async () => {
  const { store } = await desk()
  act(() => {
    store.dispatch(newMailFound({ count: 3, cursor: 'c', newest: [], isAlways: true }))
    store.dispatch(folderMailFound({ count: 1, newest: [], isAlways: false }))
  })
  expect(selectNotice(store.getState())).toMatchObject({ count: 4, isAlways: true })
})
