/** What is said briefly has one place: one notice at a time, and each stays as long as somebody needs it. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { markMails } from '#contract/endpoints/mail/mail'
import { noticeSampled } from '#src/features/newMail'
import { noticeShown } from '#src/store/shell/notices'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

const row = (subject: string) => screen.findByRole('row', { name: new RegExp(`主题 ${subject}，`) })
const notices = () => within(screen.getByRole('region', { name: '通知' }))
const sends = () => screen.findByRole('region', { name: '正在发送的邮件' })

/** `holdSeconds`: lin has just sent a message that can be undone so long. */
async function desk(path: string, holdSeconds = 0) {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  await deliverPlain(gateway, 'lin', { subject: 'One' })
  if (holdSeconds > 0) {
    const calls = makeCalls(gateway)
    const session = await calls.signIn('lin@ep.test')
    const form = { to: 'wang@ep.test', subject: '合同', html: 'x', idempotencyKey: 'k', holdSeconds }
    await calls.post('writemail/sendMail.action', form, { session })
  }
  return renderApp(path, { as: 'lin', gateway })
}

async function deleteRow({ user }: Awaited<ReturnType<typeof desk>>) {
  ;(await row('One')).focus()
  await user.keyboard('#')
}

describe('a notice', () => {
  it('waits while a send can be undone, unless it is an error, and comes before what has been sent', async () => {
    const app = await desk('/receive', 30)
    const { user, store } = app
    await within(await sends()).findByRole('button', { name: '撤销' })
    await deleteRow(app)
    await waitFor(() => expect(screen.queryByRole('row', { name: /主题 One，/ })).toBeNull())
    await waitFor(() => expect(store.getState().notices.shown?.message).toBe('mail:deleted'))
    expect(notices().queryByText('已删除 1 封邮件')).toBeNull()

    await user.click(within(await sends()).getByRole('button', { name: '立即发送' }))
    expect(await notices().findByText('已删除 1 封邮件')).toBeVisible()
    expect(within(await sends()).queryByRole('status')).toBeNull()
    await user.click(notices().getByRole('button', { name: '关闭' }))
    expect(await within(await sends()).findByText('已发送：“合同”')).toBeVisible()

    act(() => void store.dispatch(noticeShown({ tone: 'error', message: 'errors:serverError' })))
    expect(within(await sends()).queryByRole('status')).toBeNull()
    expect(notices().getAllByRole('button', { name: '关闭' })).toHaveLength(1)
  })

  it('has the place before the card of new messages', async () => {
    const app = await desk('/receive')
    await deleteRow(app)
    await notices().findByText('已删除 1 封邮件')
    act(() => void app.store.dispatch(noticeSampled(2)))
    await screen.findByText(/^2 封新邮件/)
    expect(screen.queryByRole('region', { name: '新邮件' })).toBeNull()
    // The key that puts the card away is not for one that is not there.
    await app.user.keyboard('{Escape}')
    await app.user.click(notices().getByRole('button', { name: '关闭' }))
    expect(await screen.findByRole('region', { name: '新邮件' })).toBeVisible()
  })

  it('with Undo stays while it has the focus', async () => {
    const app = await desk('/receive')
    await deleteRow(app)
    await notices().findByText('已删除 1 封邮件')
    vi.useFakeTimers()
    try {
      act(() => notices().getByRole('button', { name: '撤销' }).focus())
      act(() => void vi.advanceTimersByTime(60_000))
      expect(notices().getByRole('button', { name: '撤销' })).toHaveFocus()
      act(() => notices().getByRole('button', { name: '撤销' }).blur())
      act(() => void vi.advanceTimersByTime(9_999))
      expect(notices().getByRole('button', { name: '撤销' })).toBeVisible()
      act(() => void vi.advanceTimersByTime(1))
      expect(notices().queryByRole('button')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('says nothing of a network that is away: the bar above the page does', async () => {
    const { user } = await desk('/receive')
    await row('One')
    server.use(http.post(`*/${markMails.path}`, () => HttpResponse.error()))
    ;(await row('One')).focus()
    await user.keyboard('u')
    await user.keyboard('s')
    expect(await screen.findByText(/您写的内容都还在/)).toBeVisible()
    expect(notices().queryByRole('button')).toBeNull()
  })
})
