/** A mailbox is carried into its owner's organization, each message once (SPEC §7, TRUST S22). */
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveForwardMs } from '#contract/endpoints/organization/mailboxMove'
import { addressNameKey } from '#contract/registration/userName'
import { tiers } from '#contract/tiers'
import { runAccountCommand } from '#server/cli/accountCommand'
import { Misuse } from '#server/cli/misuse'
import { tablesMovedAs } from '#server/composition/records'
import { insertPhoto } from '#server/contacts/photos/contactPhotos.sql'
import type { Account } from '#server/core/account'
import type { MailJob } from '#server/core/mailJob'
import { StoreAway, WorkUnfinished } from '#server/core/refusal'
import { closedNameHash } from '#server/kit/token'
import { isGivenUp, waitAfter } from '#server/mail/jobs/jobPatience'
import type { MailStore } from '#server/mail/mail.store'
import type { MimeReader } from '#server/mail/mimeReader.port'
import { copyContacts, copyPhotos, copySmallTables } from '#server/organizations/movedRows.sql'
import { type MoveWorkDeps, makeWorkMailboxMove } from '#server/organizations/workMailboxMove'
import { makeCalls, type RawValues, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { sharedReader } from '../../support/stores/sharedReader'
import { someDraft } from '../conformance/rules/ruleEdits'

const old = 'lin@ep.test'
const fresh = 'lin@acme.test'
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed
/** Counts the steps of a transfer and throws at the one that is named. */
let steps = { taken: 0, breaksAt: Number.POSITIVE_INFINITY }

function takeStep(): void {
  steps.taken += 1
  if (steps.taken >= steps.breaksAt) throw new Error('killed')
}

/** The reader of each message is a step as well. */
function countingReader(): MimeReader {
  const reader = sharedReader()
  return {
    ...reader,
    record: (...asked) => {
      takeStep()
      return reader.record(...asked)
    },
  }
}

beforeEach(async () => {
  steps = { taken: 0, breaksAt: Number.POSITIVE_INFINITY }
  gateway = await makeTestGateway({ mime: countingReader(), env: { MAIL_DOMAINS: 'ep.test,acme.test,best.test' } })
  calls = makeCalls(gateway)
  account = await gateway.account(old)
  const { organizations } = gateway.stores
  for (const code of ['acme', 'best']) {
    await organizations.add({ code, name: code, tier: 'enterprise', seats: 2 })
    await organizations.addDomain(code, `${code}.test`)
  }
  await organizations.join('acme', account.id)
  lin = await calls.signIn(old)
})
afterEach(() => gateway.close())

const post = async (path: string, form: RawValues = {}, session: Signed = lin) =>
  (await calls.post(path, form, { session })).json
const start = (form: RawValues = {}, session: Signed = lin) =>
  post('corp/startTrabsfer.action', { domain: 'acme.test', ...form }, session)
const state = (session: Signed = lin) => post('main/getMoveMailStatus.action', {}, session)
const cancel = () => post('corp/cancelTransfer.action')
const moved = async (form: RawValues = {}) => {
  expect(await start(form)).toMatchObject({ code: '200', address: fresh })
  await gateway.drain()
  expect(await state()).toMatchObject({ code: '200', state: 'done', address: fresh })
}

async function mailbox(address: string): Promise<MailStore> {
  const found = await gateway.stores.accounts.byAddress(address)
  if (found === null) throw new Error(`There is no ${address}`)
  return gateway.stores.mailStores.of(found)
}

/** All that a mailbox shows, but for ids of its messages. */
async function contentsOf(address: string) {
  const store = await mailbox(address)
  const folders = await store.folders()
  const contents: unknown[] = []
  for (const { id, name, parent, total, unread, size } of folders) {
    const query = { folder: id, page: 1, pageSize: 200, sort: 'date', order: 'asc', filter: 'all' } as const
    const rows = (await store.page(query))?.list ?? []
    const list = rows.map(({ id: _id, threadId: _threadId, ...row }) => row)
    contents.push({ id, name, parent, total, unread, size, list })
  }
  return contents
}
const subjectsIn = async (address: string, folder = 'inbox') => {
  const query = { folder, page: 1, pageSize: 200, sort: 'date', order: 'asc', filter: 'all' } as const
  return ((await (await mailbox(address)).page(query))?.list ?? []).map(({ subject }) => subject)
}

const letter = (subject: string, messageId?: string) =>
  `From: San <san@corp.test>\r\nTo: lin@ep.test\r\n${messageId === undefined ? '' : `Message-ID: <${messageId}>\r\n`}Subject: ${subject}\r\n\r\nText of ${subject}\r\n`

/** Messages without a Message-ID, two of one, one twice byte for byte, in folders of two floors. */
async function fill() {
  const store = await mailbox(old)
  const work = await store.createFolder('工作')
  const inner = await store.createFolder('2026', work?.id ?? null)
  const folders = { work: work?.id ?? '', inner: inner?.id ?? '' }
  const ids: string[] = []
  for (const [subject, messageId, into] of [
    ['one', 'a@corp.test', 'inbox'],
    ['one', 'a@corp.test', 'inbox'],
    ['other', 'a@corp.test', folders.work],
    ['bare', undefined, 'inbox'],
    ['bare', undefined, folders.inner],
    ['draft', undefined, 'draft'],
    ['thrown', 'b@corp.test', 'inbox'],
  ] as const) {
    gateway.clock.advance(60_000)
    ids.push(await gateway.deliver(old, letter(subject, messageId), into))
  }
  await store.mark(ids.slice(0, 3), 'seen')
  await store.mark([ids[1] ?? '', ids[4] ?? ''], 'flagged')
  await store.noteReply(ids[0] ?? '', 'answered')
  await store.move([ids[6] ?? ''], 'deleted')
  return { ids, folders }
}

/** A worker that is killed at its step, and its job. */
function killable() {
  const { movedMails } = gateway.stores
  if (movedMails === null) throw new Error('Mail is not kept here')
  const counted = <T extends object>(store: T): T =>
    new Proxy(store, {
      get: (target, name, receiver) => {
        const found: unknown = Reflect.get(target, name, receiver)
        if (typeof found !== 'function') return found
        return async (...asked: readonly unknown[]) => {
          takeStep()
          const answer: unknown = await Reflect.apply(found, target, asked)
          // Killed after it was done, too.
          takeStep()
          return answer
        }
      },
    })
  const deps: MoveWorkDeps = {
    ...gateway.stores,
    mailboxMoves: counted(gateway.stores.mailboxMoves),
    movedMails: counted(movedMails),
    deleteAccountData: counted({ run: gateway.stores.deleteAccountData }).run,
  }
  const work = (job: MailJob, onNote: (position: number) => void = () => undefined) =>
    makeWorkMailboxMove(deps)(job, async (progress) => {
      onNote(progress.position)
      return true
    })
  return { deps, work }
}

async function begun(forwards = false): Promise<MailJob> {
  const about = { account, organization: 'acme', address: fresh, forwards, total: 7, now: gateway.clock.now() }
  const member = await gateway.stores.accounts.byId(account.id)
  expect(await gateway.stores.mailboxMoves.begin({ ...about, account: member ?? account })).toBe('begun')
  const [job] = await gateway.stores.mailJobs.ofAccount(account.id, 0)
  return job ?? expect.fail('no job')
}

/** Gives others their turn after each pass. */
async function inPasses(work: ReturnType<typeof makeWorkMailboxMove>, job: MailJob): Promise<unknown> {
  for (;;) {
    const outcome = await work(job, async () => true).catch((error: unknown) => error)
    if (!(outcome instanceof WorkUnfinished)) return outcome
  }
}

describe('the transfer of a mailbox', () => {
  it('carries folders, messages and all that belongs to them, and its owner signs in with the same password', async () => {
    const { folders } = await fill()
    await post('contact/addContact.action', { name: '王五', email: 'wang@corp.test' })
    const { contact } = await post('contact/contactOf.action', { email: 'wang@corp.test' })
    const id = String((contact as { id: string }).id)
    await post('contact/addGroup.action', { name: '同事', contacts: [id] })
    await post('signature/saveSignature.action', { title: 'Work', html: '<p>Lin</p>' })
    await post('settings/change.action', { pageSize: '20', skin: 'forest' })
    await gateway.account('san@ep.test')
    const filed = someDraft('Filed', { actions: [{ kind: 'file', folder: folders.inner }] })
    await post('mailFiltering/saveRule.action', { rule: JSON.stringify(filed) })
    const { forwardTargets } = gateway.stores
    await forwardTargets.add(account.id, 'san@ep.test', 1, 9)
    await forwardTargets.confirm(account.id, 'san@ep.test', 1)
    await post('settings/saveForwarding.action', { isOn: '1', to: 'san@ep.test', keepsCopy: '1' })
    const get = async (path: string, session: Signed) => (await calls.get(path, {}, { session })).json
    const rules = await get('mailFiltering/rules.action', lin)
    expect(rules).toMatchObject({ rules: [{ ...filed, isFolderGone: false }], isForwarding: true })
    await moved()
    expect(await contentsOf(fresh)).toEqual(await contentsOf(old))
    expect(await subjectsIn(fresh, folders.inner)).toEqual(['bare'])
    expect(await gateway.stores.accounts.byAddress(fresh)).toMatchObject({
      ...{ tier: 'enterprise', organization: 'acme', locked: false },
    })
    const there = await calls.signIn(fresh)
    expect(await post('contact/contactOf.action', { email: 'wang@corp.test' }, there)).toMatchObject({
      contact: { name: '王五' },
      groups: ['同事'],
    })
    expect(await get('signature/signatures.action', there)).toEqual(await get('signature/signatures.action', lin))
    expect(await post('settings/read.action', {}, there)).toMatchObject({
      settings: { pageSize: '20', skin: 'forest' },
    })
    expect(await get('mailFiltering/rules.action', there)).toEqual(rules)
    expect(await post('settings/forwarding.action', {}, there)).toMatchObject({ isOn: true, to: 'san@ep.test' })
    const { id: put, size } = await gateway.stores.spool.put(Buffer.from(letter('Filed now')), 100_000)
    await gateway.house.inbound?.keep([fresh], put, size, 'san@corp.test')
    await gateway.drain()
    expect(await subjectsIn(fresh, folders.inner)).toEqual(['bare', 'Filed now'])
    expect(await subjectsIn('san@ep.test')).toEqual(['Filed now'])
  })

  it('killed at every step and resumed, has each message once: with equal and with missing Message-IDs', async () => {
    await fill()
    const before = await contentsOf(old)
    const job = await begun()
    const { work } = killable()
    let kills = 0
    let position = 0
    for (let breaksAt = 1; ; breaksAt += 1) {
      steps = { taken: 0, breaksAt }
      const outcome = await work({ ...job, position }, (at) => {
        position = at
      }).catch((error: unknown) => error)
      if (outcome === true) break
      expect(outcome).toMatchObject({ message: 'killed' })
      kills += 1
    }
    expect(kills).toBeGreaterThan(20)
    expect(await contentsOf(fresh)).toEqual(before)
    expect(await contentsOf(old)).toEqual(before)
  })

  it('that fails says why, and goes on where it was once it is asked for again', async () => {
    await fill()
    steps = { taken: 0, breaksAt: 4 }
    await start()
    await gateway.drain()
    expect(await state()).toMatchObject({ state: 'failed', reason: 'operationFailed', total: 7, forwardUntil: null })
    steps = { taken: 0, breaksAt: Number.POSITIVE_INFINITY }
    await moved()
    expect(await contentsOf(fresh)).toEqual(await contentsOf(old))
  })

  it('carries what comes, changes and goes meanwhile, in another pass', async () => {
    const { ids, folders } = await fill()
    const job = await begun()
    const { deps } = killable()
    const store = await mailbox(old)
    let pages = 0
    const meddling: MoveWorkDeps = {
      ...deps,
      mailboxMoves: {
        ...gateway.stores.mailboxMoves,
        mirrorContacts: async (move) => {
          pages += 1
          if (pages === 1) {
            await gateway.deliver(old, letter('late'))
            await store.replace(ids[5] ?? null, {
              ...{ folder: 'draft', flags: {}, receivedAt: gateway.clock.now(), key: null },
              source: { kind: 'bytes', bytes: Buffer.from(letter('newer draft')) },
            })
            await store.move([ids[0] ?? ''], folders.inner)
            await store.renameFolder(folders.work, { name: 'Work' })
            await store.move([ids[6] ?? ''], 'inbox')
          }
          if (pages === 2) await post('contact/addContact.action', { name: 'Late', email: 'late@corp.test' })
          return gateway.stores.mailboxMoves.mirrorContacts(move)
        },
      },
    }
    expect(await inPasses(makeWorkMailboxMove(meddling), job)).toBe(true)
    expect(pages).toBeGreaterThan(1)
    expect(await contentsOf(fresh)).toEqual(await contentsOf(old))
    expect(await subjectsIn(fresh, 'draft')).toEqual(['newer draft'])
    const there = await calls.signIn(fresh)
    expect(await post('contact/contactOf.action', { email: 'late@corp.test' }, there)).toMatchObject({
      contact: { name: 'Late' },
    })
  })

  it('keeps the picture of a profile though a sweep comes just before its end', async () => {
    const { contactPhotos, db, mailboxMoves } = gateway.stores
    const photo = await insertPhoto(
      db,
      account.id,
      { type: 'image/png', bytes: Buffer.from('picture') },
      { now: 0, mostBytes: 1_000 },
    )
    await sql`insert into profiles (account_id, gender, birthday, province, city, photo)
      values (${account.id}, '', '', '', '', ${photo})`.execute(db)
    const swept: MoveWorkDeps = {
      ...killable().deps,
      mailboxMoves: {
        ...mailboxMoves,
        finish: async (...asked) => {
          await contactPhotos.sweep(gateway.clock.now())
          return mailboxMoves.finish(...asked)
        },
      },
    }
    expect(await inPasses(makeWorkMailboxMove(swept), await begun())).toBe(true)
    const target = await gateway.stores.accounts.byAddress(fresh)
    expect(await contactPhotos.find(target?.id ?? '', photo ?? '')).toMatchObject({ type: 'image/png' })
  })

  it('carries a folder that is made, one renamed and one removed in the last moment', async () => {
    const { folders } = await fill()
    const store = await mailbox(old)
    const gone = await store.createFolder('空')
    const job = await begun()
    const { deps } = killable()
    const { mailboxMoves } = gateway.stores
    let isMeddled = false
    const work = makeWorkMailboxMove({
      ...deps,
      mailboxMoves: {
        ...mailboxMoves,
        finish: async (...asked) => {
          if (!isMeddled) {
            isMeddled = true
            await store.createFolder('新', folders.work)
            await store.renameFolder(folders.inner, { name: '2027' })
            await store.removeFolder(gone?.id ?? '', 'inbox')
          }
          return mailboxMoves.finish(...asked)
        },
      },
    })
    expect(await inPasses(work, job)).toBe(true)
    expect(isMeddled).toBe(true)
    expect(await contentsOf(fresh)).toEqual(await contentsOf(old))
  })

  it('that is cancelled removes the new mailbox and its seat, and leaves the old one as it was', async () => {
    await fill()
    const before = await contentsOf(old)
    const job = await begun()
    const { work } = killable()
    steps = { taken: 0, breaksAt: 12 }
    await work(job).catch(() => undefined)
    expect(await subjectsIn(fresh)).not.toEqual([])
    expect(await cancel()).toMatchObject({ code: '200', state: 'cancelling' })
    steps = { taken: 0, breaksAt: 3 }
    await work(job).catch(() => undefined)
    steps = { taken: 0, breaksAt: Number.POSITIVE_INFINITY }
    await gateway.drain()
    expect(await state()).toMatchObject({ state: 'none', address: '' })
    expect(await gateway.stores.accounts.byAddress(fresh)).toBeNull()
    expect((await gateway.stores.organizations.members('acme')).map((it) => it.address)).toEqual([old])
    expect(await contentsOf(old)).toEqual(before)
    for (const id of ['inbox', 'deleted'])
      expect((await (await mailbox(old)).page({ ...wholeFolder, folder: id }))?.list.length).toBeGreaterThan(0)
    expect(await cancel()).toMatchObject({ code: 'notFound' })
    await moved()
  })

  it('whose cancelling breaks off is cancelled again, and never gone on with', async () => {
    await fill()
    const job = await begun()
    const { mailJobs, mailboxMoves, accounts } = gateway.stores
    const now = gateway.clock.now()
    await mailJobs.claim({ worker: 'a', now, leaseMs: 60_000, most: 1 })
    await cancel()
    // Its data has gone, its account has not.
    steps = { taken: 0, breaksAt: 4 }
    await expect(killable().work(job)).rejects.toThrow('killed')
    steps = { taken: 0, breaksAt: Number.POSITIVE_INFINITY }
    await mailJobs.end(job.id, 'a', { state: 'failed', reason: 'operationFailed', at: now })
    expect(await state()).toMatchObject({ state: 'failed', isCancelled: true })
    expect(await start()).toMatchObject({ code: 'notAllowed' })
    expect(await mailboxMoves.resume(account.id, 'running', now)).toBe(false)
    expect(await cancel()).toMatchObject({ state: 'cancelling' })
    await gateway.drain()
    expect(await state()).toMatchObject({ state: 'none' })
    expect(await accounts.byAddress(fresh)).toBeNull()
  })

  it('of a busy mailbox gives up its turn after each pass, waits longer, and ends after a day', async () => {
    const job = await begun()
    const { deps } = killable()
    const finish = async () => false
    const busy = makeWorkMailboxMove({ ...deps, mailboxMoves: { ...gateway.stores.mailboxMoves, finish } })
    const fault = await busy(job, async () => true).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(WorkUnfinished)
    const waits = [0, 60_000, 3_600_000].map((passed) => waitAfter(fault, job, job.createdAt + passed))
    expect(waits).toEqual([5_000, 15_000, 300_000])
    expect(isGivenUp(job, job.createdAt + 24 * 3_600_000)).toBe(true)
    const now = gateway.clock.now()
    await gateway.stores.mailJobs.claim({ worker: 'a', now, leaseMs: 60_000, most: 1 })
    await gateway.stores.mailJobs.postpone(job.id, 'a', now + 300_000)
    await cancel()
    await gateway.drain()
    expect(await state()).toMatchObject({ state: 'none' })
  })

  it('takes no mail into the new mailbox before its end: whoever writes there tries again', async () => {
    await gateway.account('san@ep.test')
    const san = await calls.signIn('san@ep.test')
    const job = await begun()
    const inbound = gateway.house.inbound ?? expect.fail('no inbound')
    expect(await inbound.mailbox(fresh, 10)).toBe('unfinished')
    const { id, size } = await gateway.stores.spool.put(Buffer.from(letter('over SMTP')), 100_000)
    await expect(inbound.keep([fresh], id, size, 'san@corp.test')).rejects.toThrow(StoreAway)
    await gateway.stores.mailJobs.claim({ worker: 'a', now: gateway.clock.now(), leaseMs: 60_000, most: 1 })
    const sent = { to: fresh, subject: 'from here', html: 'Hi', idempotencyKey: 'k' }
    expect(await post('writemail/sendMail.action', sent, san)).toMatchObject({ code: '200' })
    await gateway.drain()
    expect(await subjectsIn(fresh)).toEqual([])
    expect(await killable().work(job)).toBe(true)
    gateway.clock.advance(60 * 60_000)
    await gateway.drain()
    await inbound.keep([fresh], id, size, 'san@corp.test')
    expect((await subjectsIn(fresh)).toSorted()).toEqual(['from here', 'over SMTP'])
  })

  it('lets nobody into the new mailbox before its end, nor past the second factor after it', async () => {
    const { secret } = await post('login/beginTotp.action', { password: testPassword })
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: gateway.clock.now() })
    await post('login/confirmTotp.action', { code: codeNow() })
    gateway.clock.advance(120_000)
    const job = await begun()
    const signIn = async () =>
      (await calls.post('login/loginService.action', { username: fresh, password: testPassword, timezone: 'UTC' })).json
    expect(await signIn()).toMatchObject({ code: '004' })
    const unlock = runAccountCommand({ ...gateway.stores, mailDomains: [] }, { words: ['unlock', fresh] })
    await expect(unlock).rejects.toThrow(Misuse)
    const target = await gateway.stores.accounts.byAddress(fresh)
    expect(target).toMatchObject({ locked: true })
    // Opened in spite of it, it still has no password.
    await gateway.stores.accounts.change(target?.id ?? '', { locked: false })
    expect(await signIn()).toMatchObject({ code: '004' })
    await gateway.stores.accounts.change(target?.id ?? '', { locked: true })
    expect(await killable().work(job)).toBe(true)
    const { code, factorTicket } = await signIn()
    expect(code).toBe('factorNeeded')
    const second = { ticket: String(factorTicket), code: codeNow() }
    expect((await calls.post('login/secondStep.action', second)).json).toMatchObject({ code: '000' })
  })

  it('forwards from the old address for 30 days where that is wanted, and not a day longer', async () => {
    await moved({ forwards: '1' })
    const until = gateway.clock.now() + moveForwardMs
    expect(await state()).toMatchObject({ forwardUntil: until })
    const bring = async (subject: string) => {
      const { id, size } = await gateway.stores.spool.put(Buffer.from(letter(subject)), 100_000)
      await gateway.house.inbound?.keep([old], id, size, 'san@corp.test')
      await gateway.drain()
    }
    await bring('within')
    expect([await subjectsIn(old), await subjectsIn(fresh)]).toEqual([['within'], ['within']])
    gateway.clock.set(until)
    const again = await calls.signIn(old)
    expect(await post('settings/forwarding.action', {}, again)).toMatchObject({ isOn: false, to: fresh })
    await bring('after')
    expect([await subjectsIn(old), await subjectsIn(fresh)]).toEqual([['within', 'after'], ['within']])
  })
})

const wholeFolder = { page: 1, pageSize: 50, sort: 'date', order: 'asc', filter: 'all' } as const

describe('a transfer that may not be', () => {
  const refused = (code: string) => ({ code, msg: `errors:${code}`, field: 'domain' })

  it('S22: of another organization’s domain, of nobody’s, and of a person of none answers alike', async () => {
    await gateway.account('wang@ep.test')
    const wang = await calls.signIn('wang@ep.test')
    for (const domain of ['best.test', 'none.test', 'ep.test'])
      expect(await start({ domain })).toEqual(refused('notFound'))
    expect(await start({}, wang)).toEqual(refused('notFound'))
    expect(await state(wang)).toMatchObject({ state: 'none', address: '' })
    await start()
    expect(await state(wang)).toMatchObject({ state: 'none', address: '' })
  })

  it('S22: a header that claims another organization is no session', async () => {
    const claimed = { session: lin, headers: { organization: 'best' } }
    for (const path of ['corp/startTrabsfer.action', 'main/getMoveMailStatus.action', 'corp/cancelTransfer.action'])
      expect((await calls.post(path, { domain: 'best.test' }, claimed)).status).toBe(403)
    expect(await gateway.stores.mailboxMoves.find(account.id)).toBeNull()
  })

  it('is refused without a seat, to a name that is taken or looks like one, and where it does not fit', async () => {
    const other = await gateway.account('1in@acme.test')
    expect(await start()).toEqual(refused('nameTaken'))
    await gateway.stores.organizations.join('acme', other.id)
    await gateway.stores.accounts.remove(other.id)
    const wang = await gateway.account('wang@ep.test')
    await gateway.stores.organizations.join('acme', wang.id)
    expect(await start()).toEqual(refused('seatsFull'))
    await gateway.stores.organizations.leave('acme', wang.id)
    await gateway.deliver(old, letter('big'))
    await gateway.stores.db
      .updateTable('mailboxes')
      .set({ used: tiers.enterprise.quotaBytes + 1 })
      .where('account_id', '=', account.id)
      .execute()
    expect(await start()).toEqual(refused('quotaExceeded'))
    expect((await gateway.stores.organizations.members('acme')).map((it) => it.address)).toEqual([old])
  })

  it('never gets the name of a closed account, nor one that looks like it', async () => {
    const name_hash = closedNameHash(addressNameKey('1in@acme.test'))
    await gateway.stores.db.insertInto('closed_names').values({ name_hash, closed_at: 0 }).execute()
    expect(await start()).toEqual(refused('nameTaken'))
    expect(await state()).toMatchObject({ state: 'none', address: '' })
  })

  it('is begun once however often it is asked for, and by nobody who is there already', async () => {
    const answers = await Promise.all([start(), start()])
    for (const answer of answers) expect(answer).toMatchObject({ code: '200', address: fresh })
    await gateway.drain()
    expect(await gateway.stores.organizations.members('acme')).toHaveLength(2)
    const there = await calls.signIn(fresh)
    expect(await start({}, there)).toEqual(refused('notAllowed'))
  })

  it('S22: ends without a mailbox for whoever left the organization meanwhile', async () => {
    const job = await begun()
    await gateway.stores.organizations.leave('acme', account.id)
    await expect(killable().work(job)).rejects.toMatchObject({ code: 'notAllowed' })
    expect(await gateway.stores.accounts.byAddress(fresh)).toMatchObject({ locked: true })
  })
})

it('S22: a transfer ends without a mailbox where the domain is the organization’s no more', async () => {
  const job = await begun()
  await gateway.stores.db.deleteFrom('organization_domains').where('domain', '=', 'acme.test').execute()
  await expect(killable().work(job)).rejects.toMatchObject({ code: 'notAllowed' })
  expect(await gateway.stores.accounts.byAddress(fresh)).toMatchObject({ locked: true })
})

it('a transfer copies a row of every table that is registered to go along', async () => {
  const { db } = gateway.stores
  const way = { from: account.id, to: (await gateway.account('target@ep.test')).id }
  const [rows, contacts] = [tablesMovedAs('rows'), tablesMovedAs('contacts')]
  // The same text in every column, so that rows find one another.
  for (const table of [...rows, ...contacts]) {
    const columns = await sql<{ name: string; type: string }>`
      select name, type from pragma_table_info(${table}) where "notnull" = 1 or pk > 0`.execute(db)
    const value = ({ name, type }: { name: string; type: string }) =>
      name === 'account_id' ? way.from : /int/i.test(type) ? 1 : 'row'
    await sql`
      insert or replace into ${sql.table(table)} (${sql.join(columns.rows.map(({ name }) => sql.ref(name)))})
      values (${sql.join(columns.rows.map(value))})`.execute(db)
  }
  await copySmallTables(db, way, { rows })
  await copyContacts(db, way, { contacts })
  await copyPhotos(db, way)
  const without: string[] = []
  for (const table of [...rows, ...contacts]) {
    const found = await db.selectFrom(table).select('account_id').where('account_id', '=', way.to).execute()
    if (found.length === 0) without.push(table)
  }
  expect(without).toEqual([])
})
