/** Removals of members in SQLite: lock, job and note are one transaction. */
import { sql } from 'kysely'
import * as v from 'valibot'
import { type Endings, endingKinds, endings, type MemberState } from '#contract/organizations/administrationRules'
import type { AccountId } from '../core/account'
import { Refusal } from '../core/refusal'
import { emptyRuleSet, type RuleSet } from '../core/rules/rules'
import { wholeJobRow } from '../mail/jobs/mailJobs.tables'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { truth } from '../sql/truth'
import { memberOf } from './administrators.sql'
import type { Change } from './administrators.store'
import { noteAudit } from './auditLog.sql'
import { stateOf } from './members.sql'
import type { MemberResult, Removal, Removals } from './members.store'

declare module '../sql/schema' {
  interface Schema {
    member_removals: {
      member_id: string
      organization: string
      target_id: string | null
      by_address: string
      job_id: string
      /** `copying`, `removing` or `deleting`; whether it failed, its job knows. */
      state: string
      /** What ended with the account, as JSON; null until all is copied. */
      ended: string | null
    }
  }
}

/** Milliseconds, a hundred years: it is the job that removes the account. */
const never = 100 * 365 * 24 * 60 * 60 * 1_000

export function makeRemovals(db: Database): Removals {
  return {
    find: async (member) => removalOf(db, member),
    endings: (member, now) => endingsOf(db, member, now),
    begin: (member, wanted, change) => db.transaction().execute((within) => begin(within, member, { wanted, change })),
    resume: (member, { target }, change) =>
      db.transaction().execute((within) => resume(within, member, { target, change })),
    cancel: (member, change) => db.transaction().execute((within) => cancel(within, member, change)),
    shut: (member, now) =>
      db.transaction().execute(async (within) => {
        const found = await standing(within, member)
        if (found === null) return false
        if (found.state !== 'copying') return true
        await within.updateTable('member_removals').set({ state: 'removing' }).where('member_id', '=', member).execute()
        await within
          .updateTable('accounts')
          .set({ closes_at: now + never })
          .where('id', '=', member)
          .execute()
        return true
      }),
    mayDelete: (member, now) =>
      db.transaction().execute(async (within) => {
        const found = await standing(within, member)
        if (found === null) return false
        // Once: whoever goes on after a crash finds less of it.
        if (found.state === 'deleting') return true
        const ended = await endingsOf(within, member, now)
        // Drafts are handed over with the rest.
        const told = { ...ended, drafts: found.targetId === null ? ended.drafts : 0 }
        await within
          .updateTable('member_removals')
          .set({ state: 'deleting', ended: JSON.stringify(told) })
          .where('member_id', '=', member)
          .execute()
        return true
      }),
    finish: ({ memberId, organization, by }, address, now) =>
      db.transaction().execute(async (within) => {
        if ((await standing(within, memberId)) === null) return
        const row = await within
          .selectFrom('member_removals')
          .select('ended')
          .where('member_id', '=', memberId)
          .executeTakeFirst()
        const note = { organization, by: { id: null, address: by }, now, subject: address } as const
        await noteAudit(within, { ...note, action: 'memberRemoved', detail: endingDetail(row?.ended ?? null) })
        await within.deleteFrom('accounts').where('id', '=', memberId).execute()
        await within.deleteFrom('member_removals').where('member_id', '=', memberId).execute()
      }),
  }
}

/**
 * The removal as it stands, null where there is none. Throws `notAllowed` for whoever left the
 * organization, or is no more locked by this removal: the operator had a say meanwhile.
 */
async function standing(within: Connection, member: AccountId): Promise<Removal | null> {
  const found = await removalOf(within, member)
  if (found === null) return null
  const account = await memberOf(within, member, found)
  const row = await within.selectFrom('accounts').select('locked_by').where('id', '=', member).executeTakeFirst()
  if (account === undefined || account.locked !== truth(true) || row?.locked_by !== 'removal')
    throw new Refusal('notAllowed')
  return found
}

type Beginning = { readonly wanted: Parameters<Removals['begin']>[1]; readonly change: Change }

async function begin(
  within: Connection,
  member: AccountId,
  { wanted: { target, total }, change }: Beginning,
): Promise<MemberResult> {
  const found = await memberOf(within, member, change)
  if (found === undefined) return 'unknown'
  const state = await memberState(within, member, change)
  if (member === change.by?.id || member === target || (state !== 'active' && state !== 'locked')) return 'unfit'
  if (await isNeeded(within, member)) return 'unfit'
  const heir = target === null ? null : await memberOf(within, target, change)
  if (target !== null && (await memberState(within, target, change)) !== 'active') return 'unfit'
  const detail = heir ? { target: heir.address } : {}
  await noteAudit(within, { ...change, action: 'removalStarted', subject: found.address, detail })
  await within
    .updateTable('accounts')
    .set({ locked: truth(true), locked_by: 'removal', administers: null })
    .where('id', '=', member)
    .execute()
  // The member's own jobs go with the account.
  const worker = target ?? change.by?.id ?? member
  const work = { kind: 'memberRemoval', memberId: member } as const
  const jobId = await addJob(within, wholeJobRow(worker, work, { total, now: change.now }))
  await within
    .insertInto('member_removals')
    .values({
      ...{ member_id: member, organization: change.organization, target_id: target },
      ...{ by_address: change.by?.address ?? '', job_id: jobId, state: 'copying' },
    })
    .execute()
  return 'done'
}

/** Whether another removal hands its messages to this member, or has its job here, which would go along. */
async function isNeeded(within: Connection, member: AccountId): Promise<boolean> {
  const other = await within
    .selectFrom('member_removals as r')
    .leftJoin('mail_jobs as j', 'j.id', 'r.job_id')
    .select('r.member_id')
    .where(({ and, eb, or }) =>
      or([eb('r.target_id', '=', member), and([eb('j.account_id', '=', member), eb('j.state', '=', 'running')])]),
    )
    .executeTakeFirst()
  return other !== undefined
}

type Resuming = { readonly target: AccountId | null | undefined; readonly change: Change }

async function resume(within: Connection, member: AccountId, { target, change }: Resuming): Promise<MemberResult> {
  const [found, account] = [await removalOf(within, member), await memberOf(within, member, change)]
  if (found === null || account === undefined) return 'unknown'
  const job = await jobOf(within, member)
  const lock = await within.selectFrom('accounts').select('locked_by').where('id', '=', member).executeTakeFirst()
  const isOperators = account.locked === truth(true) && lock?.locked_by !== 'removal'
  if (job?.state === 'running' || isOperators) return 'unfit'
  // Once all is copied there is nothing to be given to another one.
  if (target !== undefined && found.state === 'deleting') return 'unfit'
  if (target === member) return 'unfit'
  if (target && (await memberState(within, target, change)) !== 'active') return 'unfit'
  const heir = target ? await memberOf(within, target, change) : undefined
  const detail = heir ? { target: heir.address } : {}
  await noteAudit(within, { ...change, action: 'removalResumed', subject: account.address, detail })
  const targetId = target === undefined ? found.targetId : target
  // Of an heir who went, no job would be left.
  const heirStands = targetId !== null && (await memberState(within, targetId, change)) !== undefined
  const worker = (heirStands ? targetId : null) ?? change.by?.id ?? member
  const work = { kind: 'memberRemoval', memberId: member } as const
  const jobId = await addJob(within, wholeJobRow(worker, work, { total: job?.total ?? 0, now: change.now }))
  await within
    .updateTable('member_removals')
    .set({ job_id: jobId, target_id: targetId })
    .where('member_id', '=', member)
    .execute()
  const lockAgain = { locked: truth(true), locked_by: 'removal' }
  await within.updateTable('accounts').set(lockAgain).where('id', '=', member).execute()
  return 'done'
}

async function cancel(within: Connection, member: AccountId, change: Change): Promise<MemberResult> {
  const [found, account] = [await removalOf(within, member), await memberOf(within, member, change)]
  if (found === null || account === undefined) return 'unknown'
  if (found.state !== 'copying') return 'unfit'
  await noteAudit(within, { ...change, action: 'removalCancelled', subject: account.address })
  await within.deleteFrom('member_removals').where('member_id', '=', member).execute()
  await within
    .updateTable('accounts')
    .set({ locked_by: 'administrator' })
    .where('id', '=', member)
    .where('locked_by', '=', 'removal')
    .execute()
  return 'done'
}

async function removalOf(db: Connection, member: AccountId): Promise<Removal | null> {
  const row = await db.selectFrom('member_removals').selectAll().where('member_id', '=', member).executeTakeFirst()
  if (row === undefined) return null
  return {
    ...{ memberId: row.member_id, organization: row.organization, targetId: row.target_id, by: row.by_address },
    state: row.state === 'removing' || row.state === 'deleting' ? row.state : 'copying',
  }
}

const jobOf = (db: Connection, member: AccountId) =>
  db
    .selectFrom('member_removals as r')
    .innerJoin('mail_jobs as j', 'j.id', 'r.job_id')
    .select(['j.state', 'j.total'])
    .where('r.member_id', '=', member)
    .executeTakeFirst()

async function memberState(within: Connection, member: AccountId, { organization }: Change) {
  const { rows } = await sql<{ state: MemberState }>`
    select ${stateOf} as state from accounts as a
    where a.id = ${member} and a.organization = ${organization}`.execute(within)
  return rows[0]?.state
}

async function addJob(within: Connection, job: ReturnType<typeof wholeJobRow>): Promise<string> {
  await within.insertInto('mail_jobs').values(job).execute()
  return job.id
}

/** What ends with the account, counted in the tables that hold it. */
async function endingsOf(db: Connection, account: AccountId, now: number): Promise<Endings> {
  const { rows } = await sql<Omit<Endings, 'rules' | 'forward'>>`select
    (select count(*) from shares
      where account_id = ${account} and revoked_at is null and expires_at > ${now}) as shares,
    (select count(*) from file_links
      where account_id = ${account} and revoked_at is null and expires_at > ${now}) as links,
    (select count(*) from outbox
      where account_id = ${account} and planned = 'schedule' and due_at is not null) as scheduled,
    (select coalesce(sum(f.total), 0) from mailboxes as m join mail_folders as f on f.mailbox = m.mailbox
      where m.account_id = ${account} and f.id = 'draft') as drafts,
    (select count(*) from contacts where account_id = ${account}) as contacts,
    (select count(*) from file_entries where account_id = ${account} and is_folder = 0 and trash = '') as files
  `.execute(db)
  const row = await db.selectFrom('rule_sets').select('rules').where('account_id', '=', account).executeTakeFirst()
  // Written by the rules' own store alone.
  const { rules, forward }: RuleSet = row === undefined ? emptyRuleSet : JSON.parse(row.rules)
  const isForwarding = forward?.isOn === true && (forward.until ?? Number.POSITIVE_INFINITY) > now
  return v.parse(endings, { ...rows[0], rules: rules.length, forward: isForwarding ? forward.to : '' })
}

/** For the log: what there was of it. */
function endingDetail(ended: string | null): Readonly<Record<string, string | number>> {
  if (ended === null) return {}
  const found = v.parse(v.pipe(v.string(), v.parseJson(), endings), ended)
  const counts = endingKinds.flatMap((kind) => (found[kind] > 0 ? [[kind, found[kind]] as const] : []))
  return { ...Object.fromEntries(counts), ...(found.forward !== '' && { forward: found.forward }) }
}
