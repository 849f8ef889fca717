/** A share from both sides: its owner makes, watches and revokes it; a guest opens it by the link. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '#src/features/reading'
import '#src/features/shares/ShareMailPage'
import '#src/features/shares/guest/LinkAccessPage'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const minute = 60_000
const mail = [
  'From: w@example.cn',
  'To: lin@ep.test',
  'Subject: 三季度报价',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>报价见附件</p><img src="https://tracker.example/p.gif"><script>window.ran = true</script>',
  '--b',
  'Content-Type: text/csv; name=offer.csv',
  'Content-Disposition: attachment; filename=offer.csv',
  '',
  'a,b',
  '--b--',
  '',
].join('\n')

openServer()
let gateway: TestGateway
let lin: Signed
let id: string
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  lin = await makeCalls(gateway).signIn('lin@ep.test')
  id = await gateway.deliver('lin@ep.test', mail)
  window.localStorage.clear()
  window.sessionStorage.clear()
})
afterEach(() => gateway.close())

async function make(form: Record<string, string | number> = {}) {
  const wanted = { id, withAttachments: 1, time: 1, ...form }
  const { json } = await makeCalls(gateway).post('share/makeShare.action', wanted, { session: lin })
  return String(json.secret)
}
const frame = async () => (await screen.findByTitle(/的内容$/)).getAttribute('srcdoc') ?? ''
const opens = async () => (await makeCalls(gateway).post('share/shares.action', {}, { session: lin })).text
const press = (label: string) => fireEvent.click(screen.getByText(label))
const isOver = (title: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title))

it('the owner makes a share of the message that was asked for, sees its link this once, and revokes it', async () => {
  await renderApp(`/ShareMail?id=${id}`, { as: 'lin', gateway })
  expect(await screen.findByText('三季度报价')).toBeVisible()
  expect(await screen.findByText('还没有分享')).toBeVisible()
  const code = screen.getByLabelText('访问码（可选）')
  fireEvent.change(code, { target: { value: '123' } })
  press('生成链接')
  expect(await screen.findByRole('alert')).toHaveTextContent('访问码为 4–20 个字符')
  fireEvent.change(code, { target: { value: '1234' } })
  press('4 小时')
  press('生成链接')
  expect(await screen.findByDisplayValue(/\/linkAccess#s=[\w-]{43}$/)).toHaveAccessibleName('分享链接')
  expect(screen.getByText('访问码：1234')).toBeVisible()
  expect(screen.getByLabelText('分享链接的二维码')).toBeInTheDocument()
  const row = await screen.findByRole('listitem')
  expect(row).toHaveTextContent(/含附件 · 需访问码 · 打开 0 次/)
  expect(row).toHaveTextContent('剩余 4:00:00')
  fireEvent.click(within(row).getByText('撤销'))
  const asks = await screen.findByRole('dialog')
  fireEvent.click(within(asks).getByText('撤销'))
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('已撤销'))
  expect(screen.queryByText('撤销')).toBeNull()
})

it('S21: a guest sees nothing before the code, then the message as a reader shows it, and its files, until it ends', async () => {
  const secret = await make({ code: '8341', mostOpens: 1 })
  const saved: number[] = []
  const held = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if ('size' in file) saved.push(file.size)
    return 'blob:saved'
  })
  const first = await renderApp(`/linkAccess#s=${secret}`, { gateway, fetch: globalThis.fetch })
  const field = await screen.findByLabelText('访问码')
  expect(document.body).not.toHaveTextContent(/报价|offer/)
  press('打开')
  expect(await screen.findByRole('alert')).toHaveTextContent('请输入访问码')
  fireEvent.change(field, { target: { value: '0000' } })
  press('打开')
  expect(await screen.findByText('访问码错误，还可以试 9 次')).toBeVisible()
  expect(field).toHaveFocus()
  fireEvent.change(field, { target: { value: '8341' } })
  press('打开')
  expect(await screen.findByText('三季度报价')).toBeVisible()
  expect(await frame()).toContain('报价见附件')
  expect(await frame()).not.toMatch(/tracker\.example|<script/)
  expect(screen.getByText('已拦截 1 张来自外部网站的图片。')).toBeVisible()
  expect(screen.getByText('剩余 15:00')).toBeVisible()
  // The session's modal and other pages of the mailbox stay away.
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByLabelText('下载 offer.csv'))
  await waitFor(() => expect(saved).toEqual([3]))
  first.unmount()

  // A reload goes on with the visit that this tab has.
  const again = await renderApp(`/linkAccess#s=${secret}`, { gateway })
  expect(await screen.findByText('三季度报价')).toBeVisible()
  expect(await opens()).toContain('"opens":1')
  gateway.clock.advance(15 * minute)
  await isOver('链接已过期')
  expect(window.location.hash).toBe('')
  again.unmount()
  held.mockRestore()
})

it('a guest whose open got no answer goes on with it, though it was the only one', async () => {
  const secret = await make({ mostOpens: 1, code: '8341' })
  await renderApp(`/linkAccess#s=${secret}`, { gateway })
  const sent: string[] = []
  server.use(
    http.post('*/webmail/share/open.action', async ({ request }) => {
      const form = new URLSearchParams(await request.text())
      sent.push(form.get('visit') ?? '')
      await makeCalls(gateway).post('share/open.action', Object.fromEntries(form))
      return HttpResponse.error()
    }),
  )
  fireEvent.change(await screen.findByLabelText('访问码'), { target: { value: '8341' } })
  press('打开')
  const main = within(screen.getByRole('main'))
  fireEvent.click(await main.findByRole('button', { name: '重试' }))
  expect(await screen.findByText('三季度报价')).toBeVisible()
  expect(new Set(sent).size).toBe(1)
  expect(await opens()).toContain('"opens":1')
})

it('what ended says why, by four texts, and tells nothing of the share', async () => {
  const used = await make({ mostOpens: 1 })
  await makeCalls(gateway).post('share/open.action', { secret: used, visit: 'a'.repeat(64) })
  const first = await renderApp(`/linkAccess#s=${used}`, { gateway })
  await isOver('链接已用完')
  expect(window.location.pathname + window.location.search).toBe('/linkProhibit?reason=usedUp')
  first.unmount()
  const paused = await make({ code: '8341' })
  const second = await renderApp(`/linkAccess#s=${paused}`, { gateway })
  const field = await screen.findByLabelText('访问码')
  for (let tried = 1; tried < 10; tried += 1)
    await makeCalls(gateway).post('share/open.action', { secret: paused, visit: 'b'.repeat(64), code: 'wrong' })
  fireEvent.change(field, { target: { value: 'wrong' } })
  press('打开')
  await isOver('访问码错误次数过多')
  second.unmount()
  const third = await renderApp('/linkAccess#s=unknown', { gateway })
  await isOver('链接已撤销')
  third.unmount()
  await renderApp('/linkAccess', { gateway })
  await isOver('链接不完整')
})

it.each(['//evil.example', 'https://evil.example/', 'javascript:alert(1)', 'constructor', ''])(
  'S24: a reason of %j says none of the four, and leads nowhere',
  async (reason) => {
    await renderApp(`/linkProhibit?reason=${encodeURIComponent(reason)}&next=${encodeURIComponent(reason)}`, {
      gateway,
    })
    await isOver('链接已失效')
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/Pindex'])
  },
)
