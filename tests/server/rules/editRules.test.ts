import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RuleDraft } from '#contract/mail/ruleDraft'
import type { MailStore } from '#server/mail/mail.store'
import { makeListRules } from '#server/rules/editRules'
import { makeTryRule } from '#server/rules/tryRule'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { someDraft } from '../conformance/rules/ruleEdits'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test')
  await gateway.account('wang@ep.test')
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

type Answer = Readonly<Record<string, unknown>>
const ask = async (call: string, form: Record<string, string>, session = lin): Promise<Answer> =>
  (await calls.post(`mailFiltering/${call}.action`, form, { session })).json
const save = (rule: unknown, form: Record<string, string> = {}, session = lin) =>
  ask('saveRule', { rule: typeof rule === 'string' ? rule : JSON.stringify(rule), ...form }, session)
const listed = async (session = lin) => (await calls.get('mailFiltering/rules.action', {}, { session })).json

describe('a classification rule', () => {
  it('is listed in its order with everything that its form shows, and is the account’s own', async () => {
    const { id } = await save(someDraft('a'))
    await save(someDraft('b'))
    const { rules, ...rest } = await listed()
    expect(rest).toEqual({ code: '200', isInForce: true, isForwarding: false, foreign: [], lacking: [] })
    const shown = { isEnabled: true, isFolderGone: false, version: expect.any(String) }
    expect(rules).toEqual([
      { ...someDraft('a'), ...shown, id },
      { ...someDraft('b'), ...shown, id: expect.any(String) },
    ])
    const wang = await calls.signIn('wang@ep.test')
    expect(await listed(wang)).toMatchObject({ rules: [] })
    expect(await ask('removeRule', { id: String(id) }, wang)).toMatchObject({ code: 'notFound' })
  })

  it.each<[code: string, field: string, change: Partial<RuleDraft>]>([
    ['badField', 'name', { name: '  ' }],
    ['badField', 'name', { name: 'x'.repeat(101) }],
    ['badField', 'name', { name: 'a\nb' }],
    ['badField', 'conditions', { conditions: [] }],
    ['badField', 'conditions', { conditions: [{ kind: 'subject', test: 'is', values: [] }] }],
    ['badField', 'conditions', { conditions: [{ kind: 'hasHeader', name: 'X Y', exists: true }] }],
    ['badField', 'conditions', { conditions: [{ kind: 'subject', test: 'is', values: [' '] }] }],
    ['badField', 'exceptions', { exceptions: [{ kind: 'size', test: 'over', bytes: -1 }] }],
    ['badField', 'actions', { actions: [] }],
    ['badField', 'actions', { actions: [{ kind: 'file', folder: '' }] }],
    ['notFound', 'actions', { actions: [{ kind: 'file', folder: 'flag' }] }],
    ['notFound', 'actions', { actions: [{ kind: 'copy', folder: 'nowhere' }] }],
    ['badField', 'actions', { actions: [{ kind: 'reply', text: '字'.repeat(301) }] }],
    [
      'badField',
      'actions',
      {
        actions: [
          { kind: 'reject', text: 'no' },
          { kind: 'file', folder: 'junk' },
        ],
      },
    ],
    ['badField', 'actions', { actions: [{ kind: 'redirect', to: 'nobody', keepCopy: true }] }],
    ['badField', 'actions', { actions: [{ kind: 'redirect', to: 'LIN@ep.test', keepCopy: true }] }],
  ])('is refused as %s beside its field %s', async (code, field, change) => {
    expect(await save(someDraft('a', change))).toMatchObject({ code, field })
    expect(await listed()).toMatchObject({ rules: [] })
  })

  it('is refused where what comes is no rule, where there are a hundred, and where rules are kept nowhere', async () => {
    expect(await save('{')).toMatchObject({ code: 'badField', field: 'rule' })
    expect(await save({ ...someDraft('a'), match: 'none' })).toMatchObject({ code: 'badField', field: 'rule' })
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    const store = account && gateway.stores.rules?.of(account)
    if (!account || !store) throw new Error('This house keeps rules')
    const kept = { ...someDraft('a'), isEnabled: true }
    const rules = Array.from({ length: 100 }, (_, n) => ({ ...kept, id: `r${n}` }))
    const { rules: set, version } = await store.load()
    await store.replace({ ...set, rules }, version)
    expect(await save(someDraft('b'))).toMatchObject({ code: 'tooLarge' })
    const session = { accountId: account.id, username: account.address, timezone: 'UTC', createdAt: 0 }
    const nowhere = makeListRules({ mailStores: gateway.stores.mailStores, rules: null })
    const asked = nowhere({}, { account, session, tokenHash: '', sealedSecret: null })
    await expect(asked).rejects.toMatchObject({ code: 'serverCannot' })
  })

  it('files into a folder three levels deep, follows it when one above is renamed or moved, and goes off with it', async () => {
    const folder = async (call: string, form: Record<string, string>) =>
      (await calls.post(`folder/${call}.action`, form, { session: lin })).json
    const made = async (name: string, parent = '') => {
      const { folder: one } = (await folder('addFolder', { name, ...(parent === '' ? {} : { parent }) })) as {
        folder: { id: string }
      }
      return one.id
    }
    const top = await made('Top')
    const deep = await made('Deep', await made('Mid', top))
    await save(someDraft('发票', { actions: [{ kind: 'file', folder: deep }] }))
    const arrive = async (subject: string) => {
      const raw = `From: a@b.example\r\nTo: lin@ep.test\r\nSubject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\n\r\nx`
      const put = await gateway.stores.spool.put(Buffer.from(raw), 10_000)
      await gateway.house.inbound?.keep(['lin@ep.test'], put.id, put.size, 'a@b.example')
    }
    const totals = async () => {
      const { folders } = (await calls.get('query/folderinfo.action', {}, { session: lin })).json as {
        folders: { name: string; total: number }[]
      }
      return Object.fromEntries(folders.map(({ name, total }) => [name, total]))
    }
    await arrive('发票 1')
    expect(await totals()).toMatchObject({ Deep: 1 })
    await folder('renameFolder', { folder: top, name: 'Oben' })
    await arrive('发票 2')
    expect(await totals()).toMatchObject({ Deep: 2 })
    await folder('removeFolder', { folder: top, target: 'inbox' })
    expect(await listed()).toMatchObject({ rules: [{ isEnabled: false, isFolderGone: true }] })
  })
})

describe('a rule that is tried', () => {
  const now = Date.UTC(2026, 10, 21, 1, 30)
  const day = 24 * 60 * 60 * 1_000
  const trial = (rule: RuleDraft, form: Record<string, string> = {}) =>
    ask('tryRule', { rule: JSON.stringify(rule), ...form })
  const letter = (subject: string, more = '', body = 'x') =>
    `From: Wang <wang@far.example>\nTo: lin@ep.test\n${more}Subject: ${subject}\n\n${body}\n`

  it('finds what is there of the last 90 days, newest first, and nothing that the person wrote', async () => {
    gateway.clock.set(now - 91 * day)
    await gateway.deliver('lin@ep.test', letter('old invoice'))
    gateway.clock.set(now - 89 * day)
    await gateway.deliver('lin@ep.test', letter('invoice 1'))
    gateway.clock.set(now)
    await gateway.deliver('lin@ep.test', letter('invoice 2', 'Cc: Team <team@far.example>\n', 'the Word'))
    await gateway.deliver('lin@ep.test', letter('other'))
    await gateway.deliver('lin@ep.test', letter('invoice of mine'), 'sent')
    lin = await calls.signIn('lin@ep.test')
    const found = async (change: Partial<RuleDraft>) => {
      const { matches, ...rest } = await trial(someDraft('invoice', change))
      expect(rest).toEqual({ code: '200', examined: expect.any(Number), next: null, isCut: false })
      return (matches as { subject: string }[]).map(({ subject }) => subject)
    }
    expect(await found({})).toEqual(['invoice 2', 'invoice 1'])
    const cc = { kind: 'person', field: 'cc', test: 'ends', values: ['@far.example'] } as const
    expect(await found({ conditions: [cc] })).toEqual(['invoice 2'])
    expect(await found({ exceptions: [{ kind: 'body', test: 'contains', values: ['word'] }] })).toEqual(['invoice 1'])
    expect(await found({ conditions: [{ kind: 'size', test: 'over', bytes: 9_000 }] })).toEqual([])
    expect(await found({ conditions: [{ kind: 'attachment', has: true }] })).toEqual([])
    expect(await trial(someDraft('a', { actions: [] }))).toMatchObject({ code: 'badField', field: 'actions' })
  })

  it('is asked of the same slice again while the store still finds, and opens nothing until then', async () => {
    await gateway.deliver('lin@ep.test', letter('invoice 1', '', 'the Word'))
    await gateway.deliver('lin@ep.test', letter('invoice 2', '', 'the Word'))
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no lin')
    const store = gateway.stores.mailStores.of(account)
    let asked = 0
    const growing: MailStore = {
      ...store,
      search: async (query) => {
        asked += 1
        const page = await store.search(query)
        return page === null || asked > 1 ? page : { list: page.list.slice(0, 1), total: 1, unread: 1, goesOn: true }
      },
    }
    const attempt = makeTryRule({ mailStores: { of: () => growing }, clock: gateway.clock })
    const session = { accountId: account.id, username: account.address, timezone: 'UTC', createdAt: 0 }
    const of = (rule: RuleDraft) => attempt({ rule, page: 1 }, { account, session, tokenHash: '', sealedSecret: null })
    const rule = someDraft('invoice')
    expect(await of(rule)).toMatchObject({ matches: [{ subject: 'invoice 2' }], examined: 0, next: 1, isCut: false })
    expect(await of(rule)).toMatchObject({ matches: [{}, {}], examined: 2, next: null })
    asked = 0
    const worded = someDraft('word', { conditions: [{ kind: 'body', test: 'contains', values: ['word'] }] })
    expect(await of(worded)).toMatchObject({ matches: [], next: 1 })
    expect(await of(worded)).toMatchObject({ matches: [{}, {}], next: null })
  })

  it('opens a message only where its row does not settle it', async () => {
    await gateway.deliver('lin@ep.test', letter('invoice 1', '', 'the Word'))
    await gateway.deliver('lin@ep.test', letter('draft 2', '', 'the Word'))
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('no lin')
    const store = gateway.stores.mailStores.of(account)
    let opened = 0
    const counting: MailStore = {
      ...store,
      open: (id) => {
        opened += 1
        return store.open(id)
      },
    }
    const attempt = makeTryRule({ mailStores: { of: () => counting }, clock: gateway.clock })
    const session = { accountId: account.id, username: account.address, timezone: 'UTC', createdAt: 0 }
    const found = async (change: Partial<RuleDraft>) => {
      opened = 0
      const rule = someDraft('x', change)
      const { matches } = await attempt({ rule, page: 1 }, { account, session, tokenHash: '', sealedSecret: null })
      return { found: matches.map(({ subject }) => subject), opened }
    }
    const subject = (value: string) => ({ kind: 'subject', test: 'contains', values: [value] }) as const
    const body = { kind: 'body', test: 'contains', values: ['word'] } as const
    const other = { kind: 'body', test: 'contains', values: ['other'] } as const
    const both = ['draft 2', 'invoice 1']
    for (const [change, expected] of [
      [
        { match: 'any', conditions: [subject('invoice'), body] },
        { found: both, opened: 1 },
      ],
      [
        { match: 'any', conditions: [subject('invoice')], exceptions: [other] },
        { found: ['invoice 1'], opened: 1 },
      ],
      [
        { conditions: [body], exceptions: [subject('draft')] },
        { found: ['invoice 1'], opened: 1 },
      ],
      [{ conditions: [subject('invoice'), body] }, { found: ['invoice 1'], opened: 1 }],
      [
        { conditions: [subject('draft')], exceptions: [subject('x')] },
        { found: ['draft 2'], opened: 0 },
      ],
    ] satisfies [Partial<RuleDraft>, unknown][])
      expect(await found(change)).toEqual(expected)
  })

  it('is tried slice by slice', async () => {
    for (let n = 0; n < 51; n += 1) await gateway.deliver('lin@ep.test', letter(`invoice ${n}`))
    expect(await trial(someDraft('invoice'))).toMatchObject({ examined: 50, next: 2 })
    expect(await trial(someDraft('invoice'), { page: '2' })).toMatchObject({
      examined: 1,
      next: null,
      matches: [{ subject: 'invoice 0' }],
    })
  })
})
