/** What only the gateway knows is said at the button in words, and the recipient reads that a mail was taken back. */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { recallInfo } from '#contract/endpoints/sending/recall'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())
afterEach(() => window.localStorage.clear())

/** Lin has sent a mail to Wang. */
async function sent(language: string) {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  gateway = await makeTestGateway()
  for (const name of ['lin', 'wang']) await gateway.account(`${name}@ep.test`)
  const calls = makeCalls(gateway)
  const session = await calls.signIn('lin@ep.test')
  const post = async (path: string, values: Record<string, string>) =>
    (await calls.post(path, values, { session })).json
  const written = { to: 'wang@ep.test', subject: '合同', html: '<p>请看</p>', idempotencyKey: 'k' }
  await post('writemail/sendMail.action', written)
  await gateway.drain()
  const { list } = (await post('query/queryfolder2.action', { folder: 'sent' })) as { list: { id: string }[] }
  return { id: list[0]?.id ?? '', post }
}

describe('a recall that the gateway refuses', () => {
  it.each([
    ['serverCannot', 'zh-CN', '邮件服务器不允许从他人邮箱取回邮件：尚未配置管理员账号。'],
    [
      'serverCannot',
      'en-US',
      'The mail server does not let messages be taken out of other mailboxes; no administrator’s account is set up for it.',
    ],
    ['recallLater', 'zh-CN', '请稍后重试'],
    ['recallLater', 'en-US', 'Please retry later'],
  ])('says %s in words, %s', async (reason, language, words) => {
    const { id } = await sent(language)
    const info = { code: '200', reason, own: ['wang@ep.test'], external: [], left: 10, limit: 10 }
    const rendering = renderApp(`/sent/mailshow?id=${id}`, { as: 'lin', gateway })
    server.use(mock(recallInfo, info))
    const { user } = await rendering
    await screen.findAllByText('合同')
    const name = language === 'zh-CN' ? '撤回' : 'Recall'
    const action = await screen.findByRole('button', { name, description: words })
    expect(action).toHaveAttribute('aria-disabled', 'true')
    await user.click(action)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
  })
})

describe('the recipient of a mail that was recalled', () => {
  it.each([
    ['zh-CN', '发件人已撤回', '发件人撤回了一封您尚未阅读的邮件。该邮件已不在您的邮箱中，此处仅作说明。'],
    [
      'en-US',
      'Recalled by the sender',
      'The sender recalled a message that you had not read. It is no longer in your mailbox; this is what tells you so.',
    ],
  ])('reads so in the row and above the word of it, %s', async (language, chip, bar) => {
    const { id, post } = await sent(language)
    await post('recall/recallMail.action', { id, notice: '1' })
    await gateway.drain()
    const { user } = await renderApp('/receive', { as: 'wang', gateway })
    const row = await screen.findByRole('row', { name: new RegExp(`${chip}.*recalled a message`) })
    expect(within(row).getByText(chip)).toBeVisible()
    await user.click(row)
    expect(await screen.findByText(bar)).toBeVisible()
    // What came of it is the sender's to know.
    expect(screen.queryByRole('button', { name: /详情|Details/ })).not.toBeInTheDocument()
  })
})
