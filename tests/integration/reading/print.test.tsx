/** A mail on paper: in a tab of its own, whole, and with nothing remote that was not shown before. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const letter = `From: Chen <chen@example.cn>
To: lin@ep.test
Subject: Paper <b>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html; charset=utf-8

<p>Yes.</p><img src="https://tracker.example/a.gif"><script>document.title = 'owned'</script><blockquote type="cite">Old words</blockquote>
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="draft.pdf"

x
--b--
`

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  vi.spyOn(window, 'print').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  return gateway.close()
})

async function sheet(query = '', language = 'zh-CN') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const id = await gateway.deliver('lin@ep.test', letter)
  await renderApp(`/priintmail?id=${id}${query}`, { as: 'lin', gateway })
  return screen.findByTitle<HTMLIFrameElement>(/^(正文：|Body: )Paper/)
}

describe('the printed mail', () => {
  it('S2, S4, S5: holds the header once, a hostile subject as text, and all of the text, runs nothing and loads nothing remote', async () => {
    const frame = await sheet()
    expect(screen.getByRole('heading', { level: 1, name: 'Paper <b>' })).toBeVisible()
    expect(screen.getByText('Chen <chen@example.cn>')).toBeVisible()
    expect(screen.getByText('1 个附件：draft.pdf')).toBeVisible()
    const text = frame.getAttribute('srcdoc') ?? ''
    expect(text).toContain('Old words')
    expect(text).not.toMatch(/tracker|<script|<details/)
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts')
    expect(screen.queryByRole('navigation')).toBeNull()
    // What can be pressed stands above the sheet alone.
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  })

  it('holds the remote pictures that were shown, through the gateway', async () => {
    const frame = await sheet('&images=1')
    expect(frame.getAttribute('srcdoc')).toMatch(/<img[^>]*src="[^"]*image\.action\?sid=/)
  })

  it('goes to the printer once it has arrived, and again by hand', async () => {
    const frame = await sheet('', 'en-US')
    expect(window.print).not.toHaveBeenCalled()
    if (frame.contentDocument !== null) frame.contentDocument.body.append(frame.contentDocument.createElement('div'))
    fireEvent.load(frame)
    await waitFor(() => expect(window.print).toHaveBeenCalledOnce())
    fireEvent.load(frame)
    fireEvent.click(await screen.findByRole('button', { name: 'Print' }))
    expect(window.print).toHaveBeenCalledTimes(2)
  })

  it('R11: says so where the mail is gone, and leads back', async () => {
    await renderApp('/priintmail?id=nothing', { as: 'lin', gateway })
    expect(await screen.findByRole('heading', { name: '这封邮件已经不在了' })).toBeVisible()
    expect(screen.getByRole('link', { name: '去收件箱' })).toHaveAttribute('href', '/receive')
  })

  it('is opened from the reader in a tab of its own, with the pictures that stand there', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const id = await gateway.deliver('lin@ep.test', letter)
    const { user } = await renderApp(`/receive/mailshow?id=${id}`, { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '显示一次' }))
    await user.click(within(screen.getByRole('article')).getByRole('button', { name: '打印' }))
    expect(opened).toHaveBeenCalledExactlyOnceWith(`/priintmail?id=${id}&images=1`, '_blank', 'noopener')
  })
})
