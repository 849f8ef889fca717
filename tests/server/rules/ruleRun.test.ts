/** Rules carried out over what lies in a folder: once each, nothing sent, cancelled, gone on with after a crash, and taken back. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RuleActionDraft, RuleDraft } from '#contract/mail/ruleDraft'
import type { Account } from '#server/core/account'
import { Refusal } from '#server/core/refusal'
import type { MailStore, MailStores } from '#server/mail/mail.store'
import { makeRuleRuns } from '#server/rules/running/ruleRuns.sql'
import { makeWorkRules } from '#server/rules/running/workRuleRun'
import type { makeCalls, Signed } from '#tests/support/gateway/calls'
import type { TestGateway } from '#tests/support/gateway/gateway'
import { linAndWang } from '#tests/support/gateway/twoPeople'
import { queryPlans } from '#tests/support/stores/queryPlans'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let account: Account
let lin: Signed
let wang: Signed

beforeEach(async () => {
  ;({ gateway, calls, account, lin, wang } = await linAndWang())
  // Work begins when a test says so.
  await gateway.house.dispatcher.stop()
})
afterEach(() => gateway.close())

const post = async (call: string, form: Record<string, string>, session = lin) =>
  (await calls.post(`mailFiltering/${call}.action`, form, { session })).json
const state = async (session = lin) => (await calls.get('mailFiltering/ruleRun.action', {}, { session })).json
const deliver = (subject: string, folder = 'inbox', more = '') =>
  gateway.deliver(
    'lin@ep.test',
    `From: Wang <wang@ep.test>\nTo: lin@ep.test\n${more}Subject: ${subject}\n\nText\n`,
    folder,
  )
const addRule = (value: string, actions: readonly RuleActionDraft[], change: Partial<RuleDraft> = {}) =>
  post('saveRule', {
    rule: JSON.stringify({
      ...{ name: value, match: 'all', exceptions: [], stops: false, actions },
      conditions: [{ kind: 'subject', test: 'contains', values: [value] }],
      ...change,
    }),
  })

/** Subjects and marks of a folder. */
async function mails(folder: string, owner = account): Promise<string[]> {
  const query = { folder, filter: 'all', page: 1, pageSize: 200, sort: 'date', order: 'asc' } as const
  const page = await gateway.stores.mailStores.of(owner).page(query)
  return (page?.list ?? [])
    .map(({ subject, seen, flagged }) => `${subject}${seen ? ' seen' : ''}${flagged ? ' flagged' : ''}`)
    .toSorted()
}

const idIn = ({ run }: Readonly<Record<string, unknown>>): string => {
  if (typeof run !== 'object' || run === null || !('job' in run)) throw new Error('No run')
  const { job } = run
  if (typeof job !== 'object' || job === null || !('id' in job)) throw new Error('No job')
  return String(job.id)
}
const undo = async (session = lin) => post('undoRuleRun', { id: idIn(await state()) }, session)

/** The process is killed right after that call. */
function cutAt(call: 'move' | 'mark', left: number): MailStores {
  return {
    of: (owner) => {
      const store = gateway.stores.mailStores.of(owner)
      let calls = left
      const cut = async <T>(work: () => Promise<T>): Promise<T> => {
        const done = await work()
        calls -= 1
        if (calls === 0) throw new Killed()
        return done
      }
      const cutting: MailStore = {
        ...store,
        ...(call === 'move'
          ? { move: (ids, target) => cut(() => store.move(ids, target)) }
          : { mark: (which, mark) => cut(() => store.mark(which, mark)) }),
      }
      return cutting
    },
  }
}
class Killed extends Error {}

describe('a run of rules', () => {
  it('files, marks, copies and deletes what is there as the rules say, and Undo puts each message back', async () => {
    await addRule('one', [{ kind: 'file', folder: 'archive' }, { kind: 'markSeen' }], { stops: true })
    await addRule('two', [{ kind: 'flag' }, { kind: 'copy', folder: 'archive' }])
    await addRule('three', [{ kind: 'discard' }])
    await addRule('o', [{ kind: 'copy', folder: 'junk' }])
    for (const subject of ['one', 'two', 'three', 'four', 'plain']) await deliver(subject)
    const before = await mails('inbox')
    expect(await post('startRuleRun', { folder: 'inbox' })).toMatchObject({
      run: {
        job: { kind: 'rules', total: 5, state: 'running', folder: 'inbox' },
        undo: null,
        ruleName: null,
        changed: 0,
      },
    })
    await gateway.drain()
    expect(await state()).toMatchObject({ run: { job: { state: 'done', done: 5 }, changed: 4 } })
    expect(await mails('inbox')).toEqual(['four', 'plain', 'two flagged'])
    expect(await mails('archive')).toEqual(['one seen', 'two flagged'])
    expect(await mails('deleted')).toEqual(['three'])
    expect(await mails('junk')).toEqual(['four', 'two flagged'])

    await undo()
    await gateway.drain()
    expect(await state()).toMatchObject({ run: { undo: { kind: 'rulesUndo', state: 'done', done: 4 }, changed: 0 } })
    expect(await mails('inbox')).toEqual(before)
    for (const folder of ['archive', 'deleted', 'junk']) expect(await mails(folder)).toEqual([])
    expect(await undo()).toMatchObject({ code: 'noMailSelected' })
  })

  it('is taken back into Junk, where the scanner is named for what it put there, and nobody for the rest', async () => {
    await addRule('one', [{ kind: 'file', folder: 'archive' }])
    const ids = [await deliver('one by a scanner'), await deliver('one more')]
    const [scanned, other] = ids
    await sql`update mails set scan = 'junk' where id = ${scanned}`.execute(gateway.stores.db)
    await gateway.stores.mailStores.of(account).move(ids, 'junk')
    await post('startRuleRun', { folder: 'junk' })
    await gateway.drain()
    expect(await mails('junk')).toEqual([])
    await undo()
    await gateway.drain()
    expect(await mails('junk')).toHaveLength(2)
    const reasonOf = async (id: string | undefined) => {
      const { json } = await calls.post('readmail/showMail.action', { id: id ?? '' }, { session: lin })
      return JSON.parse(JSON.stringify(json)).mail.junkBy ?? null
    }
    expect([await reasonOf(scanned), await reasonOf(other)]).toEqual(['scanner', null])
  })

  it('forwards, answers and rejects nothing', async () => {
    await addRule('a', [
      { kind: 'redirect', to: 'wang@ep.test', keepCopy: false },
      { kind: 'reply', text: 'Away' },
    ])
    expect(await post('startRuleRun', { folder: 'inbox' })).toMatchObject({ code: 'notAllowed', field: 'id' })
    await addRule('b', [{ kind: 'reject', text: 'No' }])
    await addRule('a', [{ kind: 'flag' }, { kind: 'redirect', to: 'wang@ep.test', keepCopy: false }])
    for (const subject of ['a', 'b']) await deliver(subject)
    await post('startRuleRun', { folder: 'inbox' })
    await gateway.drain()
    expect(await mails('inbox')).toEqual(['a flagged', 'b'])
    const other = await gateway.stores.accounts.byAddress('wang@ep.test')
    expect(other && (await mails('inbox', other))).toEqual([])
  })

  it('reads a message where its row does not tell, in the folder that is named alone', async () => {
    await addRule('x', [{ kind: 'file', folder: 'archive' }], {
      conditions: [{ kind: 'header', name: 'X-Kind', test: 'is', values: ['bill'] }],
    })
    await deliver('in', 'junk', 'X-Kind: bill\n')
    await deliver('out', 'junk')
    await deliver('elsewhere', 'inbox', 'X-Kind: bill\n')
    await post('startRuleRun', { folder: 'junk' })
    await gateway.drain()
    expect([await mails('archive'), await mails('junk'), await mails('inbox')]).toEqual([
      ['in'],
      ['out'],
      ['elsewhere'],
    ])
  })

  it('runs one rule that is off, and of all those that are on', async () => {
    const { id } = await addRule('a', [{ kind: 'flag' }])
    await post('switchRule', { id: String(id), on: '0' })
    await deliver('a')
    expect(await post('startRuleRun', { folder: 'inbox' })).toMatchObject({ code: 'notAllowed' })
    expect(await post('startRuleRun', { folder: 'inbox', id: String(id) })).toMatchObject({ run: { ruleName: 'a' } })
    await gateway.drain()
    expect(await mails('inbox')).toEqual(['a flagged'])
  })

  it('refuses what the account has not, what it writes, and a second one meanwhile', async () => {
    const { id } = await addRule('a', [{ kind: 'flag' }])
    const run = (form: Record<string, string>, session = lin) => post('startRuleRun', form, session)
    for (const folder of ['sent', 'draft', 'flag', 'outbox'])
      expect(await run({ folder })).toMatchObject({ code: 'notAllowed', field: 'folder' })
    expect(await run({ folder: 'inbox' })).toMatchObject({ code: 'noMailSelected' })
    expect(await run({ folder: 'of somebody else' })).toMatchObject({ code: 'notFound', field: 'folder' })
    await deliver('a')
    expect(await run({ folder: 'inbox', id: 'other' })).toMatchObject({ code: 'notFound', field: 'id' })
    expect(await run({ folder: 'inbox', id: String(id) }, wang)).toMatchObject({ code: 'notFound', field: 'id' })
    expect(await run({ folder: 'inbox' })).toMatchObject({ code: '200' })
    expect(await run({ folder: 'inbox' })).toMatchObject({ code: 'tooManyTries' })
    await gateway.drain()
    expect(await undo(wang)).toMatchObject({ code: 'notFound' })
    expect(await state(wang)).toEqual({ code: '200', run: null })
  })

  it('changes nothing more once it is cancelled, and what it did is taken back', async () => {
    await addRule('m', [{ kind: 'file', folder: 'archive' }])
    for (let at = 0; at < 250; at += 1) await deliver(`m${at}`)
    const store = gateway.stores.mailStores.of(account)
    await post('startRuleRun', { folder: 'inbox' })
    const id = idIn(await state())
    const [job] = await gateway.stores.mailJobs.claim({
      worker: 'w',
      now: gateway.clock.now(),
      leaseMs: 60_000,
      most: 1,
    })
    if (job === undefined) throw new Error('A job')
    const work = makeWorkRules({ ...gateway.stores, clock: gateway.clock })
    const isDone = await work(account, job, async (progress) => {
      await gateway.stores.mailJobs.cancel(account.id, id, gateway.clock.now())
      return gateway.stores.mailJobs.note(id, 'w', progress)
    })
    expect(isDone).toBe(false)
    const query = { folder: 'archive', filter: 'all', page: 1, pageSize: 0, sort: 'date', order: 'asc' } as const
    expect((await store.page(query))?.total).toBe(50)
    expect(await state()).toMatchObject({ run: { job: { state: 'cancelled', done: 0 }, changed: 50 } })
    // Its worker may still be in a step: what that does is to be taken back too.
    await undo()
    await gateway.drain()
    expect((await store.page(query))?.total).toBe(50)
    await gateway.stores.mailJobs.end(id, 'w', { state: 'done', reason: null, at: gateway.clock.now() })
    gateway.clock.advance(10_000)
    await gateway.drain()
    expect((await store.page(query))?.total).toBe(0)
  })

  it('stops between copies once it is cancelled, and plans nothing that it has not begun', async () => {
    await addRule('m', [{ kind: 'copy', folder: 'archive' }, { kind: 'flag' }])
    for (let at = 0; at < 20; at += 1) await deliver(`m${at}`)
    await post('startRuleRun', { folder: 'inbox' })
    const { mailJobs, clock } = { ...gateway.stores, clock: gateway.clock }
    const id = idIn(await state())
    await mailJobs.claim({ worker: 'w', now: clock.now(), leaseMs: 60_000, most: 1 })
    const job = await mailJobs.find(account.id, id)
    if (job === null) throw new Error('A job')
    const isDone = await makeWorkRules({ ...gateway.stores, clock })(account, job, async (progress) => {
      await mailJobs.cancel(account.id, id, clock.now())
      return mailJobs.note(id, 'w', progress)
    })
    expect(isDone).toBe(false)
    expect(await mails('archive')).toHaveLength(5)
    expect((await mails('inbox')).filter((one) => one.endsWith('flagged'))).toHaveLength(5)
    expect(await state()).toMatchObject({ run: { job: { state: 'cancelled' }, changed: 5 } })
  })

  it('that finds no room for a copy ends, and Undo has what it did by then', async () => {
    await addRule('m', [{ kind: 'copy', folder: 'archive' }, { kind: 'flag' }])
    for (const subject of ['m1', 'm2', 'm3']) await deliver(subject)
    const full: MailStores = {
      of: (owner) => {
        const store = gateway.stores.mailStores.of(owner)
        let room = 2
        const append: MailStore['append'] = async (mail) => {
          room -= 1
          if (room < 0) throw new Refusal('quotaExceeded')
          return store.append(mail)
        }
        return { ...store, append }
      },
    }
    await post('startRuleRun', { folder: 'inbox' })
    const id = idIn(await state())
    const { mailJobs } = gateway.stores
    const [job] = await mailJobs.claim({ worker: 'w', now: gateway.clock.now(), leaseMs: 60_000, most: 1 })
    if (job === undefined) throw new Error('A job')
    const work = makeWorkRules({ ...gateway.stores, clock: gateway.clock, mailStores: full })
    await expect(work(account, job, async () => true)).rejects.toThrow(Refusal)
    await mailJobs.end(id, 'w', { state: 'failed', reason: 'quotaExceeded', at: gateway.clock.now() })
    expect(await mails('archive')).toHaveLength(2)
    await undo()
    await gateway.drain()
    expect([await mails('inbox'), await mails('archive')]).toEqual([['m1', 'm2', 'm3'], []])
  })

  it('cancelled while nobody worked at it offers Undo of the step that was cut', async () => {
    await addRule('a', [{ kind: 'flag' }])
    await deliver('a')
    await post('startRuleRun', { folder: 'inbox' })
    const { mailJobs } = gateway.stores
    const [job] = await mailJobs.claim({ worker: 'dead', now: gateway.clock.now(), leaseMs: 60_000, most: 1 })
    if (job === undefined) throw new Error('A job')
    const dead = makeWorkRules({ ...gateway.stores, clock: gateway.clock, mailStores: cutAt('mark', 1) })
    await expect(dead(account, job, async () => true)).rejects.toThrow(Killed)
    await mailJobs.cancel(account.id, job.id, gateway.clock.now())
    expect(await state()).toMatchObject({ run: { job: { state: 'cancelled' }, changed: 1 } })
    await undo()
    gateway.clock.advance(61_000)
    await gateway.drain()
    expect(await mails('inbox')).toEqual(['a'])
    expect(await state()).toMatchObject({ run: { undo: { state: 'done' }, changed: 0 } })
  })

  it.each(['move', 'mark'] as const)('R18: does nothing twice after its process is killed at %s', async (call) => {
    await addRule('a', [{ kind: 'file', folder: 'archive' }, { kind: 'flag' }, { kind: 'copy', folder: 'junk' }])
    for (const subject of ['a1', 'a2', 'b']) await deliver(subject)
    await post('startRuleRun', { folder: 'inbox' })
    const { mailJobs, ruleRuns, spool } = gateway.stores
    const [job] = await mailJobs.claim({ worker: 'dead', now: gateway.clock.now(), leaseMs: 60_000, most: 1 })
    if (job === undefined) throw new Error('A job')
    const dead = makeWorkRules({ ruleRuns, spool, clock: gateway.clock, mailStores: cutAt(call, 1) })
    await expect(dead(account, job, async () => true)).rejects.toThrow(Killed)
    await mailJobs.postpone(job.id, 'dead', job.createdAt)
    await gateway.drain()
    expect(await mails('archive')).toEqual(['a1 flagged', 'a2 flagged'])
    expect(await mails('junk')).toEqual(['a1 flagged', 'a2 flagged'])
    expect(await state()).toMatchObject({ run: { job: { state: 'done' }, changed: 2 } })
    await undo()
    await gateway.drain()
    expect([await mails('inbox'), await mails('archive'), await mails('junk')]).toEqual([['a1', 'a2', 'b'], [], []])
  })

  it('whose folder was deleted is not taken back by halves: it ends with the reason, and marks stay', async () => {
    const store = gateway.stores.mailStores.of(account)
    const folder = await store.createFolder('Work')
    await addRule('a', [{ kind: 'file', folder: 'archive' }, { kind: 'flag' }])
    await addRule('b', [{ kind: 'copy', folder: 'archive' }])
    for (const subject of ['a', 'b']) await deliver(subject, folder?.id)
    await post('startRuleRun', { folder: folder?.id ?? '' })
    await gateway.drain()
    await store.removeFolder(folder?.id ?? '', 'deleted')
    const before = [await mails('archive'), await mails('deleted')]
    expect(before).toEqual([['a flagged', 'b'], ['b']])
    for (let tries = 0; tries < 2; tries += 1) {
      await undo()
      await gateway.drain()
      expect(await state()).toMatchObject({ run: { undo: { state: 'failed', reason: 'notFound' }, changed: 2 } })
      expect([await mails('archive'), await mails('deleted')]).toEqual(before)
    }
  })

  it('that only copied or marked is taken back though its folder was deleted', async () => {
    const store = gateway.stores.mailStores.of(account)
    const { id = '' } = (await store.createFolder('Work')) ?? {}
    await addRule('a', [{ kind: 'copy', folder: 'archive' }, { kind: 'flag' }])
    await deliver('a', id)
    await post('startRuleRun', { folder: id })
    await gateway.drain()
    await store.removeFolder(id, 'deleted')
    await undo()
    await gateway.drain()
    expect(await state()).toMatchObject({ run: { undo: { state: 'done' }, changed: 0 } })
    expect([await mails('archive'), await mails('deleted')]).toEqual([[], ['a flagged']])
  })

  it('whose folder goes in the middle of a step of its Undo keeps the marks of all that stays away', async () => {
    const { mailJobs, mailStores } = gateway.stores
    const own = mailStores.of(account)
    const { id = '' } = (await own.createFolder('Work')) ?? {}
    await addRule('a', [{ kind: 'file', folder: 'archive' }, { kind: 'flag' }])
    await deliver('a', id)
    await post('startRuleRun', { folder: id })
    await gateway.drain()
    await undo()
    const [job] = await mailJobs.claim({ worker: 'w', now: gateway.clock.now(), leaseMs: 60_000, most: 1 })
    if (job === undefined) throw new Error('A job')
    const removing: MailStore['summaries'] = async (ids) => {
      const rows = await own.summaries(ids)
      await own.removeFolder(id, 'deleted')
      return rows
    }
    const going: MailStores = { of: (owner) => ({ ...mailStores.of(owner), summaries: removing }) }
    const work = makeWorkRules({ ...gateway.stores, clock: gateway.clock, mailStores: going })
    await expect(work(account, job, async () => true)).rejects.toThrow(Refusal)
    expect(await mails('archive')).toEqual(['a flagged'])
  })

  it('and its Undo leave alone what its owner moves while they are in the middle of a step', async () => {
    await addRule('a', [{ kind: 'file', folder: 'archive' }, { kind: 'markSeen' }])
    const first = await deliver('a1')
    const second = await deliver('a2')
    const { mailJobs, mailStores } = gateway.stores
    const own = mailStores.of(account)
    const moving = (id: string): MailStores => ({
      of: (owner) => ({
        ...mailStores.of(owner),
        mark: async (which, mark) => {
          const marked = await own.mark(which, mark)
          await own.move([id], 'junk')
          return marked
        },
      }),
    })
    const work = async (id: string) => {
      const [job] = await mailJobs.claim({ worker: 'w', now: gateway.clock.now(), leaseMs: 60_000, most: 1 })
      if (job === undefined) throw new Error('A job')
      const isDone = await makeWorkRules({ ...gateway.stores, clock: gateway.clock, mailStores: moving(id) })(
        account,
        job,
        async () => true,
      )
      await mailJobs.end(job.id, 'w', { state: 'done', reason: null, at: gateway.clock.now() })
      return isDone
    }
    await post('startRuleRun', { folder: 'inbox' })
    expect(await work(first)).toBe(true)
    expect([await mails('archive'), await mails('junk')]).toEqual([['a2 seen'], ['a1 seen']])
    await undo()
    expect(await work(second)).toBe(true)
    expect([await mails('inbox'), await mails('archive'), await mails('junk')]).toEqual([[], [], ['a1 seen', 'a2']])
  })

  it('leaves alone what its owner has moved elsewhere since', async () => {
    await addRule('a', [{ kind: 'file', folder: 'archive' }])
    const first = await deliver('a1')
    await deliver('a2')
    await post('startRuleRun', { folder: 'inbox' })
    await gateway.drain()
    await gateway.stores.mailStores.of(account).move([first], 'junk')
    await undo()
    await gateway.drain()
    expect([await mails('inbox'), await mails('junk')]).toEqual([['a2'], ['a1']])
  })

  it('reads of what it has done only the messages of its step', async () => {
    const planned = { mail: 'm1', seen: true, flagged: false, target: 'archive', copies: [] }
    const plans = await queryPlans(gateway.stores.db, 'rule_run_changes', async (db) => {
      const runs = makeRuleRuns(db)
      await runs.plan('lin', 'a', [planned])
      await runs.planned('lin', 'a', 9)
      const others = Array.from({ length: 200 }, (_, at) => `other ${at}`)
      await runs.finish('lin', 'a', [{ ...planned, movedTo: 'm1', copied: [] }], others)
      await runs.forget('lin', 'a', ['m1', ...others])
    })
    const searches = plans.filter((plan) => plan !== '')
    expect(searches).toHaveLength(4)
    for (const plan of searches)
      expect(plan).toMatch(/^SEARCH rule_run_changes USING .*\((.* AND is_done=|run_id=\? AND mail=)\?\)$/)
  })
})
