/** Transfers of mailboxes in SQLite: account, seat and job are made by one transaction. */
import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { isRefusal } from '#contract/codes'
import { moveForwardMs } from '#contract/endpoints/organization/mailboxMove'
import type { AccountId } from '../core/account'
import { domainOf } from '../core/emailAddress'
import { Refusal } from '../core/refusal'
import { emptyRuleSet, type RuleSet } from '../core/rules/rules'
import { wholeJobRow } from '../mail/jobs/mailJobs.tables'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { roomFor } from '../sql/people/seats'
import type { Schema } from '../sql/schema'
import { asText } from '../sql/shortBytes'
import { truth } from '../sql/truth'
import type { MailboxMove, MailboxMoves, Mirrored, NewMove } from './mailboxMoves.store'
import { copyContacts, copyPhotos, copySmallTables, type MovedTables } from './movedRows.sql'

declare module '../sql/schema' {
  interface Schema {
    mailbox_moves: {
      account_id: string
      target_id: string
      address: string
      job_id: string
      /** `running`, `cancelling` or `done`; whether it failed, its job knows. */
      state: string
      forwards: 0 | 1
      forward_until: number | null
      contacts: string | null
    }
  }
}

type Row = Selectable<Schema['mailbox_moves']> & {
  readonly job_state: string | null
  readonly reason: string | null
  readonly done: number | null
  readonly total: number | null
}

export function makeMailboxMoves(db: Database, tables: MovedTables): MailboxMoves {
  return {
    find: async (account) => {
      const row = await rowOf(db, account)
      return row === undefined ? null : moveOf(row)
    },
    begin: (move) => db.transaction().execute((within) => begin(within, move)),
    resume: (account, to, now) =>
      db.transaction().execute(async (within) => {
        const row = await rowOf(within, account)
        const found = row === undefined ? null : moveOf(row)
        if (found === null || found.state === 'done') return false
        const isRunning = found.state !== 'failed'
        if ((isRunning || found.isCancelled) && to === 'running') return false
        // A job that runs sees what is wanted of it by now.
        const jobId = isRunning
          ? found.jobId
          : await addJob(within, wholeJobRow(account, { kind: 'mailboxMove' }, { total: found.total, now }))
        // One that waits for its next pass is cancelled at once.
        await within.updateTable('mail_jobs').set({ due_at: now }).where('id', '=', jobId).execute()
        const own = within.updateTable('mailbox_moves').where('account_id', '=', account)
        await own.set({ state: to, job_id: jobId }).execute()
        return true
      }),
    forget: async (account) => {
      await db.deleteFrom('mailbox_moves').where('account_id', '=', account).where('state', '=', 'cancelling').execute()
    },
    mirrorContacts: async ({ accountId: from, targetId: to }) => {
      const revision = await revisionOf(db, from)
      const known = await db
        .selectFrom('mailbox_moves')
        .select('contacts')
        .where('account_id', '=', from)
        .executeTakeFirst()
      if (known?.contacts !== revision) {
        await copyContacts(db, { from, to }, tables)
        const own = db.updateTable('mailbox_moves').where('account_id', '=', from)
        await own.set({ contacts: revision }).execute()
      }
      await copyPhotos(db, { from, to })
      return revision
    },
    finish: (move, mirrored, now) =>
      db.transaction().execute((within) => finish(within, move, { mirrored, tables }, now)),
  }
}

function rowOf(db: Connection, account: AccountId): Promise<Row | undefined> {
  return db
    .selectFrom('mailbox_moves')
    .leftJoin('mail_jobs', 'mail_jobs.id', 'mailbox_moves.job_id')
    .selectAll('mailbox_moves')
    .select(['mail_jobs.state as job_state', 'mail_jobs.reason', 'mail_jobs.done', 'mail_jobs.total'])
    .where('mailbox_moves.account_id', '=', account)
    .executeTakeFirst()
}

function moveOf(row: Row): MailboxMove {
  const isDone = row.state === 'done'
  const isCancelled = row.state === 'cancelling'
  const unfinished = isCancelled ? 'cancelling' : 'running'
  return {
    accountId: row.account_id,
    targetId: row.target_id,
    address: row.address,
    jobId: row.job_id,
    state: isDone ? 'done' : row.job_state === 'running' ? unfinished : 'failed',
    isCancelled,
    forwards: row.forwards === 1,
    forwardUntil: row.forward_until,
    done: row.done ?? 0,
    total: row.total ?? 0,
    reason: row.reason !== null && isRefusal(row.reason) ? row.reason : null,
  }
}

async function begin(
  within: Transaction<Schema>,
  { account, organization, address, forwards, total, now }: NewMove,
): ReturnType<MailboxMoves['begin']> {
  const before = await rowOf(within, account.id)
  if (before !== undefined && before.state !== 'done') return 'running'
  const room = await roomFor(within, organization, address)
  const self = await within
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', account.id)
    .where('organization', '=', organization)
    .executeTakeFirst()
  if (self === undefined) return 'foreign'
  if (typeof room === 'string') return room
  const targetId = randomUUID()
  // `finish` writes the password: until then none opens it, whoever unlocks it.
  const names = { id: targetId, address: room.address, name_key: room.nameKey, password_hash: '' }
  await within
    .insertInto('accounts')
    .values({
      ...self,
      ...names,
      tier: room.tier,
      organization,
      locked: truth(true),
      due_at: null,
      administers: null,
      locked_by: null,
    })
    .execute()
  const jobId = await addJob(within, wholeJobRow(account.id, { kind: 'mailboxMove' }, { total, now }))
  const move = {
    target_id: targetId,
    address: room.address,
    job_id: jobId,
    state: 'running',
    forwards: truth(forwards),
  }
  const begun = { ...move, forward_until: null, contacts: null }
  await within
    .insertInto('mailbox_moves')
    .values({ account_id: account.id, ...begun })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(begun))
    .execute()
  return 'begun'
}

async function revisionOf(db: Connection, account: AccountId): Promise<string> {
  const row = await db
    .selectFrom('contact_books')
    .select('revision')
    .where('account_id', '=', account)
    .executeTakeFirst()
  return row?.revision ?? ''
}

/** A folder that is made, renamed or moved changes no message. */
async function hasSameFolders(within: Connection, from: AccountId, to: AccountId): Promise<boolean> {
  const foldersOf = (account: AccountId) =>
    sql<{ id: string; name: string; above: string | null }>`
    select f.id, f.name, p.id as above from mail_folders as f
      join mailboxes as b on b.mailbox = f.mailbox left join mail_folders as p on p.folder = f.parent
    where b.account_id = ${account} and f.name_key is not null order by f.id`.execute(within)
  const [{ rows: wanted }, { rows: found }] = [await foldersOf(from), await foldersOf(to)]
  const isAlike = ({ id, name, above }: (typeof wanted)[number], index: number) => {
    const copy = found[index]
    return copy?.id === id && copy.name === name && copy.above === above
  }
  return wanted.length === found.length && wanted.every(isAlike)
}

/** Whether the old mailbox is still what the new one was made of. */
async function isAsMirrored(within: Connection, from: AccountId, { changes, contacts, factor }: Mirrored) {
  const mailbox = await within
    .selectFrom('mailboxes')
    .select('changes')
    .where('account_id', '=', from)
    .executeTakeFirst()
  const secret = await within
    .selectFrom('totp_secrets')
    .select('sealed_secret')
    .where('account_id', '=', from)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return (
    mailbox?.changes === changes &&
    (await revisionOf(within, from)) === contacts &&
    (secret?.sealed_secret ?? null) === asText(factor?.sealed ?? null)
  )
}

async function finish(
  within: Connection,
  move: MailboxMove,
  { mirrored, tables }: { readonly mirrored: Mirrored; readonly tables: MovedTables },
  now: number,
): Promise<boolean> {
  const { accountId: from, targetId: to } = move
  const row = await rowOf(within, from)
  if (row?.state !== 'running' || !(await isAsMirrored(within, from, mirrored))) return false
  if (!(await hasSameFolders(within, from, to))) return false
  const account = (id: AccountId) => within.selectFrom('accounts').where('id', '=', id)
  // Closed by the operator meanwhile, the new one is closed too.
  const { organization, ...owner } = await account(from)
    .select(['organization', 'password_hash', 'display_name', 'page_size', 'locked', 'locked_by', 'administers'])
    .executeTakeFirstOrThrow()
  const target = await account(to).select('organization').executeTakeFirst()
  // Whoever left it meanwhile gets no mailbox of it.
  if (target === undefined || target.organization !== organization) throw new Refusal('notAllowed')
  const domain = await within
    .selectFrom('organization_domains')
    .select('domain')
    .where('domain', '=', domainOf(move.address))
    .where('organization', '=', organization)
    .executeTakeFirst()
  if (domain === undefined) throw new Refusal('notAllowed')
  await copySmallTables(within, { from, to }, tables)
  // Those that a sweep took while no profile and no card of the target named them.
  await copyPhotos(within, { from, to })
  await copyFactor(within, { from, to }, mirrored)
  const until = move.forwards ? now + moveForwardMs : null
  await forwardFrom(within, move, until, now)
  await within.updateTable('accounts').set(owner).where('id', '=', to).execute()
  const own = within.updateTable('mailbox_moves').where('account_id', '=', from)
  await own.set({ state: 'done', forward_until: until }).execute()
  return true
}

/** Whoever knows the password alone opens the new mailbox no more than the old one. */
async function copyFactor(
  within: Connection,
  { from, to }: { readonly from: AccountId; readonly to: AccountId },
  { factor }: Mirrored,
): Promise<void> {
  await within.deleteFrom('totp_secrets').where('account_id', '=', to).execute()
  if (factor === null) return
  const sealed_secret = asText(factor.resealed) ?? ''
  await sql`
    insert into totp_secrets (account_id, sealed_secret, confirmed_at, used_step)
    select ${to}, ${sealed_secret}, confirmed_at, used_step from totp_secrets where account_id = ${from}`.execute(
    within,
  )
}

/** Both are the same person's, so nobody is asked to agree; the old mailbox keeps a copy. */
async function forwardFrom(
  within: Connection,
  { accountId: from, targetId: to, address }: MailboxMove,
  until: number | null,
  now: number,
): Promise<void> {
  const row = await within.selectFrom('rule_sets').selectAll().where('account_id', '=', from).executeTakeFirst()
  // Written by the rules' own store alone.
  const rules: RuleSet = row === undefined ? emptyRuleSet : JSON.parse(row.rules)
  const { forward, ...others } = rules
  const version = Number(row?.version ?? 0) + 1
  if (forward?.until !== undefined)
    await within
      .updateTable('rule_sets')
      .set({ rules: JSON.stringify(others) })
      .where('account_id', '=', to)
      .execute()
  if (until === null) return
  const written = {
    rules: JSON.stringify({ ...others, forward: { isOn: true, to: address, keepsCopy: true, until } }),
    version,
  }
  await within
    .insertInto('rule_sets')
    .values({ account_id: from, ...written })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(written))
    .execute()
  await within
    .insertInto('forward_targets')
    .values({ account_id: from, address, added_at: now, confirmed_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ confirmed_at: now }))
    .execute()
}

async function addJob(within: Connection, job: ReturnType<typeof wholeJobRow>): Promise<string> {
  await within.insertInto('mail_jobs').values(job).execute()
  return job.id
}
