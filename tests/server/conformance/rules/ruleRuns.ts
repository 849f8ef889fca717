/** Runs of rules: one of an account at a time, and each change on record until it is taken back. */
import { describe, expect, it } from 'vitest'
import type { MailJob, RulesUndoWork, RulesWork } from '#server/core/mailJob'
import { makeMailJobStore } from '#server/mail/jobs/mailJobs.sql'
import { makeRuleRuns } from '#server/rules/running/ruleRuns.sql'
import type { MadeChange, PlannedChange, RuleRuns } from '#server/rules/running/ruleRuns.store'
import type { Database } from '#server/sql/openDatabase'
import { rule } from '../../../support/mail/someRules'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

type Job<W> = MailJob & { readonly work: W }
const about = {
  folder: 'inbox',
  filter: 'all',
  state: 'running',
  total: 2,
  done: 0,
  position: 0,
  reason: null,
} as const

const job = (id: string, accountId = 'lin', createdAt = 1_000): Job<RulesWork> => ({
  ...about,
  ...{ id, accountId, createdAt },
  work: { kind: 'rules' },
})
const undo = (id: string, runId: string): Job<RulesUndoWork> => ({ ...job(id), work: { kind: 'rulesUndo', runId } })
const planned = (mail: string, change: Partial<PlannedChange> = {}): PlannedChange => ({
  ...{ mail, seen: true, flagged: false, target: 'archive', copies: [] },
  ...change,
})
const made = (change: PlannedChange): MadeChange => ({ ...change, movedTo: `${change.mail}.new`, copied: ['c1'] })

type Subject = { readonly runs: RuleRuns; readonly jobs: ReturnType<typeof makeMailJobStore> }
const rules = [rule({ actions: [{ kind: 'flag' }] })]

export function ruleRunsConform(name: string, make: MakeSubject<Subject>): void {
  describe(`runs of rules: ${name}`, () => {
    const subject = eachTest(make)

    it('goes on once an account, its Undo included, whoever asks at the same moment', async () => {
      const { runs, jobs } = subject.current().store
      const of = { ruleName: null, rules }
      const both = await Promise.all([runs.begin(job('a'), of), runs.begin(job('b'), of)])
      expect(both.toSorted()).toEqual([false, true])
      const first = both[0] ? 'a' : 'b'
      expect(await runs.find('lin', first === 'a' ? 'b' : 'a')).toBeNull()
      expect(await runs.begin(job('c', 'chen'), of)).toBe(true)
      expect(await runs.beginUndo(undo('u', first))).toBe(false)
      await jobs.cancel('lin', first, 2_000)
      expect(await runs.beginUndo(undo('u', first))).toBe(true)
      expect(await jobs.find('lin', 'u')).toMatchObject({ work: { kind: 'rulesUndo', runId: first } })
      expect(await runs.begin(job('d'), of)).toBe(false)
    })

    it('keeps what is to be done and what was, over a restart, each mail once', async () => {
      const { store, reopen } = subject.current()
      await store.runs.begin(job('a'), { ruleName: '评审', rules })
      const copy = { folder: 'archive', seen: false, flagged: true }
      const [one, two, three] = [planned('m1'), planned('m2', { target: null, copies: [copy] }), planned('m3')]
      await store.runs.plan('lin', 'a', [one, two, three])
      await store.runs.plan('lin', 'a', [{ ...one, target: 'junk' }])
      expect(await store.runs.planned('lin', 'a', 2)).toHaveLength(2)
      await store.runs.finish('lin', 'a', [made(one), made(two)], ['m3'])
      const { runs } = await reopen()
      expect(await runs.planned('lin', 'a', 9)).toEqual([])
      const byMail = (all: readonly MadeChange[]) => all.toSorted((a, b) => a.mail.localeCompare(b.mail))
      expect(byMail(await runs.made('lin', 'a', 9))).toEqual([made(one), made(two)])
      expect(await runs.newest('lin')).toEqual({ id: 'a', undoId: null, ruleName: '评审', rules, changed: 2 })
      await runs.forget('lin', 'a', ['m1'])
      expect(await runs.find('lin', 'a')).toMatchObject({ changed: 1 })
    })

    it('R18: notes once what was done, for who has lost the lease knows less', async () => {
      const { runs } = subject.current().store
      await runs.begin(job('a'), { ruleName: null, rules })
      await runs.plan('lin', 'a', [planned('m1')])
      await runs.finish('lin', 'a', [made(planned('m1'))], [])
      await runs.finish('lin', 'a', [{ ...made(planned('m1')), movedTo: null, copied: [] }], [])
      expect(await runs.made('lin', 'a', 9)).toEqual([made(planned('m1'))])
      expect(await runs.find('lin', 'a')).toMatchObject({ changed: 1 })
    })

    it('is held by its worker, cancelled or not, as long as its lease', async () => {
      const { runs, jobs } = subject.current().store
      await runs.begin(job('a'), { ruleName: null, rules })
      expect(await runs.isHeld('lin', 'a', 1_000)).toBe(false)
      await jobs.claim({ worker: 'w', now: 1_000, leaseMs: 500, most: 1 })
      await jobs.cancel('lin', 'a', 1_100)
      const held = [runs.isHeld('lin', 'a', 1_100), runs.isHeld('chen', 'a', 1_100), runs.isHeld('lin', 'a', 1_500)]
      expect(await Promise.all(held)).toEqual([true, false, false])
    })

    it('S21: is each account’s own', async () => {
      const { runs } = subject.current().store
      await runs.begin(job('a'), { ruleName: null, rules })
      await runs.plan('lin', 'a', [planned('m1')])
      expect(await runs.find('chen', 'a')).toBeNull()
      expect(await runs.newest('chen')).toBeNull()
      expect(await runs.made('chen', 'a', 9)).toEqual([])
      await runs.forget('chen', 'a', ['m1'])
      expect(await runs.made('lin', 'a', 9)).toHaveLength(1)
    })

    it('is swept a day after its job', async () => {
      const { runs, jobs } = subject.current().store
      await runs.begin(job('a'), { ruleName: null, rules })
      await runs.plan('lin', 'a', [planned('m1')])
      await runs.sweep(5_000)
      expect(await runs.find('lin', 'a')).not.toBeNull()
      await jobs.cancel('lin', 'a', 2_000)
      await jobs.sweep(5_000)
      await runs.sweep(5_000)
      expect(await runs.find('lin', 'a')).toBeNull()
      expect(await runs.made('lin', 'a', 9)).toEqual([])
    })
  })
}

const makeSubject = (db: Database): Subject => ({ runs: makeRuleRuns(db), jobs: makeMailJobStore(db) })
export const overSql = sqlSuite(makeSubject, ruleRunsConform)
