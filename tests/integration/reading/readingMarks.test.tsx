/** When an opened mail counts as read: at once, after three seconds, or never by itself. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits'
import { StoreAway } from '#server/core/refusal'
import { gatewayAnswered } from '#src/store/shell/connection'
import { holdTimers } from '../../support/browser/openTimers'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'
import { cuttableLine } from '../offlineQueue/offlineQueueSetup'

openServer()

let gateway: TestGateway
let timers: ReturnType<typeof holdTimers>
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  timers = holdTimers(limits.markReadMs)
})
afterEach(async () => {
  timers.release()
  await gateway.close()
})

async function lin() {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (account === null) throw new Error('The mailbox is gone')
  return account
}
const choose = async (markRead: string) => gateway.stores.settings.change((await lin()).id, { markRead })
const isSeen = async (id: string) => (await gateway.stores.mailStores.of(await lin()).summaries([id]))[0]?.seen
const open = (id: string) => renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a mail that is open', () => {
  it('counts as read at once where nothing else was chosen', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    await open(id)
    await waitFor(async () => expect(await isSeen(id)).toBe(true))
    expect(timers.count()).toBe(0)
  })

  it('counts as read after three seconds where that was chosen, and not before', async () => {
    await choose('after3s')
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    await open(id)
    await heading('One')
    await waitFor(() => expect(timers.count()).toBe(1))
    await screen.findByRole('row', { name: /^未读，/ })
    expect(await isSeen(id)).toBe(false)
    act(() => timers.ring())
    await waitFor(async () => expect(await isSeen(id)).toBe(true))
    await waitFor(() => expect(screen.queryByRole('row', { name: /^未读，/ })).toBeNull())
  })

  it('R5: stays unread without a word of alarm while there is no line, and counts as read once it is back', async () => {
    const line = cuttableLine()
    await choose('after3s')
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    const { store } = await open(id)
    await heading('One')
    await waitFor(() => expect(timers.count()).toBe(1))
    line.through(gateway)
    line.cut()
    act(() => timers.ring())
    await waitFor(() => expect(store.getState().connection.reachable).toBe(false))
    await screen.findByRole('row', { name: /^未读，/ })
    expect(screen.queryByText('连接不上服务器，请检查网络后重试')).toBeNull()
    expect(await isSeen(id)).toBe(false)
    line.mend()
    await waitFor(async () => {
      act(() => {
        store.dispatch(gatewayAnswered())
        timers.ring()
      })
      expect(await isSeen(id)).toBe(true)
    })
  })

  it('that is left within three seconds stays unread', async () => {
    await choose('after3s')
    const older = await deliverPlain(gateway, 'lin', { subject: 'Older' })
    gateway.clock.advance(60_000)
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    const { user } = await open(id)
    await heading('One')
    await waitFor(() => expect(timers.count()).toBe(1))
    await waitFor(() => expect(screen.getByRole('button', { name: '下一封' })).not.toHaveAttribute('aria-disabled'))
    await user.click(screen.getByRole('button', { name: '下一封' }))
    await heading('Older')
    await waitFor(() => expect(timers.count()).toBe(1))
    act(() => timers.ring())
    await waitFor(async () => expect(await isSeen(older)).toBe(true))
    expect(await isSeen(id)).toBe(false)
  })

  it('that was set aside as unread meanwhile is not marked again', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    const { user } = await open(id)
    await waitFor(async () => expect(await isSeen(id)).toBe(true))
    ;(await screen.findByRole('row', { name: /主题 One，/ })).focus()
    await user.keyboard('x')
    await user.click(screen.getByRole('button', { name: '标记' }))
    await user.click(screen.getByRole('menuitem', { name: '标为未读' }))
    await waitFor(async () => expect(await isSeen(id)).toBe(false))
    await screen.findByText(/标为未读/)
    expect(await isSeen(id)).toBe(false)
  })

  it('S32: never counts as read by itself where that was chosen', async () => {
    await choose('never')
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    const { user } = await open(id)
    await heading('One')
    await screen.findByTitle('正文：One')
    expect(timers.count()).toBe(0)
    expect(await isSeen(id)).toBe(false)
    await user.keyboard('U')
    await waitFor(async () => expect(await isSeen(id)).toBe(true))
  })

  it('S32: waits until it is known what was chosen', async () => {
    await choose('never')
    let tell: (chosen: Record<string, string>) => void = () => undefined
    vi.spyOn(gateway.stores.settings, 'load').mockReturnValueOnce(new Promise((resolve) => (tell = resolve)))
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    await open(id)
    await heading('One')
    await screen.findByTitle('正文：One')
    expect(await isSeen(id)).toBe(false)
    act(() => tell({ markRead: 'after3s' }))
    await waitFor(() => expect(timers.count()).toBe(1))
  })

  it('counts as read as by default where what was chosen cannot be learned', async () => {
    vi.spyOn(gateway.stores.settings, 'load').mockRejectedValueOnce(new StoreAway('away'))
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    await open(id)
    await waitFor(async () => expect(await isSeen(id)).toBe(true))
  })

  it('S32: is not marked by printing it', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'One' })
    vi.stubGlobal('print', vi.fn())
    await renderApp(`/priintmail?id=${id}`, { as: 'lin', gateway })
    await screen.findByTitle('正文：One')
    expect(await isSeen(id)).toBe(false)
  })
})
