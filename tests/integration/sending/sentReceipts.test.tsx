/** A sent mail that asked for receipts says who has read it. */
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { receiptState } from '#contract/endpoints/sending/receipts'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  for (const name of ['lin', 'wang', 'bea']) await gateway.account(`${name}@ep.test`)
})
afterEach(() => gateway.close())
afterEach(() => window.localStorage.clear())

/** Lin has sent a mail; those who are named as readers have sent their receipts. */
async function sent(to: readonly string[], readers: readonly string[], receipt = 1): Promise<string> {
  const calls = makeCalls(gateway)
  const lin = await calls.signIn('lin@ep.test')
  const written = { to: to.map((name) => `${name}@ep.test`), subject: '合同', html: '<p>请看</p>', idempotencyKey: 'k' }
  await calls.post('writemail/sendMail.action', { ...written, receipt }, { session: lin })
  await gateway.drain()
  for (const name of readers) {
    const session = await calls.signIn(`${name}@ep.test`)
    const { json } = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
    const id = (json.list as { id: string }[])[0]?.id ?? ''
    await calls.post('writemail/sendreceipt2.action', { id }, { session })
  }
  await gateway.drain()
  const { json } = await calls.post('query/queryfolder2.action', { folder: 'sent' }, { session: lin })
  return (json.list as { id: string }[])[0]?.id ?? ''
}

/** Rendered, and the mail is on the screen. */
async function show(id: string, language: 'zh-CN' | 'en-US') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const rendered = await renderApp(`/sent/mailshow?id=${id}`, { as: 'lin', gateway })
  await screen.findByTitle(language === 'zh-CN' ? '正文：合同' : 'Body: 合同')
  return rendered
}

describe('a sent mail that asked for receipts', () => {
  it.each([
    ['zh-CN', '已读回执', '已请求已读回执：2 位收件人中 1 位已读', '详情', '尚无回执', /^2026\/11\/21 \d\d:\d\d$/],
    [
      'en-US',
      'Receipts',
      'Receipt asked: 1 of 2 has read it',
      'Details',
      'No receipt yet',
      /^11\/21\/2026, \d\d:\d\d [AP]M$/,
    ],
  ] as const)('says by recipient who has read it, %s', async (language, region, words, details, none, date) => {
    const { user } = await show(await sent(['wang', 'bea'], ['wang']), language)
    const bar = within(await screen.findByRole('region', { name: region }))
    expect(await bar.findByText(words)).toBeVisible()
    const button = bar.getByRole('button', { name: details })
    button.focus()
    await user.keyboard('{Enter}')
    const row = (name: string) => within(bar.getByRole('row', { name: new RegExp(`${name}@ep.test`) }))
    expect(row('wang').getByRole('cell', { name: date })).toBeVisible()
    expect(row('bea').getByRole('cell', { name: none })).toBeVisible()
  })

  it('names the one to whom it went, and says where none has come back', async () => {
    const { unmount } = await show(await sent(['wang'], ['wang']), 'en-US')
    const bar = within(await screen.findByRole('region', { name: 'Receipts' }))
    expect(await bar.findByText(/^wang@ep.test read it on Saturday, November 21, 2026/)).toBeVisible()
    expect(bar.queryByRole('button')).toBeNull()
    unmount()
  })

  it('says where none has come back', async () => {
    await show(await sent(['wang'], []), 'zh-CN')
    expect(await screen.findByText('已请求已读回执，尚未收到。')).toBeVisible()
  })

  it('says that it cannot tell, and asks again on demand', async () => {
    const id = await sent(['wang'], [])
    const refused = { code: 'storeAway', msg: 'errors:storeAway' }
    const rendering = renderApp(`/sent/mailshow?id=${id}`, { as: 'lin', gateway })
    server.use(mock(receiptState, refused))
    const { user } = await rendering
    const retry = await screen.findByRole('button', { name: '重试' })
    server.use(mock(receiptState, { code: '200', recipients: [{ address: 'wang@ep.test', readAt: null }] }))
    await user.click(retry)
    expect(await screen.findByText('已请求已读回执，尚未收到。')).toBeVisible()
  })

  it('is not asked about where it asked for none', async () => {
    await show(await sent(['wang'], [], 0), 'zh-CN')
    expect(await screen.findByTitle('正文：合同')).toBeVisible()
    expect(screen.queryByRole('region', { name: '已读回执' })).toBeNull()
  })
})
