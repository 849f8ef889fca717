/** Long work over mail in the database (TRUST R18). */
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import { isRefusal } from '#contract/codes'
import { importedFile } from '#contract/endpoints/mail/jobs'
import { filters, marks } from '#contract/endpoints/mail/mail'
import { LeaseLost } from '../../core/leases'
import type { MailJob, MailWork } from '../../core/mailJob'
import type { MailSearch } from '../../core/mailSearch'
import { writesSideBySide } from '../../sql/dialect'
import { earliestDue, isDue, isUnleased } from '../../sql/dueWork'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import type { MailJobStore } from './mailJobs.store'
import { jobRow } from './mailJobs.tables'

declare module '../../sql/schema' {
  interface Schema {
    mail_jobs: {
      id: string
      account_id: string
      /** The kind of work; with it goes `mark`, `target` or, as JSON, `details`. */
      kind: string
      mark: string | null
      target: string | null
      details: string | null
      folder: string
      /** A `MailSearch` as JSON; null where folder and filter are meant. */
      search: string | null
      filter: string
      state: string
      total: number
      done: number
      position: number
      reason: string | null
      created_at: number
      /** Epoch milliseconds; null while it runs. */
      ended_at: number | null
      due_at: number
      leased_until: number
      worker: string | null
    }
  }
}

type Row = Selectable<Schema['mail_jobs']>

const states = ['running', 'done', 'cancelled', 'failed'] as const

/** Ended, or put off. */
const isIdle = sql<boolean>`(mail_jobs.state <> 'running' or mail_jobs.worker is null)`

export function makeMailJobStore(db: Database): MailJobStore {
  const ofOwner = (accountId: string, id: string) =>
    db.selectFrom('mail_jobs').selectAll().where('id', '=', id).where('account_id', '=', accountId)
  const held = (id: string, worker: string) =>
    db.updateTable('mail_jobs').where('id', '=', id).where('worker', '=', worker)
  const find: MailJobStore['find'] = async (accountId, id) => {
    const row = await ofOwner(accountId, id).executeTakeFirst()
    return row ? jobOf(row) : null
  }
  return {
    find,
    add: async (job, dueAt = job.createdAt) => {
      await db.insertInto('mail_jobs').values(jobRow(job, dueAt)).execute()
    },
    addOnce: async (job) => {
      const { id: _id, account_id: _account, ...begun } = jobRow(job, job.createdAt)
      await db
        .insertInto('mail_jobs')
        .values(jobRow(job, job.createdAt))
        .onConflict((it) => it.column('id').doUpdateSet(begun).where(isIdle))
        .execute()
    },
    ofAccount: async (accountId, endedAfter) => {
      const rows = await db
        .selectFrom('mail_jobs')
        .selectAll()
        .where('account_id', '=', accountId)
        .where((it) => it.or([it('state', '=', 'running'), it('ended_at', '>', endedAfter)]))
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(jobOf)
    },
    cancel: async (accountId, id, now) => {
      await db
        .updateTable('mail_jobs')
        .set({ state: 'cancelled', ended_at: now })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('state', '=', 'running')
        .execute()
      return find(accountId, id)
    },
    claim: async ({ worker, now, leaseMs, most, except = [] }) => {
      const rows = await db
        .with('picked', (query) =>
          query
            .selectFrom('mail_jobs')
            .select('id')
            .where('state', '=', 'running')
            .where(isDue(now, sql`due_at = created_at`))
            .where(isUnleased(now))
            .$if(except.length > 0, (it) => it.where('kind', 'not in', except))
            // What was put off stands behind what was not.
            .orderBy('due_at')
            .orderBy('created_at')
            .limit(most)
            // What another worker is just taking is passed over, so that nobody waits for anybody.
            .$if(writesSideBySide(db), (it) => it.forUpdate().skipLocked()),
        )
        .updateTable('mail_jobs')
        .set({ leased_until: now + leaseMs, worker })
        .where('id', 'in', (query) => query.selectFrom('picked').select('id'))
        .returningAll()
        .execute()
      return rows.map(jobOf).toSorted((one, other) => one.createdAt - other.createdAt)
    },
    take: async ({ accountId, id, worker, now, leaseMs }) => {
      const row = await db
        .updateTable('mail_jobs')
        .set({ leased_until: now + leaseMs, worker })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('state', '=', 'running')
        .where(isUnleased(now))
        .returningAll()
        .executeTakeFirst()
      return row ? jobOf(row) : null
    },
    renew: async (id, worker, until) =>
      (await held(id, worker).set({ leased_until: until }).executeTakeFirst()).numUpdatedRows > 0n,
    note: async (id, worker, { done, position, files, total }) => {
      const details = files === undefined ? {} : { details: JSON.stringify({ files }) }
      const row = await held(id, worker)
        .set({ done, position, ...(total === undefined ? {} : { total }), ...details })
        .returning('state')
        .executeTakeFirst()
      if (!row) throw new LeaseLost(id)
      return row.state === 'running'
    },
    postpone: async (id, worker, at) => {
      const given = await held(id, worker).set({ due_at: at, leased_until: 0, worker: null }).executeTakeFirst()
      if (given.numUpdatedRows === 0n) throw new LeaseLost(id)
    },
    end: async (id, worker, { state, reason, at }) => {
      const ended = await held(id, worker)
        .where('state', '=', 'running')
        .set({ state, reason, ended_at: at, leased_until: 0, worker: null })
        .executeTakeFirst()
      if (ended.numUpdatedRows > 0n) return
      const freed = await held(id, worker).set({ leased_until: 0, worker: null }).executeTakeFirst()
      if (freed.numUpdatedRows === 0n) throw new LeaseLost(id)
    },
    nextDue: async (except = []) => {
      const row = await db
        .selectFrom('mail_jobs')
        .select(earliestDue)
        .where('state', '=', 'running')
        .$if(except.length > 0, (it) => it.where('kind', 'not in', except))
        .executeTakeFirst()
      return row?.at ?? null
    },
    sweep: async (before) => {
      await db.deleteFrom('mail_jobs').where('ended_at', '<', before).execute()
    },
  }
}

function known<T extends string>(words: readonly T[], word: string | null): T {
  const found = words.find((candidate) => candidate === word)
  if (found === undefined) throw new Error(`A job holds the word ${word}, which is not known`)
  return found
}

const exported = v.object({ ids: v.nullable(v.array(v.string())), zone: v.string() })
const recalled = v.object({ recallId: v.string() })
const undone = v.object({ runId: v.string() })
const removed = v.object({ memberId: v.string() })
const imported = v.object({
  files: v.array(v.object({ ...importedFile.entries, uploadId: v.string(), entries: v.number() })),
})

function workOf({ kind, mark, target, details }: Row): MailWork {
  if (kind === 'mark') return { kind, mark: known(marks, mark) }
  if (kind === 'move' && target !== null) return { kind, target }
  if (kind === 'export') return { kind, ...v.parse(exported, JSON.parse(details ?? '')) }
  if (kind === 'import') return { kind, ...v.parse(imported, JSON.parse(details ?? '')) }
  if (kind === 'recall') return { kind, ...v.parse(recalled, JSON.parse(details ?? '')) }
  if (kind === 'memberRemoval') return { kind, ...v.parse(removed, JSON.parse(details ?? '')) }
  if (kind === 'rulesUndo') return { kind, ...v.parse(undone, JSON.parse(details ?? '')) }
  if (kind === 'attachments') return { kind }
  if (kind === 'contacts' || kind === 'mailboxMove' || kind === 'archive' || kind === 'rules') return { kind }
  return { kind: known(['remove'], kind) }
}

function jobOf(row: Row): MailJob {
  const { id, folder, total, done, position, reason } = row
  return {
    id,
    accountId: row.account_id,
    work: workOf(row),
    folder,
    filter: known(filters, row.filter),
    // Nothing but `add` writes it.
    ...(row.search === null ? {} : { search: JSON.parse(row.search) as MailSearch }),
    state: known(states, row.state),
    total,
    done,
    position,
    reason: reason !== null && isRefusal(reason) ? reason : null,
    createdAt: row.created_at,
  }
}
