/** Imports of contacts. A piece is taken in with the note of it, so none is taken twice. */
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import { isRefusal } from '#contract/codes'
import { contactTransferLimits } from '#contract/contacts/contactFiles'
import type { RefusedEntry } from '../../core/contactFile'
import { jobRow } from '../../mail/jobs/mailJobs.tables'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import { inBook, isOneOf } from '../contactRows.sql'
import {
  type ContactImportStore,
  importCounts,
  importedFile,
  importPlan,
  type StoredImport,
} from './contactImports.store'
import { takeEntries } from './takeEntries.sql'

declare module '../../sql/schema' {
  interface Schema {
    contact_imports: {
      account_id: string
      /** Also that of its job. */
      id: string
      /** As JSON: what `StoredImport` has of this name, and ids of groups that it made. */
      file: string
      plan: string
      counts: string
      made_groups: string
      position: number
      read: number
      made_at: number
      undone_at: number | null
    }
    contact_refusals: {
      account_id: string
      import_id: string
      /** Of the piece of the file, and those of it that were refused, as JSON. */
      position: number
      entries: string
    }
  }
}

const states = ['running', 'done', 'cancelled', 'failed'] as const

/** Imports with the state of their jobs; the sweep takes a job away after its import. */
function importsOf(db: Connection, account: string) {
  return db
    .selectFrom('contact_imports')
    .innerJoin('mail_jobs', 'mail_jobs.id', 'contact_imports.id')
    .selectAll('contact_imports')
    .select(['mail_jobs.state', 'mail_jobs.reason'])
    .where('contact_imports.account_id', '=', account)
    .where('mail_jobs.account_id', '=', account)
}

type Row = Selectable<Schema['contact_imports']> & { readonly state: string; readonly reason: string | null }

function importOf({ state, reason, ...row }: Row): StoredImport {
  const known = states.find((it) => it === state) ?? 'failed'
  return {
    id: row.id,
    file: v.parse(importedFile, JSON.parse(row.file)),
    plan: v.parse(importPlan, JSON.parse(row.plan)),
    counts: v.parse(importCounts, JSON.parse(row.counts)),
    position: row.position,
    read: Number(row.read),
    state: row.undone_at === null ? known : 'undone',
    reason: reason !== null && isRefusal(reason) ? reason : null,
    madeAt: Number(row.made_at),
  }
}

const noCounts = {
  ...{ added: 0, merged: 0, replaced: 0, skipped: 0, refused: 0 },
  ...{ photosDropped: 0, linesDropped: 0, groupsDropped: 0 },
}

export function makeContactImportStore(db: Database): ContactImportStore {
  const one = (on: Connection, account: string, id: string) =>
    importsOf(on, account).where('contact_imports.id', '=', id).executeTakeFirst()
  return {
    add: (account, { id, file, plan, madeAt }) =>
      inBook(db, account, async (book) => {
        const running = await importsOf(book, account).where('mail_jobs.state', '=', 'running').executeTakeFirst()
        if (running !== undefined) return false
        const texts = { file: JSON.stringify(file), plan: JSON.stringify(plan), counts: JSON.stringify(noCounts) }
        const begun = { made_groups: '[]', position: 0, read: 0, made_at: madeAt, undone_at: null }
        await book
          .insertInto('contact_imports')
          .values({ account_id: account, id, ...texts, ...begun })
          .execute()
        const job = { id, accountId: account, work: { kind: 'contacts' }, folder: '', filter: 'all' } as const
        const begins = { state: 'running', total: 1, done: 0, position: 0, reason: null, createdAt: madeAt } as const
        await book
          .insertInto('mail_jobs')
          .values(jobRow({ ...job, ...begins }, madeAt))
          .execute()
        await dropOldRefusals(book, account)
        return true
      }),
    find: async (account, id) => {
      const row = await one(db, account, id)
      return row === undefined ? null : importOf(row)
    },
    all: async (account) => {
      const rows = await importsOf(db, account).orderBy('contact_imports.made_at', 'desc').execute()
      return rows.map(importOf)
    },
    take: (account, id, piece, at) =>
      inBook(db, account, async (book) => {
        const row = await one(book, account, id)
        if (row?.state !== 'running' || row.position !== piece.position) return false
        const { plan, counts } = importOf(row)
        const madeGroups = v.parse(v.array(v.string()), JSON.parse(row.made_groups))
        const taken = await takeEntries(book, account, { id, plan, piece, madeGroups, ...at })
        if (taken.refused.length > 0)
          await book
            .insertInto('contact_refusals')
            .values({
              ...{ account_id: account, import_id: id, position: piece.position },
              entries: JSON.stringify(taken.refused),
            })
            .execute()
        const sums = Object.entries(counts).map(([name, count]) => [name, count + (taken.counts[name] ?? 0)])
        await book
          .updateTable('contact_imports')
          .set({
            counts: JSON.stringify(Object.fromEntries(sums)),
            made_groups: JSON.stringify([...madeGroups, ...taken.madeGroups]),
            position: piece.position + piece.entries.length,
            read: piece.read,
          })
          .where('account_id', '=', account)
          .where('id', '=', id)
          .execute()
        return true
      }),
    cancel: (account, id, now) =>
      inBook(db, account, async (book) => {
        await book
          .updateTable('mail_jobs')
          .set({ state: 'cancelled', ended_at: now })
          .where('id', '=', id)
          .where('account_id', '=', account)
          .where('kind', '=', 'contacts')
          .where('state', '=', 'running')
          .execute()
      }),
    noteUndone: (account, id, now) =>
      inBook(db, account, async (book) => {
        const row = await one(book, account, id)
        if (row === undefined) return
        await removeEmptyGroups(book, account, v.parse(v.array(v.string()), JSON.parse(row.made_groups)))
        const own = book.updateTable('contact_imports').where('account_id', '=', account).where('id', '=', id)
        await own.set({ undone_at: now }).execute()
      }),
    refused: (account, id) => refusedEntries(db, account, id),
    sweep: async (before) => {
      await sql`
        delete from contact_refusals where exists (select 1 from contact_imports as i
          where i.account_id = contact_refusals.account_id and i.id = import_id and i.made_at < ${before})
          and not ${isRunning(sql.ref('import_id'))}`.execute(db)
      // One that waited for a gateway for days still goes on.
      await db
        .deleteFrom('contact_imports')
        .where('made_at', '<', before)
        .where(sql<SqlBool>`not ${isRunning(sql.ref('contact_imports.id'))}`)
        .execute()
    },
  }
}

const isRunning = (id: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select 1 from mail_jobs as job where job.id = ${id} and job.state = 'running')`

/** Lists of the last imports alone are held: they may be as long as the files. */
async function dropOldRefusals(book: Connection, account: string): Promise<void> {
  await book
    .deleteFrom('contact_refusals')
    .where('account_id', '=', account)
    .where('import_id', 'not in', (it) =>
      it
        .selectFrom('contact_imports')
        .select('id')
        .where('account_id', '=', account)
        .orderBy('made_at', 'desc')
        .limit(contactTransferLimits.refusedLists),
    )
    .execute()
}

async function removeEmptyGroups(book: Connection, account: string, groups: readonly string[]): Promise<void> {
  await book
    .deleteFrom('contact_groups')
    .where('account_id', '=', account)
    .where(isOneOf(book, 'id', groups))
    .where((it) =>
      it.not(
        it.exists(
          it
            .selectFrom('contact_group_members')
            .select('contact_id')
            .where('contact_group_members.account_id', '=', account)
            .whereRef('contact_group_members.group_id', '=', 'contact_groups.id'),
        ),
      ),
    )
    .execute()
}

/** Piece by piece: all of them may be as large as the file. */
async function* refusedEntries(db: Database, account: string, id: string): AsyncGenerator<RefusedEntry> {
  for (let after = -1; ; ) {
    const row = await db
      .selectFrom('contact_refusals')
      .select(['position', 'entries'])
      .where('account_id', '=', account)
      .where('import_id', '=', id)
      .where('position', '>', after)
      .orderBy('position')
      .executeTakeFirst()
    if (row === undefined) return
    // Nothing but `take` writes it.
    yield* JSON.parse(row.entries) as RefusedEntry[]
    after = row.position
  }
}
