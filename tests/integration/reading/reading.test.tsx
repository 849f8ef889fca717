import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { selectMail } from '#src/store/mail/cache'
import { selectUser, signedIn } from '#src/store/session/session'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

const letter = `From: =?utf-8?B?6ZmI5oCd6L+c?= <chen@example.cn>
To: lin@ep.test, wang@ep.test
Cc: law@example.cn
Subject: Contract
Date: Sat, 21 Nov 2026 09:42:00 +0800
Message-ID: <contract@example.cn>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: text/html; charset=utf-8

<p>Please read.</p><img src="https://tracker.example/open.gif"><img src="https://tracker.example/two.gif">
<a href="https://example.cn/page">the page</a><script>document.title = 'owned'</script>
--outer
Content-Type: application/pdf; name="draft.pdf"
Content-Disposition: attachment; filename="draft.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQKJSVFT0YK
--outer--
`

describe('a mail that is opened', () => {
  let gateway: TestGateway
  beforeEach(async () => {
    gateway = await makeTestGateway()
    await gateway.account('lin@ep.test', { displayName: '林' })
    return () => gateway.close()
  })

  const open = (id: string) => renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })

  it('shows who wrote it, to whom, and what came with it', async () => {
    const id = await gateway.deliver('lin@ep.test', letter)
    const { user } = await open(id)
    const mail = await screen.findByRole('article', { name: '邮件' })
    expect(await within(mail).findByRole('heading', { level: 1, name: 'Contract' })).toBeVisible()
    expect(within(mail).getByText('陈思远')).toBeVisible()
    expect(within(mail).getByText('chen@example.cn')).toBeVisible()
    const files = within(mail).getByRole('region', { name: '附件' })
    const link = await within(files).findByRole('link', { name: '下载 draft.pdf' })
    await waitFor(() => expect(link).toHaveAttribute('href', expect.stringContaining('downloadPart.action?sid=')))
    await user.click(within(mail).getByRole('button', { name: '展开信头' }))
    // Once in the short line and once in the details.
    expect(within(mail).getAllByText('wang@ep.test')).toHaveLength(2)
  })

  it('its attachment link gives the file, byte for byte, without the Authorization header', async () => {
    const id = await gateway.deliver('lin@ep.test', letter)
    await open(id)
    const link = await screen.findByRole('link', { name: '下载 draft.pdf' })
    await waitFor(() => expect(link).toHaveAttribute('href'))
    const response = await gateway.fetch(new Request(link.getAttribute('href') ?? ''))
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await response.text()).toBe('%PDF-1.4\n%%EOF\n')
  })

  it('counts as read at once, in list, sidebar and store, by one request', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Unread' })
    const marks: string[] = []
    server.events.on('request:start', ({ request }) => {
      if (request.url.includes('mark2')) marks.push(request.url)
    })
    await open(id)
    await screen.findByRole('heading', { level: 1, name: 'Unread' })
    const [account] = await gateway.stores.accounts.all()
    if (account === undefined) throw new Error('no account')
    await waitFor(async () => {
      const [row] = await gateway.stores.mailStores.of(account).summaries([id])
      expect(row?.seen).toBe(true)
    })
    expect(marks).toHaveLength(1)
    server.events.removeAllListeners()
  })

  it('S5: loads nothing remote before the reader asks, and then only through the gateway', async () => {
    const id = await gateway.deliver('lin@ep.test', letter)
    const { user } = await open(id)
    expect(await screen.findByText('为保护隐私，已阻止 2 张远程图片。')).toBeVisible()
    const frame = screen.getByTitle('正文：Contract')
    expect(frame.getAttribute('srcdoc')).not.toContain('tracker.example')
    await user.click(screen.getByRole('button', { name: '显示一次' }))
    await waitFor(() => {
      const sources = [
        ...(screen.getByTitle('正文：Contract').getAttribute('srcdoc') ?? '').matchAll(/<img[^>]*src="([^"]*)"/g),
      ]
      expect(sources).toHaveLength(2)
      for (const [, source] of sources) expect(source).toMatch(/\/webmail\/readmail\/image\.action\?sid=/)
    })
    expect(screen.queryByRole('button', { name: '显示一次' })).toBeNull()
  })

  it('S1: its frame runs no scripts and holds none', async () => {
    const id = await gateway.deliver('lin@ep.test', letter)
    await open(id)
    const frame = await screen.findByTitle('正文：Contract')
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts')
    expect(frame.getAttribute('srcdoc')).not.toContain('<script')
    expect(frame.getAttribute('srcdoc')).toContain("default-src 'none'")
  })

  it('S2, S31: a hostile subject and name stand there as text, and the real address is seen', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const id = await deliverPlain(gateway, 'lin', { subject: hostile, from: '"boss@bank.cn" <thief@evil.example>' })
    await open(id)
    expect(await screen.findByRole('heading', { level: 1, name: hostile })).toBeVisible()
    expect(within(screen.getByRole('article')).getByText('thief@evil.example')).toBeVisible()
  })

  it('R11: a mail that is gone says so and leads back', async () => {
    const { user } = await open('nothing')
    expect(await screen.findByText('这封邮件已经不在了')).toBeVisible()
    await user.click(screen.getByRole('link', { name: '返回列表' }))
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
  })

  it('a gateway that is away is named, and Retry opens the mail', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Later' })
    const app = await renderApp('/receive', { as: 'lin', gateway })
    server.use(http.post('*/webmail/readmail/showMail.action', () => HttpResponse.error(), { once: true }))
    window.history.pushState(null, '', `/receive/mailshow?id=${id}`)
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await app.user.click(await within(await screen.findByRole('article')).findByRole('button', { name: '重试' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Later' })).toBeVisible()
  })

  it('stays when the facts about the account come anew while it is read', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Stays' })
    const { store } = await open(id)
    await screen.findByRole('heading', { level: 1, name: 'Stays' })
    const user = selectUser(store.getState())
    if (user === null) throw new Error('nobody is signed in')
    act(() => void store.dispatch(signedIn({ ...user, displayName: 'Anew' })))
    expect(screen.getByRole('heading', { level: 1, name: 'Stays' })).toBeVisible()
    act(() => void store.dispatch(signedIn({ ...user, username: 'other@ep.test' })))
    expect(selectMail(store.getState(), id)).toBeUndefined()
  })

  it('is deleted with an Undo that brings it back', async () => {
    const id = await deliverPlain(gateway, 'lin', { subject: 'Away' })
    const { user } = await open(id)
    await screen.findByRole('heading', { level: 1, name: 'Away' })
    await user.click(within(screen.getByRole('article')).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
    await user.click(await screen.findByRole('button', { name: /撤销/ }))
    expect(await screen.findByRole('row', { name: /Away/ })).toBeInTheDocument()
  })

  it('speaks English when asked', async () => {
    window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
    const id = await gateway.deliver('lin@ep.test', letter)
    await open(id)
    expect(await screen.findByText('2 remote images were blocked to protect your privacy.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reply all' })).toBeVisible()
  })
})
