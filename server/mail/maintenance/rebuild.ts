/**
 * Makes accounts and mailboxes from message files and the notes beside them (docs/decisions/0027), in a new database or in one that is
 * older than the files. Adds what is missing and removes nothing: run twice, it gives the same. What both know is as the newer has it.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { batchesOf, moveTo } from '../../kit/files/lostFiles'
import { asJson } from '../../sql/connection'
import type { SpoolId } from '../mail.store'
import { dataPathsOf } from '../spool/dataPaths'
import { adoptNotes } from '../spool/notes/adoptNotes'
import { makeAllDue } from '../spool/notes/messageNotes'
import { readNotes } from '../spool/notes/noteFiles'
import { accountsOf, type MailNote, type MessageNote, readAccountNote } from '../spool/notes/noteFormat'
import { claimFiles, isOlderThanFiles } from '../spool/notes/storeMarker'
import { messageEnding, shardsOf } from '../spool/spoolSweep'
import { keepMail } from '../sqlite/arrival/mailArrival'
import { folderNumber, mailboxOf } from '../sqlite/mailboxes'
import { noteReplied } from '../sqlite/mailChanges'
import type { MailContext } from '../sqlite/mailContext'
import { rebuildAccount } from './rebuildAccount'

export type Rebuilt = {
  /** Addresses of the accounts that were made: each needs a password. */
  readonly accounts: readonly string[]
  readonly mails: number
  /** Files that went to `lost+found`. */
  readonly lost: number
  /** Noted messages whose file is not there. */
  readonly missing: number
}

export type RebuildOptions = MailContext & {
  readonly dataDir: string
  /** The account that gets the files of which nothing is noted; null sends them to `lost+found`. */
  readonly into: string | null
}

type Wanted = { readonly spool: SpoolId; readonly account: string; readonly note: string | null; readonly came: number }

const batch = 200
/** What is to be kept, as it was found and in its order: a million messages are too many for memory. */
const gathered = ['rebuild_mails', 'rebuild_order']

export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { db, dataDir } = options
  // Nobody waits for an answer: what a power cut takes, the next run does again.
  await sql`pragma synchronous = normal`.execute(db)
  for (const table of gathered) await sql`drop table if exists ${sql.table(table)}`.execute(db)
  await sql`create table rebuild_mails (
    seq integer, came integer not null, spool text not null, account text not null, note text)`.execute(db)
  const isOlder = await isOlderThanFiles(db, dataDir)
  const { ids, made } = await rebuildAccounts(options, isOlder)
  let [lost, missing] = [0, 0]
  for await (const shard of shardsOf(dataPathsOf(dataDir).mail)) {
    const found = await gather(options, shard, ids)
    lost += found.lost
    missing += found.missing
  }
  await orderGathered(options)
  // Before anything arrives: a run that is broken off here finds the database as old as it was.
  if (isOlder) await adoptNotes(db, batch, options.clock.now())
  const mails = await keepGathered(options)
  for (const table of gathered) await sql`drop table ${sql.table(table)}`.execute(db)
  await makeAllDue(db)
  await claimFiles(db, dataDir)
  await options.spool.notes.flush()
  return { accounts: made, mails, lost, missing }
}

/** `ids`: of the account that each noted id is now. */
async function rebuildAccounts({ db, dataDir }: RebuildOptions, isOlder: boolean) {
  const directory = accountsOf(dataPathsOf(dataDir).mail)
  const ids = new Map<string, string>()
  const made: string[] = []
  for (const name of await readdir(directory).catch(() => [])) {
    const note = name.endsWith('.json') ? readAccountNote(await readFile(join(directory, name), 'utf8')) : null
    if (note === null) continue
    const { id, isNew } = await rebuildAccount(db, note, isOlder)
    ids.set(note.id, id)
    if (isNew) made.push(note.address)
  }
  return { ids, made: made.toSorted() }
}

async function gather(options: RebuildOptions, shard: string, accounts: ReadonlyMap<string, string>) {
  const { db, dataDir, into } = options
  const notes = new Map((await readNotes(shard)).last)
  let lost = 0
  for await (const names of batchesOf({ path: shard, ending: messageEnding })) {
    const referred = await referredOf(options, names)
    for (const spool of names) {
      const note = notes.get(spool)
      notes.delete(spool)
      const wanted = wantedOf(spool, note, accounts)
      if (note === undefined && into !== null && !referred.has(spool)) {
        const { mtimeMs } = await stat(join(shard, spool + messageEnding))
        wanted.push({ spool, account: into, note: null, came: Math.trunc(mtimeMs) })
      }
      for (const { account, note: mail, came } of wanted)
        await sql`insert into rebuild_mails (seq, came, spool, account, note)
          values (json_extract(${mail}, '$.seq'), ${came}, ${spool}, ${account}, ${mail})`.execute(db)
      if (wanted.length > 0 || referred.has(spool)) continue
      if (await moveTo(dataPathsOf(dataDir).lostAndFound, join(shard, spool + messageEnding))) lost += 1
    }
  }
  return { lost, missing: [...notes.values()].filter(({ mails }) => mails.length > 0).length }
}

function wantedOf(spool: SpoolId, note: MessageNote | undefined, accounts: ReadonlyMap<string, string>): Wanted[] {
  return (note?.mails ?? []).flatMap((mail) => {
    const account = accounts.get(mail.account)
    return account === undefined ? [] : [{ spool, account, note: JSON.stringify(mail), came: mail.receivedAt }]
  })
}

async function referredOf({ db }: RebuildOptions, ids: readonly SpoolId[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ spool: string }>`
    select value as spool from json_each(${asJson(ids)})
    where exists (select 1 from mails where mails.spool = value)
      or exists (select 1 from removed_mails where removed_mails.spool = value)
      or exists (select 1 from outbox where outbox.spool = value)`.execute(db)
  return new Set(rows.map((row) => row.spool))
}

/** In the order in which they had arrived, then by time. */
async function orderGathered({ db }: RebuildOptions): Promise<void> {
  await sql`create table rebuild_order as
    select spool, account, note, came from rebuild_mails order by seq is null, seq, came, spool`.execute(db)
}

/** Answers how many were made. */
async function keepGathered(options: RebuildOptions): Promise<number> {
  // Each is noted at the end: nothing is acknowledged before.
  const spool = { ...options.spool, notes: { ...options.spool.notes, noteNow: async () => undefined } }
  const context = { ...options, spool }
  let made = 0
  for (let done = 0; ; done += batch) {
    const { rows } = await sql<Wanted>`
      select spool, account, note, came from rebuild_order
      where rowid > ${done} and rowid <= ${done + batch} order by rowid`.execute(options.db)
    for (const row of rows) if (await keepOne(context, row)) made += 1
    if (rows.length < batch) return made
  }
}

async function keepOne(context: MailContext, { spool, account, note, came }: Wanted): Promise<boolean> {
  // Written by `gather` alone.
  const mail: MailNote | null = note === null ? null : JSON.parse(note)
  const mailbox = await mailboxOf(context.db, account)
  if (mail !== null && (await isKnown(context, mail.id))) return false
  const has = (name: MailNote['flags'][number]) => mail?.flags.includes(name) === true
  const flags = { seen: has('seen'), flagged: has('flagged'), answered: has('answered'), forwarded: has('forwarded') }
  const folder =
    mail !== null && (await folderNumber(context.db, mailbox, mail.folder)) !== null ? mail.folder : 'inbox'
  const { id, isNew } = await keepMail(
    context,
    { account, address: await addressOf(context, account), mailbox, quotaBytes: Number.POSITIVE_INFINITY },
    {
      ...{ folder, flags, receivedAt: came, key: mail?.key ?? null, tellsRecall: has('tells_recall') },
      source: { kind: 'spool', spool },
      ...(mail !== null && { id: mail.id }),
    },
    null,
  )
  if (isNew && has('receipt')) await noteReplied(context.db, mailbox, id, 'receipt')
  return isNew
}

async function addressOf({ db }: MailContext, account: string): Promise<string> {
  const { rows } = await sql<{ address: string }>`select address from accounts where id = ${account}`.execute(db)
  return rows[0]?.address ?? ''
}

async function isKnown({ db }: MailContext, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mails where id = ${id} union all select 1 from removed_mails where id = ${id} limit 1`.execute(db)
  return rows.length > 0
}
