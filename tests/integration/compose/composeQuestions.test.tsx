/** What is asked before a mail goes: a forgotten file, recipients outside the organization; after SPEC §5's checks, in order. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { saveDraft, sendMail } from '#contract/endpoints/sending/sending'
import type { TierId } from '#contract/tiers'
import type { Relay } from '#server/outbox/dispatch/relay.port'
import { sendQueued } from '#src/features/offlineQueue/sendQueued'
import { waitingOf } from '#src/store/offlineQueue/offlineQueue'
import { selectNewestNotice } from '#src/store/shell/notices'
import { siteLoaded } from '#src/store/shell/site'
import { gatewayHandlers } from '../../support/browser/overMsw'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway } from '../../support/gateway/gateway'
import { countedCalls } from './composeFaults'
import { closeComposers, leftOpen } from './composeSetup'

openServer()
closeComposers()

const zh = {
  to: '收件人',
  subject: '主题',
  body: '正文',
  send: '发送',
  forgotten: '没有添加附件',
  outside: '发送到组织之外？',
  back: '返回邮件',
  anyway: '仍然发送',
  words: '合同见附件',
  held: '邮件即将发出',
}
const en: typeof zh = {
  to: 'To',
  subject: 'Subject',
  body: 'Text',
  send: 'Send',
  forgotten: 'No file is attached',
  outside: 'Send outside your organization?',
  back: 'Back to the message',
  anyway: 'Send anyway',
  words: 'The contract is attached',
  held: 'Your message is about to go',
}

const relay: Relay = { hand: async ({ to }) => to.map((address) => ({ address, state: 'sent', reason: null })) }

type Wanted = { readonly say?: typeof zh; readonly tier?: TierId; readonly isMember?: boolean }

async function opened(as: string, { say = zh, tier = 'soho', isMember = tier === 'enterprise' }: Wanted = {}) {
  if (say === en) window.localStorage.setItem('ep_language', JSON.stringify({ value: 'en-US', expires: null }))
  const gateway = await makeTestGateway({ relay })
  await gateway.account('wang@ep.test')
  const app = await renderApp('/writeMail', { as, gateway, tier })
  leftOpen(app.store)
  if (isMember) {
    const { accounts, organizations } = gateway.stores
    await organizations.add({ code: 'acme', name: 'Acme', tier, seats: 9 })
    await organizations.join('acme', (await accounts.byAddress(`${as}@ep.test`))?.id ?? '')
    // As signing in as a member leaves it.
    app.services.stored.set('currentOrganization', { code: 'acme' }, 1)
  }
  await screen.findByLabelText(say.subject)
  app.store.dispatch(siteLoaded({ ...app.store.getState().site, canSendOutside: true }))
  const sent: (string | null)[] = []
  server.use(countedCalls(sendMail, sent))
  const send = () => app.user.click(screen.getByRole('button', { name: say.send }))
  const fill = async (to: string, subject: string) => {
    await app.user.type(screen.getByLabelText(say.to), `${to} `)
    await app.user.type(screen.getByLabelText(say.subject), subject)
  }
  return { ...app, sent, send, fill }
}

describe.each([
  ['zh-CN', zh],
  ['en-US', en],
] as const)('a forgotten file, %s', (language, say) => {
  it('is asked about; the person goes back, or sends it so', async () => {
    const { user, sent, send, fill } = await opened(`forgot-${language.toLowerCase()}`, { say })
    await fill('wang@ep.test', say.words)
    await send()
    const dialog = await screen.findByRole('dialog', { name: say.forgotten })
    expect(sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: say.back }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByLabelText(say.subject)).toHaveValue(say.words)
    await send()
    await user.click(await screen.findByRole('button', { name: say.anyway }))
    expect(await screen.findByRole('heading', { name: say.held })).toBeInTheDocument()
    expect(sent).toHaveLength(1)
  })

  it('comes after the checks, and before recipients outside the organization', async () => {
    const as = `order-${language.toLowerCase()}`
    const { user, sent, send, fill, gateway } = await opened(as, { say, tier: 'enterprise' })
    const account = await gateway.stores.accounts.byAddress(`${as}@ep.test`)
    await user.type(screen.getByLabelText(say.subject), say.words)
    await send()
    expect(screen.getByLabelText(say.to)).toHaveAttribute('aria-invalid', 'true')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await fill('bo@other.example', ' ')
    await send()
    await user.click(
      within(await screen.findByRole('dialog', { name: say.forgotten })).getByRole('button', { name: say.anyway }),
    )
    const outside = await screen.findByRole('dialog', { name: say.outside })
    expect(outside).toHaveTextContent('bo@other.example')
    expect(sent).toHaveLength(1)
    // The gateway was asked, and has refused it: nothing is on record.
    expect((await gateway.stores.outbox.held(account?.id ?? '', gateway.clock.now(), 9)).length).toBe(0)
    await user.click(within(outside).getByRole('button', { name: say.anyway }))
    await waitFor(() => expect(sent).toHaveLength(2))
  })
})

it('an outside address that nothing reaches is refused before anything is asked', async () => {
  const { user, store, sent, send, fill } = await opened('unreached', { tier: 'enterprise' })
  store.dispatch(siteLoaded({ ...store.getState().site, domains: ['ep.test'], canSendOutside: false }))
  await fill('wang@EP.test bo@other.example', '合同见附件')
  await send()
  const to = screen.getByLabelText(zh.to)
  await waitFor(() => expect(to).toHaveAccessibleDescription('此服务器不能发往外部地址：bo@other.example'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: '移除 bo@other.example' }))
  await send()
  expect(await screen.findByRole('dialog', { name: zh.forgotten })).toBeVisible()
})

it('without a line a member is asked before it waits, and it goes by itself when the line is back', async () => {
  const { user, store, send, fill, gateway, services } = await opened('far', { tier: 'enterprise' })
  await fill('bo@other.example', '你好')
  server.use(http.post(`*/${sendMail.path}`, () => HttpResponse.error()))
  await send()
  const dialog = await screen.findByRole('dialog', { name: zh.outside })
  expect(dialog).toHaveTextContent('bo@other.example')
  expect(await waitingOf(services.localDrafts, 'far@ep.test')).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: zh.anyway }))
  await waitFor(async () => expect(await waitingOf(services.localDrafts, 'far@ep.test')).toHaveLength(1))
  server.resetHandlers(...gatewayHandlers(gateway))
  await waitFor(() => expect(selectNewestNotice(store.getState())?.message).toBe('compose:waits'))
  await store.dispatch(sendQueued())
  expect(await waitingOf(services.localDrafts, 'far@ep.test')).toEqual([])
  // It waits no more, so nothing says so once the send is over.
  expect(selectNewestNotice(store.getState())).toBeNull()
  const far = await gateway.stores.accounts.byAddress('far@ep.test')
  expect(await gateway.stores.outbox.held(far?.id ?? '', gateway.clock.now(), 9)).toHaveLength(1)
})

it('without a line somebody of a tier of organizations who is in none is not asked', async () => {
  const { services, send, fill } = await opened('alone', { tier: 'enterprise', isMember: false })
  await fill('bo@other.example', '你好')
  server.use(http.post(`*/${sendMail.path}`, () => HttpResponse.error()))
  await send()
  await waitFor(async () => expect(await waitingOf(services.localDrafts, 'alone@ep.test')).toHaveLength(1))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('what waits without an answer comes back with the question, and goes once that is answered', async () => {
  const { user, store, send, fill, gateway, services } = await opened('back', { tier: 'enterprise' })
  await fill('bo@other.example', '你好')
  server.use(http.post(`*/${sendMail.path}`, () => HttpResponse.error()))
  await send()
  await user.click(await screen.findByRole('button', { name: zh.anyway }))
  const waiting = await waitFor(async () => {
    const [first] = await waitingOf(services.localDrafts, 'back@ep.test')
    return first ?? expect.fail('nothing waits')
  })
  const form = { ...v.parse(v.looseObject({}), waiting.waits.form), outside: false }
  await services.localDrafts.put({ ...waiting, waits: { ...waiting.waits, form } })
  server.resetHandlers(...gatewayHandlers(gateway))
  await store.dispatch(sendQueued())
  const dialog = await screen.findByRole('dialog', { name: zh.outside })
  expect(dialog).toHaveTextContent('bo@other.example')
  await user.click(within(dialog).getByRole('button', { name: zh.anyway }))
  const back = await gateway.stores.accounts.byAddress('back@ep.test')
  const held = () => gateway.stores.outbox.held(back?.id ?? '', gateway.clock.now(), 9)
  await waitFor(async () => expect(await held()).toHaveLength(1))
})

describe('nothing is asked', () => {
  it('where a file goes along', async () => {
    const { send, fill, sent } = await opened('along')
    await fill('wang@ep.test', '合同见附件')
    const files = [new File(['x'], 'a.txt', { type: 'text/plain' })]
    fireEvent.change(screen.getByLabelText('选择文件'), { target: { files } })
    await screen.findByRole('button', { name: '移除 a.txt' })
    await send()
    await screen.findByRole('heading', { name: '邮件即将发出' })
    expect(sent).toHaveLength(1)
  })

  it('of an organization that writes to its own', async () => {
    const { send, fill } = await opened('within', { tier: 'enterprise' })
    await fill('wang@ep.test', '你好')
    await send()
    await screen.findByRole('heading', { name: '邮件即将发出' })
  })

  it('of a person who writes to others', async () => {
    const { send, fill, sent } = await opened('person')
    await fill('bo@other.example', '你好')
    await send()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('by saving a draft', async () => {
    const { user, fill } = await opened('draft')
    const saved: (string | null)[] = []
    server.use(countedCalls(saveDraft, saved))
    await fill('wang@ep.test', '见附件')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(saved).not.toEqual([]))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
