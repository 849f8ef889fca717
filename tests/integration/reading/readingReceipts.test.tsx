/** A mail that asks for a receipt: the person is asked once, the setting may answer, and reading alone never does. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
})
afterEach(() => gateway.close())

const letter = (fields = '') => `From: Wang <wang@ep.test>
To: lin@ep.test
Subject: Plan
Message-ID: <plan@ep.test>
Disposition-Notification-To: wang@ep.test
${fields}
Text.
`

async function open(language = 'zh-CN', receipts?: 'always' | 'never') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('no account')
  if (receipts !== undefined) await gateway.stores.settings.change(lin.id, { receipts })
  const id = await gateway.deliver('lin@ep.test', letter())
  return renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
}

async function receiptsAtWang(): Promise<number> {
  await gateway.drain()
  const wang = await gateway.stores.accounts.byAddress('wang@ep.test')
  if (wang === null) throw new Error('no account')
  const query = { folder: 'inbox', page: 1, pageSize: 10, sort: 'date', order: 'desc', filter: 'all' } as const
  return (await gateway.stores.mailStores.of(wang).page(query))?.total ?? 0
}

describe('a mail that asks for a receipt', () => {
  it('S32: sends none by being read, and asks', async () => {
    await open()
    const bar = within(await screen.findByRole('region', { name: '回执' }))
    expect(bar.getByRole('status')).toHaveTextContent('wang@ep.test 希望知道您打开了这封邮件。')
    expect(await screen.findByTitle('正文：Plan')).toBeVisible()
    expect(await receiptsAtWang()).toBe(0)
  })

  it('gets one when the person presses Send, says so where the focus is, and does not ask again', async () => {
    const { user, unmount } = await open('en-US')
    const bar = within(await screen.findByRole('region', { name: 'Read receipt' }))
    await user.click(bar.getByRole('button', { name: 'Send receipt' }))
    await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('A receipt is on its way to wang@ep.test.'))
    expect(bar.getByRole('status')).toHaveFocus()
    expect(bar.queryByRole('button')).toBeNull()
    expect(await receiptsAtWang()).toBe(1)
    unmount()
    await renderApp(window.location.pathname + window.location.search, { as: 'lin', gateway })
    expect(await screen.findByTitle('Body: Plan')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Read receipt' })).toBeNull()
  })

  it('gets none when the person ignores it, with the keyboard too', async () => {
    const { user } = await open()
    const bar = within(await screen.findByRole('region', { name: '回执' }))
    bar.getByRole('button', { name: '忽略' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('不发送回执。'))
    expect(await receiptsAtWang()).toBe(0)
  })

  it('is told what another window decided before', async () => {
    const { user } = await open()
    const bar = within(await screen.findByRole('region', { name: '回执' }))
    const calls = makeCalls(gateway)
    const session = await calls.signIn('lin@ep.test')
    const id = new URLSearchParams(window.location.search).get('id') ?? ''
    await calls.post('writemail/ignoreReceipt.action', { id }, { session })
    await user.click(bar.getByRole('button', { name: '发送回执' }))
    await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('不发送回执。'))
    expect(await receiptsAtWang()).toBe(0)
  })

  it('says where the mail server cannot keep the answer', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    await gateway.deliver('lin@ep.test', letter())
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    const row = await screen.findByRole('row', { name: /Plan/ })
    server.use(
      http.post('*/webmail/readmail/showMail.action', async ({ request }) => {
        const shown = await (await gateway.fetch(request)).json()
        shown.mail.receipt.isKept = false
        return HttpResponse.json(shown)
      }),
    )
    await user.click(row)
    const bar = within(await screen.findByRole('region', { name: 'Read receipt' }))
    const note = 'The mail server cannot keep your answer, so other mail programs may ask again.'
    expect(bar.getByText(note)).toBeVisible()
    await user.click(bar.getByRole('button', { name: 'Ignore' }))
    await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('No receipt is sent.'))
  })

  it('can be answered again where the answer did not come through', async () => {
    const { user } = await open()
    const full = { code: 'diskFull', msg: 'errors:diskFull' }
    server.use(http.post('*/webmail/writemail/sendreceipt2.action', () => HttpResponse.json(full)))
    const bar = within(await screen.findByRole('region', { name: '回执' }))
    await user.click(bar.getByRole('button', { name: '发送回执' }))
    expect(await bar.findByRole('alert')).toBeVisible()
    expect(bar.getByRole('button', { name: '发送回执' })).toBeEnabled()
  })

  it('gets one by itself where the setting says always, and the person is told', async () => {
    await open('zh-CN', 'always')
    expect(await screen.findByText('已按您的设置向 wang@ep.test 发送回执。')).toBeVisible()
    expect(await receiptsAtWang()).toBe(1)
  })

  it('S32: gets none from the page that prints it, whatever the setting says', async () => {
    const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.settings.change(lin?.id ?? '', { receipts: 'always' })
    const id = await gateway.deliver('lin@ep.test', letter())
    await renderApp(`/priintmail?id=${id}`, { as: 'lin', gateway })
    expect(await screen.findByTitle('正文：Plan')).toBeVisible()
    expect(await receiptsAtWang()).toBe(0)
  })

  it('S32: gets none where it says never', async () => {
    await open('zh-CN', 'never')
    expect(await screen.findByTitle('正文：Plan')).toBeVisible()
    expect(screen.queryByRole('region', { name: '回执' })).toBeNull()
    expect(await receiptsAtWang()).toBe(0)
  })
})
