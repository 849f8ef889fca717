/** What is kept of how a list looks, for the next visit; `public/former-sight.js` draws it. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StartupSnapshot } from '#src/app/startupSnapshot/saveSnapshot'
import type { Snapshot } from '#src/app/startupSnapshot/takeSnapshot'
import { loadFolders } from '#src/store/mail/folderThunks'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
let sheets: readonly HTMLStyleElement[]
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await deliverPlain(gateway, 'lin', { subject: '合同', from: 'Wang <wang@ep.test>' })
  // As the build links them: one has rules for the list, one within a condition, one for something else.
  sheets = [
    ['/assets/inbox.css', '.mailbox-row { color: red }'],
    ['/assets/narrow.css', '@media (min-width: 1px) { .mailbox-list { color: red } }'],
    ['/assets/other.css', '.nowhere { color: red }'],
  ].map(([href = '', rules = '']) => {
    const sheet = document.createElement('style')
    sheet.setAttribute('href', href)
    sheet.textContent = rules
    document.head.append(sheet)
    return sheet
  })
})
afterEach(async () => {
  for (const sheet of sheets) sheet.remove()
  await gateway.close()
})

const text = () => window.localStorage.getItem('ep_formerSight')
function kept(): StartupSnapshot {
  return JSON.parse(text() ?? '{}').value
}

function wordsOf(sight: Snapshot): string {
  return typeof sight === 'string' ? sight : sight.within.map(wordsOf).join('')
}
/** Names of elements with their attributes. */
function attributesOf(sight: Snapshot): readonly string[] {
  if (typeof sight === 'string') return []
  return [
    ...Object.keys(sight.attributes).map((name) => `${sight.name} ${name}`),
    ...sight.within.flatMap(attributesOf),
  ]
}

async function ownMails() {
  const account = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (account === null) throw new Error('no account')
  return gateway.stores.mailStores.of(account)
}

async function openList() {
  const app = await renderApp('/receive', { as: 'lin', gateway })
  await screen.findByRole('row', { name: /合同/ })
  await waitFor(() => expect(text()).not.toBeNull(), { timeout: 10_000 })
  return app
}

it('keeps the list as shapes and words, with whose it is, where, and the sheets that it needs', async () => {
  await openList()
  const { drawn, ...rest } = kept()
  expect(rest).toEqual({
    account: 'lin@ep.test',
    path: '/receive',
    build: '',
    language: 'zh-CN',
    width: window.innerWidth,
    height: window.innerHeight,
    styles: ['/assets/inbox.css', '/assets/narrow.css'],
  })
  expect(wordsOf(drawn)).toContain('合同')
  expect(wordsOf(drawn)).toContain('收件箱')
  const attributes = attributesOf(drawn)
  expect(attributes).toContain('tr class')
  // How full the mailbox is has the look of its number.
  expect(attributes.filter((name) => name.endsWith(' value'))).toEqual(['progress value'])
  expect(attributes.filter((name) => / (href|src|id|name|aria-label|tabindex)$/.test(name))).toEqual([])
})

it('goes with the session (TRUST S18)', async () => {
  const { user } = await openList()
  await user.click(screen.getByRole('button', { name: /lin/ }))
  await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
  await screen.findByLabelText('密码')
  expect(text()).toBeNull()
})

it('is not kept while mails are selected, and no longer once they changed elsewhere', async () => {
  const { user } = await openList()
  const former = text()
  await user.click(within(screen.getByRole('row', { name: /合同/ })).getByRole('checkbox'))
  await deliverPlain(gateway, 'lin', { subject: 'Second', from: 'Wang <wang@ep.test>' })
  await user.click(screen.getByRole('button', { name: '收信' }))
  // Of what the list was, nothing is shown that is no longer so.
  await waitFor(() => expect(text()).toBeNull(), { timeout: 10_000 })
  await user.click(within(screen.getByRole('row', { name: /合同/ })).getByRole('checkbox'))
  await waitFor(() => expect(text()).not.toBeNull(), { timeout: 10_000 })
  expect(text()).not.toBe(former)
  expect(wordsOf(kept().drawn)).toContain('Second')
})

it('is no longer kept once a folder beside it goes by another name', async () => {
  const { store, user } = await openList()
  await user.click(screen.getByRole('row', { name: /合同/ }))
  await screen.findByRole('article')
  // The mail was read, so the list is another one: what is kept is of no use here.
  await waitFor(() => expect(text()).toBeNull(), { timeout: 10_000 })
  await user.click(screen.getByRole('link', { name: /^收件箱/ }))
  await waitFor(() => expect(text()).not.toBeNull(), { timeout: 10_000 })
  await user.click(screen.getByRole('row', { name: /合同/ }))
  await screen.findByRole('article')
  await (await ownMails()).createFolder('新名字', null)
  await store.dispatch(loadFolders())
  await waitFor(() => expect(text()).toBeNull(), { timeout: 10_000 })
})

it('is kept anew once the folders beside it are as they were, though the list looks the same', async () => {
  const { store, user } = await openList()
  const mails = await ownMails()
  const back = async () => user.click(screen.getByRole('link', { name: /^收件箱/ }))
  const open = async () => {
    await user.click(screen.getByRole('row', { name: /合同/ }))
    await screen.findByRole('article')
  }
  await open()
  await waitFor(() => expect(text()).toBeNull(), { timeout: 10_000 })
  await back()
  await waitFor(() => expect(text()).not.toBeNull(), { timeout: 10_000 })
  const former = kept().drawn
  await open()
  const folder = await mails.createFolder('新名字', null)
  await store.dispatch(loadFolders())
  await waitFor(() => expect(text()).toBeNull(), { timeout: 10_000 })
  if (folder === null) throw new Error('no folder')
  await mails.removeFolder(folder.id, 'deleted')
  await store.dispatch(loadFolders())
  await back()
  await waitFor(() => expect(text() === null ? null : kept().drawn).toEqual(former), { timeout: 10_000 })
})

it('leaves nothing of a desk that has grown too large to be kept', async () => {
  const { store } = await openList()
  const mails = await ownMails()
  for (let count = 0; count < 250; count += 1) await mails.createFolder(`Folder ${count}`, null)
  await store.dispatch(loadFolders())
  await screen.findByRole('link', { name: /Folder 249/ })
  await waitFor(() => expect(text()).toBeNull(), { timeout: 10_000 })
})
