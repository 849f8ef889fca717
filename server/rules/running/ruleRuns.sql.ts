/** Runs of rules in the product's own database. */
import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { MailJob } from '../../core/mailJob'
import { jobRow } from '../../mail/jobs/mailJobs.tables'
import { waitForTurn } from '../../sql/dialect'
import { isUnleased } from '../../sql/dueWork'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import { truth } from '../../sql/truth'
import type { MadeChange, PlannedChange, RuleRun, RuleRuns } from './ruleRuns.store'

declare module '../../sql/schema' {
  interface Schema {
    rule_runs: {
      account_id: string
      /** Of its job. */
      id: string
      undo_id: string | null
      rule_name: string | null
      /** JSON. */
      rules: string
      changed: number
      made_at: number
    }
    /** `copies` and `copied` are JSON. */
    rule_run_changes: {
      account_id: string
      run_id: string
      mail: string
      seen: 0 | 1
      flagged: 0 | 1
      target: string | null
      copies: string
      is_done: 0 | 1
      moved_to: string | null
      copied: string
    }
  }
}

/** Deleted in one piece. */
const rowsAtOnce = 500

/** Of one account one goes on at a time. */
const kinds = ['rules', 'rulesUndo'] as const

export function makeRuleRuns(db: Database): RuleRuns {
  const runs = (account: string) => db.selectFrom('rule_runs').selectAll().where('account_id', '=', account)
  return {
    begin: (job, { ruleName, rules }) =>
      beginOnce(db, job, async (within) => {
        const texts = { rule_name: ruleName, rules: JSON.stringify(rules) }
        await within
          .insertInto('rule_runs')
          .values({
            account_id: job.accountId,
            id: job.id,
            undo_id: null,
            changed: 0,
            made_at: job.createdAt,
            ...texts,
          })
          .execute()
      }),
    beginUndo: (job) =>
      beginOnce(db, job, async (within) => {
        await within
          .updateTable('rule_runs')
          .set({ undo_id: job.id })
          .where('account_id', '=', job.accountId)
          .where('id', '=', job.work.runId)
          .execute()
      }),
    find: async (account, id) => {
      const row = await runs(account).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : runOf(row)
    },
    newest: async (account) => {
      const row = await runs(account).orderBy('made_at', 'desc').orderBy('id').limit(1).executeTakeFirst()
      return row === undefined ? null : runOf(row)
    },
    ...changesOf(db),
    isHeld: async (account, id, now) => {
      const row = await db
        .selectFrom('mail_jobs')
        .select('id')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where(sql<boolean>`not ${isUnleased(now)}`)
        .executeTakeFirst()
      return row !== undefined
    },
    sweep: (before) => sweep(db, before),
  }
}

/** Takes the runs before that moment, but those whose job is on record. */
async function sweep(db: Database, before: number): Promise<void> {
  const jobs = sql`(select id from mail_jobs)`
  const old = sql`(
    select id from rule_runs where made_at < ${before} and id not in ${jobs}
      and (undo_id is null or undo_id not in ${jobs}))`
  for (let gone = rowsAtOnce; gone >= rowsAtOnce; await setImmediate()) {
    const { numAffectedRows = 0n } = await sql`
      delete from rule_run_changes where (run_id, mail) in (
        select run_id, mail from rule_run_changes where run_id in ${old} limit ${rowsAtOnce})`.execute(db)
    gone = Number(numAffectedRows)
  }
  await sql`delete from rule_runs where id in ${old}`.execute(db)
}

function changesOf(db: Database): Pick<RuleRuns, 'plan' | 'planned' | 'finish' | 'made' | 'forget'> {
  const changes = (account: string, id: string) =>
    db.selectFrom('rule_run_changes').selectAll().where('account_id', '=', account).where('run_id', '=', id)
  return {
    plan: async (account, id, planned) => {
      if (planned.length === 0) return
      await db
        .insertInto('rule_run_changes')
        .values(planned.map((one) => changeRow(account, id, one)))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    planned: async (account, id, most) => {
      const rows = await changes(account, id).where('is_done', '=', 0).limit(most).execute()
      return rows.map(changeOf)
    },
    finish: (account, id, made, forgotten) =>
      db.transaction().execute(async (within) => {
        await drop(within, account, id, forgotten)
        // Most keep their id and have no copy: that needs no row written anew.
        const plain = made.filter(({ mail, movedTo, copied }) => movedTo === mail && copied.length === 0)
        const settled = await settle(
          within,
          account,
          id,
          plain.map(({ mail }) => mail),
        )
        const rest = settled === plain.length ? made.filter((one) => !plain.includes(one)) : made
        if (rest.length === 0) return count(within, account, id, settled)
        const noted = await within
          .insertInto('rule_run_changes')
          .values(rest.map((one) => ({ ...changeRow(account, id, one), ...doneRow(one) })))
          .onConflict((conflict) =>
            conflict
              .columns(['run_id', 'mail'])
              .doUpdateSet((it) => ({
                is_done: it.ref('excluded.is_done'),
                moved_to: it.ref('excluded.moved_to'),
                copied: it.ref('excluded.copied'),
              }))
              // Whoever has lost the lease found the mail moved, and does not know where to.
              .where('rule_run_changes.is_done', '=', 0),
          )
          .returning('mail')
          .execute()
        await count(within, account, id, settled + noted.length)
      }),
    made: async (account, id, most) => {
      const rows = await changes(account, id).limit(most).execute()
      return rows.map(changeOf)
    },
    forget: (account, id, mails) =>
      db.transaction().execute(async (within) => {
        const gone = await drop(within, account, id, mails)
        await count(within, account, id, -gone)
      }),
  }
}

function beginOnce(db: Database, job: MailJob, note: (within: Transaction<Schema>) => Promise<void>): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    await waitForTurn(within, `rule_runs ${job.accountId}`)
    const running = await within
      .selectFrom('mail_jobs')
      .select('id')
      .where('account_id', '=', job.accountId)
      .where('kind', 'in', kinds)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (running !== undefined) return false
    await within.insertInto('mail_jobs').values(jobRow(job, job.createdAt)).execute()
    await note(within)
    return true
  })
}

/** Notes that they were moved under their ids; answers how many were not noted yet. */
async function settle(within: Transaction<Schema>, account: string, id: string, mails: readonly string[]) {
  if (mails.length === 0) return 0
  const { numUpdatedRows } = await within
    .updateTable('rule_run_changes')
    .set((it) => ({ is_done: truth(true), moved_to: it.ref('mail') }))
    .where('account_id', '=', account)
    .where('run_id', '=', id)
    .where('mail', 'in', [...mails])
    .where('is_done', '=', 0)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Answers how many of them were done. By the account's index SQLite would read all of the run. */
async function drop(within: Transaction<Schema>, account: string, id: string, mails: readonly string[]) {
  if (mails.length === 0) return 0
  const rows = await within
    .deleteFrom('rule_run_changes')
    .where(sql<boolean>`account_id || '' = ${account}`)
    .where('run_id', '=', id)
    .where('mail', 'in', [...mails])
    .returning('is_done')
    .execute()
  return rows.filter(({ is_done: isDone }) => isDone === 1).length
}

async function count(within: Transaction<Schema>, account: string, id: string, more: number): Promise<void> {
  await within
    .updateTable('rule_runs')
    .set((it) => ({ changed: it('changed', '+', more) }))
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute()
}

function changeRow(account: string, id: string, { mail, seen, flagged, target, copies }: PlannedChange) {
  return {
    ...{ account_id: account, run_id: id, mail, seen: truth(seen), flagged: truth(flagged), target },
    ...{ copies: JSON.stringify(copies), is_done: truth(false), moved_to: null, copied: '[]' },
  }
}

function doneRow({ movedTo, copied }: MadeChange) {
  return { is_done: truth(true), moved_to: movedTo, copied: JSON.stringify(copied) }
}

function changeOf({ mail, target, ...row }: Selectable<Schema['rule_run_changes']>): MadeChange {
  // Written here alone.
  const copies: MadeChange['copies'] = JSON.parse(row.copies)
  const copied: MadeChange['copied'] = JSON.parse(row.copied)
  return { mail, seen: row.seen === 1, flagged: row.flagged === 1, target, copies, movedTo: row.moved_to, copied }
}

function runOf(row: Selectable<Schema['rule_runs']>): RuleRun {
  // Written by `begin` alone.
  const rules: RuleRun['rules'] = JSON.parse(row.rules)
  return { id: row.id, undoId: row.undo_id, ruleName: row.rule_name, rules, changed: Number(row.changed) }
}
