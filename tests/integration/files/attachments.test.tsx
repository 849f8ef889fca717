/** The attachments of a mailbox on the page of files. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '#src/features/files/FilesPage'
import '#src/features/reading'
import { attachments } from '#contract/endpoints/mail/attachments'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

const raw = (name: string, subject: string) =>
  [
    'From: Wang <w@example.cn>',
    'To: lin@ep.test',
    `Subject: ${subject}`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'hi',
    '--b',
    `Content-Disposition: attachment; filename="=?utf-8?B?${Buffer.from(name).toString('base64')}?="`,
    '',
    'x',
    '--b--',
    '',
  ].join('\n')

openServer()
let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
})
afterEach(() => {
  vi.useRealTimers()
  return gateway.close()
})

const names = () => screen.queryAllByText(/\.(?:xlsx|txt)$/).map((name) => name.closest('a')?.textContent ?? '')

function search(words: string) {
  const field = screen.getByLabelText('按文件名查找')
  fireEvent.change(field, { target: { value: words } })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyUp(field, { key: 'Enter' })
}

it('the attachments are listed, found in both scripts, and lead to their message', async () => {
  await gateway.deliver('lin@ep.test', raw('報價單.xlsx', 'Offer'))
  await gateway.deliver('lin@ep.test', raw('note.txt', 'Notes'))
  const rendered = renderApp('/records?tab=attachments', { as: 'lin', gateway })
  const first = { code: '200', list: [], next: '9.0', waiting: 3, total: null }
  server.use(http.post(`*/${attachments.path}`, () => HttpResponse.json(first), { once: true }))
  await rendered
  expect(await screen.findByText('还有 3 封以前的邮件正在整理，其附件稍后显示')).toBeVisible()
  fireEvent.click(screen.getByText('显示更多'))
  await waitFor(() => expect(names()).toHaveLength(2))
  expect(names()[0]).toMatch(/^note\.txtWang · Notes文本1 B/)
  expect(screen.queryByText('显示更多')).toBeNull()
  search('报价')
  await waitFor(() => expect(names()).toHaveLength(1))
  expect(names()[0]).toMatch(/^報價單\.xlsx/)
  search('没有')
  expect(await screen.findByText('没有找到附件')).toBeVisible()
  search('報價')
  fireEvent.click(await screen.findByText('報價單.xlsx'))
  await waitFor(() => expect(window.location.pathname).toBe('/receive/mailshow'))
})

it.each([
  ['zh-CN', '已整理 100,000 封邮件中的 12,000 封，其余附件稍后显示', '还没有附件'],
  ['en-US', '12,000 of 100,000 messages gone through; more attachments follow', 'No attachments yet'],
])(
  'while a job goes through the messages the list says how far it is, and then shows what it has found: %s',
  async (language, text, none) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await gateway.deliver('lin@ep.test', raw('note.txt', 'Notes'))
    const begun = { code: '200', list: [], next: null, waiting: 88_000, total: 100_000 }
    const rendered = renderApp('/records?tab=attachments', { as: 'lin', gateway, language })
    server.use(http.post(`*/${attachments.path}`, () => HttpResponse.json(begun), { once: true }))
    await rendered
    expect(await screen.findByText(text)).toHaveAttribute('role', 'status')
    expect(screen.queryByText(none)).toBeNull()
    act(() => void vi.advanceTimersByTime(5_000))
    expect(await screen.findByText('note.txt')).toBeVisible()
    expect(screen.queryByText(text)).toBeNull()
  },
)

it('a list that was made longer stays, and still says how far it is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const fileOf = (at: number) => ({
    ...{ mailId: `m${at}`, part: '2', name: `${at}.txt`, type: 'text/plain', kind: 'text', size: 1, folder: 'inbox' },
    ...{ from: { name: '', address: 'w@example.cn' }, subject: '', receivedAt: 1_000 },
  })
  const pageOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => fileOf(from + at))
  let waiting = 95_000
  const rendered = renderApp('/records?tab=attachments', { as: 'lin', gateway, language: 'en-US' })
  server.use(
    http.post(`*/${attachments.path}`, async ({ request }) => {
      const isFirst = !new URLSearchParams(await request.text()).get('after')
      const page = isFirst
        ? { list: pageOf(0, 50), next: '9.0', waiting }
        : { list: pageOf(50, 10), next: null, waiting: 95_000 }
      return HttpResponse.json({ code: '200', ...page, total: 100_000 })
    }),
  )
  await rendered
  const more = await screen.findByText('Show more')
  waiting = 90_000
  fireEvent.click(more)
  expect(await screen.findByText('59.txt')).toBeVisible()
  expect(await screen.findByText(/^10,000 of 100,000/)).toBeVisible()
  waiting = 10_000
  act(() => void vi.advanceTimersByTime(5_000))
  expect(await screen.findByText(/^90,000 of 100,000/)).toBeVisible()
  waiting = 0
  act(() => void vi.advanceTimersByTime(5_000))
  await waitFor(() => expect(screen.queryByText(/of 100,000/)).toBeNull())
  expect(names()).toHaveLength(60)
})

it('the Enter that ends a word of an input method searches for nothing', async () => {
  await gateway.deliver('lin@ep.test', raw('note.txt', 'Notes'))
  await renderApp('/records?tab=attachments', { as: 'lin', gateway })
  await waitFor(() => expect(names()).toHaveLength(1))
  const searched: string[] = []
  server.use(
    http.post(`*/${attachments.path}`, async ({ request }) => {
      searched.push(String(new URLSearchParams(await request.clone().text()).get('name')))
    }),
  )
  for (const label of ['按文件名查找', '按发件人查找']) {
    const field = screen.getByLabelText(label)
    fireEvent.compositionStart(field)
    fireEvent.change(field, { target: { value: 'bao' } })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 })
    fireEvent.compositionEnd(field)
    // Safari's comes after the end.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    fireEvent.keyUp(field, { key: 'Enter' })
  }
  search('报价')
  await waitFor(() => expect(searched).toEqual(['报价']))
})
