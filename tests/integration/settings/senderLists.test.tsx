/** The blacklist and the whitelist in the settings: checked while typed, pasted, removed many at once, taken back, saved and read in. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storeContact } from '#src/features/contacts/contactChanges'
import '#src/features/senderLists/SenderListsSection'
import { openServer, server } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { openedSection } from './settingsSetup'

openServer()

let gateway: TestGateway
let session: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  session = await makeCalls(gateway).signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (name: string, form: Record<string, string | readonly string[]>) =>
  (await makeCalls(gateway).post(`mailFiltering/${name}.action`, form, { session })).json
const listed = async () => {
  const { entries } = await post('senderLists', { query: '', order: 'newest', from: '0' })
  return v.parse(v.array(v.object({ entry: v.string(), kind: v.string() })), entries).map(({ entry }) => entry)
}
const entriesField = () => screen.findByLabelText('邮件地址或域名，每行一个')
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const rows = async () => within(await screen.findByRole('list', { name: '条目' })).getAllByRole('listitem')

it('names bad lines while they are typed, keeps the good ones, and takes all of it back', async () => {
  const { user } = await openedSection(gateway, 'lists')
  await screen.findByText('名单为空')
  const field = await entriesField()
  fireEvent.change(field, {
    target: { value: 'Spam@bad.example\nnobody\n<b>@x\nlin@ep.test\n@EP.test\n＠例子.example' },
  })
  expect(field).toHaveAccessibleDescription(
    /第 2 行：“nobody”不是邮件地址.*第 3 行：“<b>@x”不是.*第 4 行：“lin@ep.test”是您自己的地址.*第 5 行：“@EP.test”是您自己地址的域名/,
  )
  await user.click(await button('加入黑名单'))
  await screen.findByText(/^已将 2 条加入黑名单/)
  expect(await listed()).toEqual(['@xn--fsqu00a.example', 'spam@bad.example'])
  expect(await screen.findByText('@例子.example')).toBeInTheDocument()
  expect(field).toHaveValue('nobody\n<b>@x\nlin@ep.test\n@EP.test')
  expect(field).toHaveAccessibleDescription(/第 1 行：“nobody”/)
  await user.click(await button('撤销'))
  await screen.findByText('名单为空')
  expect(await listed()).toEqual([])
})

it('lists what an earlier block made, says which list wins, and removes many at once with an Undo', async () => {
  const id = await gateway.deliver('lin@ep.test', 'From: s@bad.example\nSubject: A\n\nText\n')
  await post('decideSenders', { ids: [id], decision: 'blockDomain' })
  await post('addListEntries', { kind: 'white', entries: ['s@bad.example'] })
  await post('addListEntries', { kind: 'black', entries: ['z@other.example'] })
  const { user } = await openedSection(gateway, 'lists')
  expect((await rows()).map((row) => row.textContent)).toEqual([
    'z@other.example黑名单',
    '@bad.examples@bad.example 在白名单中，白名单优先黑名单',
    's@bad.example@bad.example 在黑名单中，白名单优先白名单',
  ])
  const asked: string[] = []
  let answerNow = () => {}
  const answering = new Promise<undefined>((resolve) => {
    answerNow = () => resolve(undefined)
  })
  server.use(
    http.post('*/mailFiltering/senderLists.action', async ({ request }) => {
      asked.push(await request.clone().text())
      return answering
    }),
  )
  const search = screen.getByRole('searchbox', { name: '搜索条目' })
  for (const value of ['b', 'ba', 'bad']) fireEvent.change(search, { target: { value } })
  await waitFor(() => expect(asked).toEqual([expect.stringContaining('query=bad')]))
  expect(await rows()).toHaveLength(3)
  answerNow()
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  await user.click(await screen.findByRole('checkbox', { name: '选择显示的全部条目' }))
  await user.click(await button('移除所选'))
  await screen.findByText('已移除 2 条')
  expect(await listed()).toEqual(['z@other.example'])
  await user.click(await button('撤销'))
  await waitFor(async () => expect(await listed()).toHaveLength(3))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
})

it.each([
  ['zh-CN', /^z@other\.example 已是联系人，但在您的黑名单中，以黑名单为准/],
  ['en-US', /^z@other\.example is a contact now, but on your blacklist, which wins/],
] as const)('names the conflict where a contact is saved who is blocked (%s)', async (language, conflict) => {
  await post('addListEntries', { kind: 'black', entries: ['@other.example'] })
  const { store } = await openedSection(gateway, 'lists', language)
  const saved = await store.dispatch(
    storeContact(null, { name: 'Z', emails: [{ label: '', value: 'z@other.example' }] }),
  )
  expect(saved.ok).toBe(true)
  expect(await screen.findByText(conflict)).toBeInTheDocument()
})

it('shows a page at a time, keeps what is shown and chosen over a change, saves all as text, and reads that file again', async () => {
  const many = Array.from({ length: 101 }, (_, at) => `a${at}@many.example`)
  await post('addListEntries', { kind: 'black', entries: many })
  const blobs: Blob[] = []
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (blob: Blob) => {
        blobs.push(blob)
        return 'blob:list'
      }
    },
  )
  const { container } = await openedSection(gateway, 'lists')
  // By role it takes seconds to look through so many.
  const shown = () => container.querySelectorAll('.sender-lists-rows > li').length
  const more = await screen.findByText('再显示 1 条')
  expect(shown()).toBe(100)
  fireEvent.click(more)
  await waitFor(() => expect(shown()).toBe(101))
  fireEvent.click(screen.getByLabelText('选择 a7@many.example'))
  fireEvent.change(await entriesField(), { target: { value: 'new@many.example' } })
  fireEvent.click(screen.getByText('加入黑名单'))
  await waitFor(() => expect(shown()).toBe(102))
  fireEvent.click(screen.getByLabelText('从黑名单移除 a0@many.example'))
  await waitFor(() => expect(shown()).toBe(101))
  expect(screen.getByText('已选 1 条')).toBeInTheDocument()
  fireEvent.click(screen.getByLabelText('选择 a7@many.example'))
  fireEvent.click(screen.getByText('导出黑名单'))
  await waitFor(() => expect(blobs).toHaveLength(1))
  vi.unstubAllGlobals()
  const text = (await blobs[0]?.text()) ?? ''
  expect(text.split('\r\n')).toHaveLength(102)
  await post('removeListEntries', { black: many })
  const input = container.querySelector('input[type=file]') ?? expect.fail('no field')
  fireEvent.change(input, { target: { files: [new File([text], 'list.txt')] } })
  await screen.findByText(/^已将 100 条加入黑名单/)
  expect(await post('senderLists', { query: '', order: 'newest', from: '0' })).toMatchObject({ total: 101 })
})
