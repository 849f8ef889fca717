/** R23: an app that is older than what its site serves, or than the gateway it speaks to, offers to be loaded anew without losing a word. */
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { folderInfo } from '#contract/endpoints/mail/mail'
import { servedVersion } from '#src/lib/http/servedVersion'
import { loadFolders } from '#src/store/mail/folderThunks'
import { holdIntervals } from '../../support/browser/openTimers'
import { mock } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { closeComposers, leftOpen } from '../compose/composeSetup'

openServer()
closeComposers()

const words = {
  'zh-CN': { offer: '有新版本可用。', reload: '重新加载', later: '以后再说', receive: '收信' },
  'en-US': { offer: 'A new version is ready.', reload: 'Reload', later: 'Later', receive: 'Receive' },
} as const
type Language = keyof typeof words

let served: string
let looks: number
let clock: ReturnType<typeof holdIntervals>
let script: HTMLScriptElement
const page = vi.fn<typeof fetch>(async () => {
  looks += 1
  return new Response(`<!doctype html><html><head><script type="module" src="${served}"></script></head></html>`)
})

beforeEach(() => {
  served = '/assets/index-old.js'
  looks = 0
  clock = holdIntervals(10 * 60_000)
  script = document.createElement('script')
  script.type = 'module'
  // What is set as an attribute on a script that stays out of the document's own reading is not fetched.
  script.setAttribute('src', served)
  document.head.append(script)
})
afterEach(() => {
  clock.release()
  script.remove()
})

const ring = () => act(() => clock.ring())

async function desk(as: string, language: Language = 'zh-CN', path = '/receive') {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  const app = await renderApp(path, { as, fetch: page })
  // Its code comes after the page.
  await waitFor(() => expect(clock.count()).toBe(1))
  return app
}

it.each(['zh-CN', 'en-US'] as const)('R23: is offered once the site serves another one, in %s', async (language) => {
  const { user, reload } = await desk('version', language)
  ring()
  await waitFor(() => expect(looks).toBe(1))
  expect(screen.queryByText(words[language].offer)).toBeNull()
  served = '/assets/index-new.js'
  ring()
  expect(await screen.findByText(words[language].offer)).toBeVisible()
  // Of the site itself: what the browser had kept of it would be this very version.
  expect(page).toHaveBeenLastCalledWith('/index.html', expect.objectContaining({ cache: 'no-store' }))
  expect(reload).not.toHaveBeenCalled()
  // It is known now: nothing more is asked.
  const before = looks
  ring()
  expect(looks).toBe(before)
  await user.click(screen.getByRole('button', { name: words[language].reload }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('R23: can be put off', async () => {
  const { user, reload } = await desk('later')
  served = '/assets/index-new.js'
  ring()
  await user.click(await screen.findByRole('button', { name: '以后再说' }))
  expect(screen.queryByText('有新版本可用。')).toBeNull()
  expect(reload).not.toHaveBeenCalled()
})

it.each([
  ['a code that this one does not know', { code: 'fromTheFuture' }],
  ['a reply of another shape', { code: '200', directories: [] }],
  ['a form that lacks what it wants', { code: 'badField', field: 'newcomer' }],
])('R23: is looked for at once when the gateway answers with %s', async (_what, answer) => {
  const { store } = await desk('odd')
  served = '/assets/index-new.js'
  server.use(mock(folderInfo, answer))
  await act(() => store.dispatch(loadFolders()))
  expect(await screen.findByText('有新版本可用。')).toBeVisible()
})

it.each([
  ['no answer', () => Promise.reject(new TypeError('no line'))],
  ['the page of a network that wants a sign-in', async () => new Response('<h1>Sign in to the network</h1>')],
  ['a fault', async () => new Response(`<script type="module" src="/assets/index-new.js"></script>`, { status: 502 })],
])('R23: is not taken from %s', async (_what, answer) => {
  expect(await servedVersion(answer)).toBeNull()
})

it('R23: keeps every word: what is written is saved before, and its composer comes back', async () => {
  const { user, reload, gateway, store, services } = await desk('words')
  leftOpen(store)
  await user.click(await screen.findByRole('button', { name: '写信' }))
  await user.type(await screen.findByLabelText('主题', {}, { timeout: 20_000 }), '还在')
  served = '/assets/index-new.js'
  ring()
  await user.click(await screen.findByRole('button', { name: '重新加载' }))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  const owner = await gateway.stores.accounts.byAddress('words@ep.test')
  if (owner === null) throw new Error('there is no such mailbox')
  const drafts = await gateway.stores.mailStores
    .of(owner)
    .page({ folder: 'draft', page: 1, pageSize: 5, sort: 'date', order: 'desc', filter: 'all' })
  expect(drafts?.list.map(({ subject }) => subject)).toEqual(['还在'])
  expect(services.tabItems.get('resumes')).toBe(true)
  await user.click(screen.getByRole('button', { name: '保存并关闭' }))
})
