/** A line over which some calls go and others do not: a filter in the browser, or a proxy on the way. */
import { act, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { quotaMessages } from '#contract/endpoints/account/account'
import { leastPauseMs } from '#src/app/background/useShellLoaded'
import { loadFolders } from '#src/store/mail/folderThunks'
import { loadQuota } from '#src/store/mail/quotaThunks'
import { holdTimers } from '../../support/browser/openTimers'
import { openServer, renderApp, server } from '../../support/browser/renderApp'

openServer()

let clock: ReturnType<typeof holdTimers>
beforeEach(() => {
  clock = holdTimers(leastPauseMs)
})
afterEach(() => clock.release())

it('has the desk asked for anew after a pause, not with every answer', async () => {
  const { gateway, store } = await renderApp('/receive', { as: 'lin' })
  let asked = 0
  server.use(
    http.all(`*/${quotaMessages.path}`, () => {
      asked += 1
      return HttpResponse.error()
    }),
  )
  await act(() => store.dispatch(loadQuota()))
  await act(() => store.dispatch(loadFolders()))
  await waitFor(() => expect(clock.count()).toBe(1))
  const before = asked
  await act(() => store.dispatch(loadFolders()))
  expect(asked).toBe(before)
  act(() => clock.ring())
  // The round is gone through, the call that fails with it, and the next one waits.
  await waitFor(() => expect(clock.count()).toBe(1))
  expect(asked).toBe(before + 1)
  await gateway.close()
})

it('waits for what is left of the pause, and not at all where it has passed', async () => {
  const rest = holdTimers(leastPauseMs - 1_000)
  const { gateway, store } = await renderApp('/receive', { as: 'lin' })
  await waitFor(() => expect(store.getState().quota.known).not.toBeNull())
  let asked = 0
  let cuts = 0
  server.use(
    http.all(`*/${quotaMessages.path}`, () => {
      asked += 1
      cuts -= 1
      return cuts === 0 ? HttpResponse.error() : undefined
    }),
  )
  const cutAndMend = async () => {
    cuts = 1
    await act(() => store.dispatch(loadQuota()))
    await act(() => store.dispatch(loadFolders()))
  }
  gateway.clock.advance(1_000)
  await cutAndMend()
  await waitFor(() => expect(rest.count()).toBe(1))
  expect([clock.count(), asked]).toEqual([0, 1])
  act(() => rest.ring())
  await waitFor(() => expect(asked).toBe(2))
  gateway.clock.advance(leastPauseMs)
  await cutAndMend()
  await waitFor(() => expect(asked).toBe(4))
  expect([rest.count(), clock.count()]).toEqual([0, 0])
  await gateway.close()
})
