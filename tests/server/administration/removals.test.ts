/** A member goes, and the messages are handed over: each once, whatever breaks off. */
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorkMemberRemoval } from '#server/administration/workMemberRemoval'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { someDraft } from '../conformance/rules/ruleEdits'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
const ids: Record<string, string> = {}

beforeEach(async () => {
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test' } })
  calls = makeCalls(gateway)
  const { organizations, administrators } = gateway.stores
  for (const code of ['acme', 'best']) await organizations.add({ code, name: code, tier: 'enterprise', seats: 3 })
  for (const name of ['lin', 'wang', 'chen', 'zhao']) {
    ids[name] = (await gateway.account(`${name}@ep.test`)).id
    await organizations.join(name === 'zhao' ? 'best' : 'acme', idOf(name))
  }
  await administrators.appoint(idOf('lin'), { organization: 'acme', by: null, now: gateway.clock.now() })
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const idOf = (name: string) => ids[name] ?? expect.fail(name)
const ask = async (call: string, form: RawValues) =>
  (await calls.post(`administration/${call}.action`, form, { session: lin })).json
const codeOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).code
const deliver = (subject: string, to = 'wang@ep.test') =>
  gateway.deliver(to, `From: a@b.test\r\nSubject: ${subject}\r\n\r\nHi\r\n`)
const accountOf = async (name: string) => (await gateway.stores.accounts.byId(idOf(name))) ?? expect.fail(name)

async function handedOver(): Promise<readonly string[]> {
  const store = gateway.stores.mailStores.of(await accountOf('chen'))
  const folder = (await store.folders()).find(({ name }) => name === 'wang@ep.test')
  const query = { page: 1, pageSize: 500, sort: 'date', order: 'desc', filter: 'all' } as const
  const page = folder && (await store.page({ ...query, folder: folder.id }))
  return (page?.list ?? []).map(({ subject }) => subject).toSorted()
}
const row = async () => {
  const shape = v.object({ list: v.array(v.looseObject({ state: v.string() })) })
  return v.parse(shape, await ask('listMembers', { words: 'wang' })).list[0]
}
const handOver = { target: 'chen@ep.test' }

/** One of all that ends with an account, and of rules two. */
async function fillAccount(): Promise<void> {
  const session = await calls.signIn('wang@ep.test')
  const post = async (path: string, form: RawValues) => {
    const { json } = await calls.post(`${path}.action`, form, { session })
    expect(json, path).toMatchObject({ code: '200' })
    return json
  }
  const mail = await deliver('shared')
  await post('share/makeShare', { id: mail, withAttachments: 0, time: 1 })
  for (const name of ['a', 'b']) await post('mailFiltering/saveRule', { rule: JSON.stringify(someDraft(name)) })
  const { forwardTargets } = gateway.stores
  await forwardTargets.add(idOf('wang'), 'chen@ep.test', 1, 9)
  await forwardTargets.confirm(idOf('wang'), 'chen@ep.test', 1)
  await post('settings/saveForwarding', { isOn: '1', to: 'chen@ep.test', keepsCopy: '1' })
  const written = { to: 'chen@ep.test', subject: 'Later', html: 'Hi' }
  await post('writemail/sendMail', { ...written, sendAt: gateway.clock.now() + 3_600_000, idempotencyKey: 'k' })
  await post('writemail/saveDraft', written)
  await post('contact/addContact', { name: 'San', email: 'san@corp.test' })
  const source = { open: async () => Readable.from([Buffer.from('text')]), path: null }
  const file = { upload: 'u', parent: '', name: 'a.txt', size: 4, type: 'text/plain', source }
  await gateway.stores.files.addFile(idOf('wang'), file, 'ask', { now: 1, room: 1_000_000 })
  const { entries } = v.parse(
    v.looseObject({ entries: v.array(v.looseObject({ id: v.string() })) }),
    await post('files/listFiles', {}),
  )
  await post('files/makeLink', { id: entries[0]?.id ?? '' })
}

describe('a member who is removed', () => {
  it('is locked at once, leaves all messages to another one, and bounces afterwards', async () => {
    const wang = await calls.signIn('wang@ep.test')
    for (let at = 0; at < 120; at += 1) await deliver(`M${at}`)
    expect(await codeOf('removeMember', { id: idOf('wang'), ...handOver })).toBe('200')
    expect((await calls.post('main/getQuotaMessages', {}, { session: wang })).json.code).toBe('403')
    expect(await row()).toMatchObject({ state: 'removing', removal: { hasFailed: false, isCancellable: true } })
    await gateway.drain()
    expect(new Set(await handedOver()).size).toBe(120)
    expect((await handedOver()).length).toBe(120)
    expect(await row()).toBeUndefined()
    expect(await gateway.stores.accounts.byAddress('wang@ep.test')).toBeNull()
    expect(await gateway.stores.removals.find(idOf('wang'))).toBeNull()
    const { list } = v.parse(
      v.looseObject({ list: v.array(v.looseObject({ action: v.string() })) }),
      await ask('auditLog', {}),
    )
    expect(list[0]).toMatchObject({ action: 'memberRemoved', by: 'lin@ep.test', subject: 'wang@ep.test' })
    expect(list[1]).toMatchObject({ action: 'removalStarted', detail: { target: 'chen@ep.test' } })
  })

  it('is told before by the numbers of what ends with the account, and so is the log once it has ended', async () => {
    await fillAccount()
    const filled = { shares: 1, links: 1, rules: 2, scheduled: 1, contacts: 1, files: 1, forward: 'chen@ep.test' }
    expect(await ask('previewRemoval', { id: idOf('wang') })).toEqual({
      ...{ code: '200', messages: 2, drafts: 1 },
      ...filled,
    })
    expect(await ask('previewRemoval', { id: idOf('zhao') })).toMatchObject({ code: 'notFound' })
    expect(await codeOf('removeMember', { id: idOf('wang') })).toBe('200')
    await gateway.drain()
    const { list } = v.parse(v.looseObject({ list: v.array(v.unknown()) }), await ask('auditLog', {}))
    expect(list[0]).toMatchObject({ action: 'memberRemoved', detail: { drafts: 1, ...filled } })
    const sid = String((await calls.get('readmail/sid.action', {}, { session: lin })).json.sid)
    const asked = { sid, action: 'memberRemoved', timezone: 'UTC', language: 'en-US' }
    expect((await calls.get('administration/auditLogFile.action', asked)).text).toContain(
      'Shares 1; File links 1; Rules 2; Scheduled messages 1; Drafts 1; Contacts 1; Files 1; Forwarding to chen@ep.test',
    )
    expect(await ask('previewRemoval', { id: idOf('chen') })).toMatchObject({ messages: 0, rules: 0, forward: '' })
  })

  it('tells in the log what ended also where the removal broke off in the middle', async () => {
    await fillAccount()
    const { removals, db } = gateway.stores
    await codeOf('removeMember', { id: idOf('wang'), ...handOver })
    expect(await removals.shut(idOf('wang'), gateway.clock.now())).toBe(true)
    expect(await removals.mayDelete(idOf('wang'), gateway.clock.now())).toBe(true)
    // Killed after some of it had gone.
    await db.deleteFrom('contacts').where('account_id', '=', idOf('wang')).execute()
    await gateway.drain()
    const { list } = v.parse(v.looseObject({ list: v.array(v.unknown()) }), await ask('auditLog', {}))
    expect(list[0]).toMatchObject({ action: 'memberRemoved', detail: { contacts: 1, rules: 2 } })
    expect(list[0]).not.toHaveProperty('detail.drafts')
  })

  it('that breaks off anywhere goes on, with each message once, also what comes in meanwhile', async () => {
    for (let at = 0; at < 110; at += 1) await deliver(`M${at}`)
    const by = { id: idOf('lin'), address: 'lin@ep.test' }
    const change = { organization: 'acme', by, now: gateway.clock.now() }
    await gateway.stores.removals.begin(idOf('wang'), { target: idOf('chen'), total: 110 }, change)
    const [job] = await gateway.stores.mailJobs.claim({ worker: 'a', now: gateway.clock.now(), leaseMs: 1, most: 1 })
    const { movedMails } = gateway.stores
    if (job === undefined || movedMails === null) throw new Error('no job')
    let [pages, mayDelete] = [0, false]
    const work = makeWorkMemberRemoval({
      ...{ ...gateway.stores, movedMails },
      deleteAccountData: async (account) => {
        if (!mayDelete) throw new Error('killed')
        await gateway.stores.deleteAccountData(account)
      },
    })
    // Killed after the first page, without a note of it.
    await expect(
      work(idOf('wang'), job, async () => {
        pages += 1
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(pages).toBe(1)
    await deliver('late')
    await expect(work(idOf('wang'), job, async () => true)).rejects.toThrow('killed')
    expect((await gateway.stores.removals.find(idOf('wang')))?.state).toBe('deleting')
    expect(await codeOf('cancelRemoval', { id: idOf('wang') })).toBe('notAllowed')
    expect(await gateway.house.inbound?.mailbox('wang@ep.test', 10)).toBe('closed')
    mayDelete = true
    expect(await work(idOf('wang'), job, async () => true)).toBe(true)
    const subjects = await handedOver()
    expect(subjects).toHaveLength(111)
    expect(new Set(subjects).size).toBe(111)
    expect(await gateway.stores.accounts.byId(idOf('wang'))).toBeNull()
  })

  it('is cancelled before the end, stays locked and is unlocked with all mail', async () => {
    await deliver('kept')
    await codeOf('removeMember', { id: idOf('wang'), ...handOver })
    expect(await codeOf('cancelRemoval', { id: idOf('wang') })).toBe('200')
    await gateway.drain()
    expect(await row()).toMatchObject({ state: 'locked', removal: null })
    expect(await codeOf('unlockMember', { id: idOf('wang') })).toBe('200')
    const wang = { username: 'wang@ep.test', password: testPassword, timezone: 'Asia/Shanghai', stay: 0 }
    expect((await calls.post('login/loginService.action', wang)).json.status).toBe('000')
    expect((await gateway.stores.mailStores.of(await accountOf('wang')).quota()).count).toBe(1)
  })

  it('goes with the mail where nobody gets it', async () => {
    await deliver('gone')
    expect(await codeOf('removeMember', { id: idOf('wang') })).toBe('200')
    await gateway.drain()
    expect(await gateway.stores.accounts.byId(idOf('wang'))).toBeNull()
    expect(await handedOver()).toEqual([])
    expect((await ask('getOverview', {})).seatsUsed).toBe(2)
  })

  it('S22: is no administrator’s own account, of no other organization, and leaves mail to no stranger', async () => {
    await deliver('mine')
    expect(await codeOf('removeMember', { id: idOf('lin') })).toBe('notAllowed')
    expect(await codeOf('removeMember', { id: idOf('zhao') })).toBe('notFound')
    for (const target of ['zhao@ep.test', 'nobody@ep.test'])
      expect(await ask('removeMember', { id: idOf('wang'), target })).toMatchObject({
        code: 'notFound',
        field: 'target',
      })
    expect(await codeOf('removeMember', { id: idOf('wang'), target: 'wang@ep.test' })).toBe('notAllowed')
    await gateway.stores.accounts.change(idOf('chen'), { locked: true })
    expect(await codeOf('removeMember', { id: idOf('wang'), ...handOver })).toBe('notAllowed')
    await gateway.stores.accounts.change(idOf('chen'), { locked: false })
    await codeOf('removeMember', { id: idOf('wang'), ...handOver })
    await gateway.stores.organizations.leave('acme', idOf('chen'))
    await gateway.drain()
    expect(await row()).toMatchObject({ removal: { hasFailed: true, reason: 'notAllowed', isCancellable: true } })
    await gateway.stores.organizations.join('acme', idOf('chen'))
    const by = { id: idOf('chen'), address: 'chen@ep.test' }
    const stranger = { organization: 'acme', by, now: gateway.clock.now() }
    await expect(gateway.stores.removals.resume(idOf('wang'), { target: undefined }, stranger)).rejects.toThrow(
      'notAllowed',
    )
    expect(await codeOf('resumeRemoval', { id: idOf('wang') })).toBe('200')
    await gateway.drain()
    expect(await handedOver()).toEqual(['mine'])
    const log = v.parse(
      v.looseObject({ list: v.array(v.looseObject({ action: v.string() })) }),
      await ask('auditLog', {}),
    )
    expect(log.list[1]).toMatchObject({ action: 'removalResumed', by: 'lin@ep.test', subject: 'wang@ep.test' })
  })

  it('is let go by the removal once the operator locks the mailbox or takes it out of the organization', async () => {
    const { removals, accounts, organizations } = gateway.stores
    await codeOf('removeMember', { id: idOf('wang'), ...handOver })
    await accounts.change(idOf('wang'), { locked: true })
    await gateway.drain()
    expect(await row()).toMatchObject({ removal: { hasFailed: true, reason: 'notAllowed' } })
    expect(await codeOf('resumeRemoval', { id: idOf('wang') })).toBe('notAllowed')
    await accounts.change(idOf('wang'), { locked: false })
    expect(await codeOf('resumeRemoval', { id: idOf('wang') })).toBe('200')
    expect((await accountOf('wang')).locked).toBe(true)
    expect(await removals.shut(idOf('wang'), gateway.clock.now())).toBe(true)
    const before = (await removals.find(idOf('wang'))) ?? expect.fail('no removal')
    expect(await organizations.leave('acme', idOf('wang'))).toBe(true)
    await removals.finish(before, 'wang@ep.test', gateway.clock.now())
    await gateway.drain()
    expect(await accountOf('wang')).toMatchObject({ organization: null, locked: true })
    expect(await accountOf('wang')).not.toHaveProperty('isClosed')
  })

  it('goes on to another recipient, or with the rest dropped, where the first one left after the mailbox was shut', async () => {
    await deliver('first')
    await codeOf('removeMember', { id: idOf('wang'), ...handOver })
    // While it is handed to chen, chen stays.
    expect(await codeOf('removeMember', { id: idOf('chen') })).toBe('notAllowed')
    await gateway.stores.removals.shut(idOf('wang'), gateway.clock.now())
    await gateway.stores.organizations.leave('acme', idOf('chen'))
    await gateway.drain()
    expect(await row()).toMatchObject({ removal: { hasFailed: true, reason: 'notAllowed', isCancellable: false } })
    expect(await codeOf('resumeRemoval', { id: idOf('wang'), target: 'zhao@ep.test' })).toBe('notFound')
    expect(await codeOf('resumeRemoval', { id: idOf('wang'), target: 'lin@ep.test' })).toBe('200')
    await gateway.drain()
    expect(await row()).toBeUndefined()
    const linFolders = await gateway.stores.mailStores.of(await accountOf('lin')).folders()
    expect(linFolders.find(({ name }) => name === 'wang@ep.test')?.total).toBe(1)
  })

  it('ends without a recipient where nothing is left, and where the rest is dropped', async () => {
    const { organizations } = gateway.stores
    await codeOf('removeMember', { id: idOf('wang'), ...handOver })
    await organizations.leave('acme', idOf('chen'))
    await gateway.drain()
    expect(await row()).toBeUndefined()
    await organizations.join('acme', idOf('chen'))
    ids.sun = (await gateway.account('sun@ep.test')).id
    await organizations.join('acme', idOf('sun'))
    await deliver('dropped', 'sun@ep.test')
    await codeOf('removeMember', { id: idOf('sun'), ...handOver })
    await organizations.leave('acme', idOf('chen'))
    await gateway.drain()
    expect(await codeOf('resumeRemoval', { id: idOf('sun'), drops: 1 })).toBe('200')
    await gateway.drain()
    expect(await gateway.stores.accounts.byId(idOf('sun'))).toBeNull()
  })

  it('is refused where the messages do not fit', async () => {
    await deliver(`big\r\nX-Fill: ${'x'.repeat(900)}`)
    const db = gateway.stores.db.updateTable('accounts').set({ quota_bytes: 100 })
    await db.where('id', '=', idOf('chen')).execute()
    expect(await ask('removeMember', { id: idOf('wang'), ...handOver })).toMatchObject({
      ...{ code: 'quotaExceeded', field: 'target' },
    })
    expect((await accountOf('wang')).locked).toBe(false)
  })
})
