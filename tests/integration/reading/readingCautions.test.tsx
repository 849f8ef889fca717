/** The bars that say why a mail may not be what it says, and why it is junk. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailJudgement } from '#server/core/mail'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

const letter = `From: "boss@ep.test" <thief@elsewhere.example>
Reply-To: other@third.example
To: lin@ep.test
Subject: Urgent
Date: Sat, 28 Nov 2026 09:42:00 +0800
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8

<a href="https://thief.example/x">https://bank.example/login</a> <a href="https://bank.example/">https://bank.example</a>
`

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => gateway.close())

async function mailStore() {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('no lin')
  return gateway.stores.mailStores.of(lin)
}

/** As the door for mail puts it there. */
async function deliverJudged(folder: string, judged: MailJudgement, more: readonly string[] = []): Promise<string> {
  const head = ['From: a@x.example', 'To: lin@ep.test', 'Subject: Offer', ...more]
  const bytes = new Uint8Array(Buffer.from(`${head.join('\r\n')}\r\n\r\nBuy\r\n`))
  const source = { kind: 'bytes', bytes } as const
  const mail = { folder, source, flags: {}, receivedAt: gateway.clock.now(), key: null, judged }
  return (await (await mailStore()).append(mail)).id
}

describe('reasons for caution', () => {
  it.each([
    [
      'zh-CN',
      '需要当心的地方',
      [
        '发件人名称中写着 boss@ep.test，但邮件来自 thief@elsewhere.example。',
        '回复会发往 other@third.example，而不是发件人。',
        '邮件日期在将来。',
      ],
      '查看链接',
      '显示 bank.example，指向 thief.example',
    ],
    [
      'en-US',
      'Reasons for caution',
      [
        'The sender name shows boss@ep.test, but the message comes from thief@elsewhere.example.',
        'Replies go to other@third.example, not to the sender.',
        'Its date lies in the future.',
      ],
      'Show links',
      'Shows bank.example, leads to thief.example',
    ],
  ])('S31: are said in %s, a line for each', async (language, title, lines, show, pair) => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const id = await gateway.deliver('lin@ep.test', letter)
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    const bar = within(await screen.findByRole('region', { name: title }))
    for (const line of lines) expect(bar.getByText(line)).toBeVisible()
    expect(bar.getByText(pair)).not.toBeVisible()
    const button = bar.getByRole('button', { name: show })
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(bar.getByText(pair)).toBeVisible()
  })

  it('S31: stand below a verdict, with the acts that follow from it', async () => {
    const id = await gateway.deliver('lin@ep.test', letter)
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    const bar = within(await screen.findByRole('region', { name: '需要当心的地方' }))
    expect(bar.getByRole('heading', { name: '请当心这封邮件' })).toBeVisible()
    expect(bar.getByRole('button', { name: '标为垃圾邮件' })).toBeVisible()
    await user.click(bar.getByRole('button', { name: '标为垃圾邮件并拉黑发件人' }))
    expect(await screen.findByText('已将 1 封邮件移到垃圾邮件，并拉黑发件人')).toBeVisible()
  })

  it.each([
    ['zh-CN', '移入垃圾邮件的原因：过滤系统判定', '不是垃圾邮件'],
    ['en-US', 'Why it is in Junk: found by the junk filter', 'Not junk'],
  ])('of Junk are one line in %s, with the way out beside it', async (language, line, notJunk) => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
    const id = await deliverJudged('junk', { scan: 'junk', junkBy: 'scanner' })
    const { user } = await renderApp(`/rubbish/mailshow?id=${id}`, { as: 'lin', gateway })
    const mail = await screen.findByRole('article')
    const bar = (await within(mail).findByText(line)).closest('p')
    if (bar === null) throw new Error('The line is no paragraph')
    await user.click(within(bar).getByRole('button', { name: notJunk }))
    const held = async () => (await (await mailStore()).summaries([id]))[0]?.folder
    await waitFor(async () => expect(await held()).toBe('inbox'))
  })

  it('of Junk name the person who reported what this browser keeps', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Offer' })
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await screen.findByTitle('正文：Offer')
    await user.keyboard('!')
    const held = async () => (await (await mailStore()).summaries([id]))[0]?.folder
    await waitFor(async () => expect(await held()).toBe('junk'))
    await user.click(await screen.findByRole('link', { name: /^垃圾邮件/ }))
    await user.click(await screen.findByRole('row', { name: /Offer/ }))
    expect(await screen.findByText('移入垃圾邮件的原因：您手动移入')).toBeVisible()
  })

  it('of Junk are told anew after Undo', async () => {
    const id = await deliverJudged('junk', { scan: 'junk', junkBy: 'scanner' })
    const { user } = await renderApp(`/rubbish/mailshow?id=${id}`, { as: 'lin', gateway })
    const line = await screen.findByText('移入垃圾邮件的原因：过滤系统判定')
    await user.click(within(line.closest('p') ?? expect.fail('no bar')).getByRole('button', { name: '不是垃圾邮件' }))
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    await user.click(await screen.findByRole('row', { name: /Offer/ }))
    expect(await screen.findByText('移入垃圾邮件的原因：您手动移入')).toBeVisible()
  })

  it('of Junk are told of what this browser keeps from Inbox and another device moved', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Offer' })
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await screen.findByTitle('正文：Offer')
    await (await mailStore()).move([id], 'junk')
    await user.click(await screen.findByRole('link', { name: /^垃圾邮件/ }))
    const junk = within(await screen.findByRole('grid', { name: '垃圾邮件' }))
    await user.click(await junk.findByRole('row', { name: /Offer/ }))
    expect(await screen.findByText('移入垃圾邮件的原因：您手动移入')).toBeVisible()
  })

  it('of Junk move one message of a conversation, which stays open with the others', async () => {
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (lin === null) throw new Error('no lin')
    window.localStorage.setItem('ep_conversations', JSON.stringify({ value: true, expires: null }))
    await gateway.stores.settings.change(lin.id, { grouping: 'conversations' })
    const judged: MailJudgement = { scan: 'junk', junkBy: 'scanner' }
    const first = await deliverJudged('junk', judged, ['Message-ID: <1@x.example>'])
    const last = await deliverJudged('junk', judged, ['Message-ID: <2@x.example>', 'In-Reply-To: <1@x.example>'])
    const { user } = await renderApp('/rubbish', { as: 'lin', gateway })
    await user.click(await screen.findByRole('row', { name: /2 封邮件/ }))
    const [bar] = await screen.findAllByText('移入垃圾邮件的原因：过滤系统判定')
    const line = bar?.closest('p')
    if (!line) throw new Error('The line is no paragraph')
    await user.click(within(line).getByRole('button', { name: '不是垃圾邮件' }))
    const held = async () => (await (await mailStore()).summaries([first, last])).map(({ folder }) => folder)
    await waitFor(async () => expect((await held()).toSorted()).toEqual(['inbox', 'junk']))
    expect(await screen.findByRole('article', { name: '会话' })).toBeVisible()
    await waitFor(() => expect(screen.getAllByText('移入垃圾邮件的原因：过滤系统判定')).toHaveLength(1))
  })

  it('are told in the details where the scanner gave no verdict', async () => {
    const id = await deliverJudged('inbox', { scan: 'unscanned' })
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '展开信头' }))
    expect(screen.getByText('未检查：过滤系统当时没有应答')).toBeVisible()
    expect(screen.queryByText(/移入垃圾邮件的原因/)).toBeNull()
  })

  it('are not there for an honest mail', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Honest' })
    await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await screen.findByTitle('正文：Honest')
    expect(screen.queryByRole('region', { name: '需要当心的地方' })).toBeNull()
  })
})
