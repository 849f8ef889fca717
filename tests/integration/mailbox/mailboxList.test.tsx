/** The list of a folder: what a row shows, how it opens, and each state it can be in. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
afterEach(() => gateway.close())

async function house() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  return gateway
}

const listCall = '*/webmail/query/queryfolder2.action'

describe('a folder', () => {
  it('shows its rows with sender, subject and date, and counts them', async () => {
    await house()
    await deliverPlain(gateway, 'lin', {
      from: '王丽 <wang@example.com>',
      subject: '周五评审会',
      text: '会议室 3 层 A',
    })
    await renderApp('/receive', { as: 'lin', gateway })
    const row = await screen.findByRole('row', { name: /未读.*发件人 王丽.*主题 周五评审会.*日期 2026年/ })
    expect(within(row).getByText(/^11-21 \d\d:30$/)).toBeVisible()
    expect(screen.getByText('共 1 封，未读 1')).toBeVisible()
    expect(screen.getByRole('grid', { name: '收件箱' })).toHaveAttribute('aria-rowcount', '1')
  })

  it('opens the mail of a pressed row beside the list without asking for the list again, and Back closes it', async () => {
    await house()
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
    const listsAsked = () => asked.filter((path) => path.endsWith('/query/queryfolder2.action')).length
    const id = await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    const { user } = await renderApp('/receive?filter=unread', { as: 'lin', gateway })
    await user.click(await screen.findByRole('row', { name: /主题 Hello/ }))
    await waitFor(() => expect(window.location.pathname).toBe('/receive/mailshow'))
    expect(new URLSearchParams(window.location.search).get('id')).toBe(id)
    expect(new URLSearchParams(window.location.search).get('filter')).toBe('unread')
    expect(await screen.findByRole('row', { name: /主题 Hello/, current: true })).toBeVisible()
    await waitFor(() => expect(asked.some((path) => path.endsWith('/readmail/showMail.action'))).toBe(true))
    expect(listsAsked()).toBe(1)
    server.events.removeAllListeners()
    window.history.back()
    await waitFor(() => expect(window.location.pathname).toBe('/receive'))
  })

  it('opens a draft in the composer, and only once', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { subject: '未完' }, 'draft')
    const { user } = await renderApp('/draft', { as: 'lin', gateway })
    await user.click(await screen.findByRole('row', { name: /主题 未完/ }))
    const composer = await screen.findByRole('dialog', { name: '写信：未完' })
    expect(await within(composer).findByLabelText('主题')).toHaveValue('未完')
    await user.click(screen.getByRole('row', { name: /主题 未完/ }))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('S2: shows a hostile sender and subject as text', async () => {
    await house()
    const subject = '<img src=x onerror=alert(1)>'
    await deliverPlain(gateway, 'lin', { from: '"<b>Eve</b>" <eve@example.com>', subject, text: '<script>1</script>' })
    await renderApp('/receive', { as: 'lin', gateway })
    expect(await screen.findByText(subject)).toBeVisible()
    expect(screen.getByText('<b>Eve</b>')).toBeVisible()
    expect(document.querySelector('.mailbox img, .mailbox script')).toBeNull()
  })

  it('S31: shows the real address when a name looks like another one', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { from: '"ceo@ep.test" <eve@evil.example>', subject: 'Pay' })
    await deliverPlain(gateway, 'lin', { from: '"ceo＠ep.test" <eve@evil.example>', subject: 'Pay' })
    await renderApp('/receive', { as: 'lin', gateway })
    for (const name of ['ceo@ep.test', 'ceo＠ep.test']) {
      const row = await screen.findByRole('row', { name: new RegExp(`${name} <eve@evil\\.example>`) })
      expect(within(row).getByText(`${name} <eve@evil.example>`)).toBeVisible()
    }
  })

  it('says what to do in an empty folder', async () => {
    await house()
    await renderApp('/delete', { as: 'lin', gateway })
    expect(await screen.findByText('删除的邮件会先放在这里。')).toBeVisible()
  })

  it('says that nothing fits a filter and leads back to all mail', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    const { user } = await renderApp('/receive?filter=flagged', { as: 'lin', gateway })
    await user.click(await screen.findByRole('button', { name: '查看全部' }))
    expect(await screen.findByRole('row', { name: /Hello/ })).toBeVisible()
    expect(window.location.search).toBe('')
  })

  it('says why the list did not come and asks again', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    const { user, store } = await renderApp('/delete', { as: 'lin', gateway })
    await screen.findByText('删除的邮件会先放在这里。')
    let isCut = true
    server.use(http.post(listCall, () => (isCut ? HttpResponse.error() : undefined)))
    await user.click(screen.getByRole('link', { name: /收件箱/ }))
    const list = await screen.findByRole('region', { name: '收件箱' })
    const again = await within(list).findByRole('button', { name: '重试' })
    isCut = false
    await user.click(again)
    expect(await screen.findByRole('row', { name: /Hello/ })).toBeVisible()
    expect(store.getState().session.status).toBe('signedIn')
  })

  it('says of a folder that there is none, and leads to the inbox', async () => {
    await house()
    const { user } = await renderApp('/folder/nope', { as: 'lin', gateway })
    const list = await screen.findByRole('region', { name: '没有这个文件夹' })
    expect(within(list).queryByText('nope')).toBeNull()
    expect(within(list).queryByRole('button', { name: '重试' })).toBeNull()
    await user.click(within(list).getByRole('link', { name: '去收件箱' }))
    expect(await screen.findByRole('heading', { name: '收件箱' })).toBeVisible()
    expect(window.location.pathname).toBe('/receive')
  })

  it('keeps the rows when the gateway cannot be reached', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    await screen.findByRole('row', { name: /Hello/ })
    server.use(http.post(listCall, () => HttpResponse.error()))
    await user.click(screen.getByRole('button', { name: '刷新' }))
    const list = screen.getByRole('region', { name: '收件箱' })
    expect(await within(list).findByRole('button', { name: '重试' })).toBeVisible()
    expect(screen.getByRole('row', { name: /Hello/ })).toBeVisible()
  })

  it('goes to the last page when the address asks for one beyond it', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    await renderApp('/receive?page=999999999', { as: 'lin', gateway })
    expect(await screen.findByRole('row', { name: /Hello/ })).toBeVisible()
    expect(window.location.search).toBe('')
  })

  it('puts an address right that asks for what there is not, and keeps the rest of it', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    for (const bogus of ['page=-1', 'page=abc', 'filter=bogus', 'sort=bogus']) {
      const { unmount } = await renderApp(`/receive?${bogus}&keep=1`, { as: 'lin', gateway })
      expect(await screen.findByRole('row', { name: /Hello/ })).toBeVisible()
      await waitFor(() => expect(window.location.search).toBe('?keep=1'))
      unmount()
    }
  })

  it('R16: puts only the rows in sight into the document, out of 100,000 mails', async () => {
    await house()
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    const { store } = await renderApp('/receive', { as: 'lin', gateway })
    const one = await screen.findByRole('row', { name: /Hello/ })
    expect(one).toBeVisible()
    const [row] = Object.values(store.getState().mailbox?.lists ?? {}).flatMap((list) => list.rows)
    const list = Array.from({ length: 200 }, (_unused, at) => ({
      ...row,
      id: `m${at}`,
      subject: `Mail ${at}`,
      preview: `Line ${at}`,
    }))
    const reply = { code: '200', list, total: 100_000, unread: 9, page: 1, pageSize: 200 }
    server.use(http.post(listCall, () => HttpResponse.json(reply)))
    screen.getByRole('button', { name: '刷新' }).click()
    await screen.findByRole('row', { name: /Mail 0，/ })
    expect(screen.getByText('Line 0')).toBeVisible()
    expect(screen.getAllByRole('row').length).toBeLessThan(30)
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '100000')
  })

  it('shows pictures instead of checkboxes on a phone until Edit is pressed', async () => {
    setWidth(390)
    await house()
    await deliverPlain(gateway, 'lin', { subject: 'Hello' })
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    const row = await screen.findByRole('row', { name: /Hello/ })
    expect(within(row).queryByRole('checkbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: '编辑' }))
    await user.click(screen.getByRole('row', { name: /Hello/ }))
    expect(window.location.pathname).toBe('/receive')
    expect(screen.getByRole('row', { name: /Hello/ })).toHaveAttribute('aria-selected', 'true')
  })
})
