/** What stands below a message: put in once, exchanged without touching what is typed, and sent with its picture. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import PostalMime from 'postal-mime'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp } from '#src/app/makeApp'
import { contentChanged, selectComposer } from '#src/features/compose/composeSlice'
import { closeComposer, saveComposer } from '#src/features/compose/draft/saveComposer'
import { openComposer } from '#src/features/compose/opening/openComposer'
import { signIn } from '#src/store/session/signIn'
import type { AppStore } from '#src/store/typed'
import { gatewayHandlers } from '../../support/browser/overMsw'
// Before any page asks for them: what is fetched on demand is slow to come the first time.
import '#src/features/compose'
import '#src/features/compose/signatures/SignatureDialog'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { bytesOf, makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { closeComposers, leftOpen, sendOption } from './composeSetup'

openServer()

let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
  await gateway.account('wang@ep.test')
})
// The last named goes first: composers still speak to the gateway as they close.
afterEach(() => gateway.close())
closeComposers()

const dot = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const work = `<div dir="auto">王丽</div><div dir="auto"><img src="data:image/gif;base64,${dot}" alt="标志"></div>`
const reply = v.object({ signatures: v.array(v.object({ id: v.string(), title: v.string() })) })

/** A mailbox whose new messages have the signature 工作, and its answers 私人. */
async function signedAccount(as: string) {
  await gateway.account(`${as}@ep.test`)
  const calls = makeCalls(gateway)
  const session = await calls.signIn(`${as}@ep.test`)
  const post = async (call: string, form: Record<string, string>) =>
    (await calls.post(`signature/${call}.action`, form, { session })).json
  await post('saveSignature', { title: '工作', html: work })
  const { signatures } = v.parse(reply, await post('saveSignature', { title: '<b>私人</b>', html: '<div>小丽</div>' }))
  const [first, second] = signatures.map(({ id }) => id)
  await post('chooseSignatures', { new: first ?? '', reply: second ?? '' })
}
async function opened(as: string, path: string) {
  const app = await renderApp(path, { as, gateway })
  leftOpen(app.store)
  await screen.findByLabelText('主题')
  return app
}
const body = () => screen.getByRole('textbox', { name: '正文' })
const signature = () => body().querySelectorAll(':scope > [data-ep-signature]')
const htmlOf = (store: AppStore) => {
  const [open] = Object.values(store.getState().compose?.open ?? {})
  return open?.status === 'ready' ? open.composer.content.html : ''
}
async function choose(user: Awaited<ReturnType<typeof opened>>['user'], name: string | RegExp) {
  await user.click(await sendOption(user, 'button', '签名'))
  const dialog = within(await screen.findByRole('dialog', { name: '选择签名' }))
  await user.click(await dialog.findByRole('button', { name }))
}

describe('the signature of a message', () => {
  it('stands in a new one, is exchanged with what was typed kept, comes back by Undo, and goes with its picture as a part', async () => {
    await signedAccount('signed')
    const { user, store } = await opened(
      'signed',
      '/writeMail?mailto=mailto%3Awang%40ep.test%3Fsubject%3DA%26body%3DHello',
    )
    await waitFor(() => expect(signature()).toHaveLength(1))
    expect(body().textContent).toBe('Hello王丽')
    const typed = document.createElement('div')
    typed.textContent = '敬上'
    signature()[0]?.prepend(typed)
    await waitFor(() => expect(htmlOf(store)).toContain('敬上'))
    await choose(user, /^<b>私人<\/b>/)
    await waitFor(() => expect(body().textContent).toBe('Hello敬上小丽'))
    expect(body().querySelector('b')).toBeNull()
    await user.keyboard('{Control>}z{/Control}')
    expect(body().textContent).toBe('Hello敬上王丽')
    expect(signature()).toHaveLength(1)
    await waitFor(() => expect(htmlOf(store)).toContain('王丽'))
    await user.click(screen.getByRole('button', { name: '发送' }))
    await user.click(await screen.findByRole('button', { name: '立即发送' }))
    await screen.findByRole('heading', { name: '邮件已发出' })
    await gateway.drain()
    const owner = (await gateway.stores.accounts.byAddress('wang@ep.test')) ?? expect.fail('no mailbox')
    const mails = gateway.stores.mailStores.of(owner)
    const page = await mails.page({ folder: 'inbox', page: 1, pageSize: 1, sort: 'date', order: 'desc', filter: 'all' })
    const raw = await mails.raw(page?.list[0]?.id ?? '')
    const sent = await PostalMime.parse(raw === null ? '' : await bytesOf(raw.stream))
    expect(sent.text?.replace(/\s+/g, ' ')).toMatch(/^Hello 敬上 王丽/)
    const [picture] = sent.attachments
    expect(picture).toMatchObject({ mimeType: 'image/gif', disposition: 'inline', related: true })
    expect(sent.html).toContain(`src="cid:${picture?.contentId?.replace(/[<>]/g, '')}"`)
    expect(sent.html).not.toMatch(/https?:|blob:|data:image|var\(|--ep-/)
  })

  it('of an answer is its own, above the quote, and of plain text below its mark', async () => {
    await signedAccount('answers')
    const id = await gateway.deliver('answers@ep.test', 'From: wang@ep.test\nSubject: Q\n\nold')
    const { user, unmount } = await opened('answers', `/writeMail?mode=reply&id=${id}`)
    await waitFor(() => expect(body().textContent).toMatch(/^小丽.*写道：old$/))
    await user.click(await sendOption(user, 'checkbox', '纯文本'))
    await waitFor(() => expect(body()).toHaveProperty('value', expect.stringMatching(/^\n-- \n小丽\n/)))
    await choose(user, /^工作/)
    await waitFor(() =>
      expect(body()).toHaveProperty('value', expect.stringMatching(/^\n-- \n王丽\n\[标志\]\n[\s\S]*写道：\n> old$/)),
    )
    await choose(user, '不使用签名')
    await waitFor(() => expect(body()).toHaveProperty('value', expect.not.stringContaining('-- ')))
    unmount()
  })

  it('is chosen from the list as another tab has left it', async () => {
    await signedAccount('tabs')
    const { user } = await opened('tabs', '/writeMail')
    await user.click(await sendOption(user, 'button', '签名'))
    const dialog = within(await screen.findByRole('dialog', { name: '选择签名' }))
    await dialog.findByRole('button', { name: /^工作/ })
    const owner = (await gateway.stores.accounts.byAddress('tabs@ep.test')) ?? expect.fail('no mailbox')
    await gateway.stores.signatures.add(owner.id, { id: 'third', title: '展会', html: '<div>丽</div>', card: '' }, 3)
    fireEvent.focus(window)
    expect(await dialog.findByRole('button', { name: /^展会/ })).toBeVisible()
  })
})

describe('a draft that is opened and closed ten times on two devices', () => {
  async function device() {
    server.use(...gatewayHandlers(gateway))
    const app = await makeApp({
      baseUrl: window.location.origin,
      storage: window.localStorage,
      tabStorage: window.sessionStorage,
      databases: new IDBFactory(),
      now: gateway.clock.now,
      reload: () => undefined,
    })
    await app.store.dispatch(signIn({ username: 'often@ep.test', password: testPassword, stay: true }))
    return app.store
  }

  it.each([
    ['exactly one signature', (html: string) => html, 1],
    ['none where the writer deleted it', () => '<div>您好</div>', 0],
  ])('holds %s', async (_what, edit, count) => {
    await signedAccount('often')
    const devices = [await device(), await device()]
    let draft: string | null = null
    for (let at = 0; at < 10; at += 1) {
      const store = devices[at % 2] ?? expect.fail('no device')
      const key = `often-${at}`
      const origin = draft === null ? ({ mode: 'new', id: null } as const) : ({ mode: 'draft', id: draft } as const)
      await store.dispatch(openComposer(key, origin, null, () => [], null))
      const html = edit(selectComposer(store.getState(), key)?.content.html ?? '')
      store.dispatch(contentChanged({ key, change: { subject: `S${at}`, html }, now: gateway.clock.now() + at }))
      expect(await store.dispatch(saveComposer(key))).toBe(true)
      const composer = selectComposer(store.getState(), key)
      expect(composer?.content.html.split('data-ep-signature')).toHaveLength(count + 1)
      expect(composer?.content.html.split('王丽')).toHaveLength(count + 1)
      draft = composer?.draftId ?? null
      await store.dispatch(closeComposer(key))
    }
  })
})
