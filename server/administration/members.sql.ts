/** Members in the database: a change is of a member of the own organization (TRUST S21). */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { isRefusal } from '#contract/codes'
import { nameTerms } from '#contract/mail/plainName'
import type { MemberState } from '#contract/organizations/administrationRules'
import { isTierId } from '#contract/tiers'
import { accountQuota } from '../core/account'
import type { Connection } from '../sql/connection'
import { dialectOf } from '../sql/dialect'
import type { Database } from '../sql/openDatabase'
import { enterMembers } from '../sql/people/enterMembers'
import { meansAll } from '../sql/people/meansAll'
import { roomFor } from '../sql/people/seats'
import { pageOf } from '../sql/rows/cursor'
import type { Schema } from '../sql/schema'
import { truth } from '../sql/truth'
import { memberOf } from './administrators.sql'
import type { AuditNote, Change } from './administrators.store'
import { noteAudit } from './auditLog.sql'
import type { Member, MemberQuery, MemberResult, Members, NewMember } from './members.store'

type Row = {
  readonly id: string
  readonly address: string
  readonly display_name: string
  readonly administers: string | null
  readonly tier: string
  readonly quota_bytes: number | string | null
  readonly state: MemberState
  readonly used: number | string | null
  readonly last_sign_in: number | string | null
  readonly has_factor: number | boolean
  readonly sent: number | string
  readonly removal_state: string | null
  readonly job_state: string | null
  readonly done: number | string | null
  readonly total: number | string | null
  readonly reason: string | null
}

/** Of the account `a`; whoever is in a transfer is changed by nobody until that has ended. */
export const stateOf = sql<MemberState>`case
  when exists (select 1 from member_removals as r where r.member_id = a.id) then 'removing'
  when exists (select 1 from mailbox_moves as m where m.target_id = a.id and m.state <> 'done') then 'arriving'
  when exists (select 1 from mailbox_moves as m where m.account_id = a.id and m.state <> 'done') then 'moving'
  when a.closes_at is not null then 'closed'
  when a.locked = 1 and a.locked_by = 'administrator' then 'locked'
  when a.locked = 1 then 'lockedByOperator'
  else 'active' end`

type Wanted = Pick<AuditNote, 'action' | 'detail'> & { readonly from: readonly MemberState[] }

/** Changes a member whose state is one of `from`, with its note; nobody changes the own account. */
function changeMember(
  db: Database,
  [id, change, { action, detail, from }]: readonly [id: string, change: Change, wanted: Wanted],
  work: (within: Connection) => Promise<unknown>,
): Promise<MemberResult> {
  return db.transaction().execute(async (within) => {
    const found = await memberOf(within, id, change)
    if (found === undefined) return 'unknown'
    if (id === change.by?.id) return 'unfit'
    const { rows } = await sql<{ state: MemberState }>`
      select ${stateOf} as state from accounts as a where a.id = ${id}`.execute(within)
    const state = rows[0]?.state
    if (state === undefined || !from.includes(state)) return 'unfit'
    await noteAudit(within, { ...change, action, subject: found.address, ...(detail && { detail }) })
    await work(within)
    return 'done'
  })
}

export function makeMembers(db: Database): Members {
  const changed = (id: string, change: Change, wanted: Wanted, work: (within: Connection) => Promise<unknown>) =>
    changeMember(db, [id, change, wanted], work)
  const set = (id: string, values: Readonly<Record<string, string | number | null>>) => (within: Connection) =>
    within.updateTable('accounts').set(values).where('id', '=', id).execute()
  const open = ['active', 'locked'] as const
  return {
    page: (organization, query) => membersOf(db, organization, query),
    find: async (organization, id) => {
      const row = await db
        .selectFrom('accounts')
        .select(['address', 'display_name as name'])
        .where('id', '=', id)
        .where('organization', '=', organization)
        .executeTakeFirst()
      return row ?? null
    },
    add: (member, change) => db.transaction().execute((within) => add(within, member, change)),
    lock: (id, change) =>
      changed(
        id,
        change,
        { action: 'memberLocked', from: ['active'] },
        set(id, { locked: truth(true), locked_by: 'administrator' }),
      ),
    unlock: (id, change) =>
      changed(
        id,
        change,
        { action: 'memberUnlocked', from: ['locked'] },
        set(id, { locked: truth(false), locked_by: null }),
      ),
    setPassword: (id, hash, change) =>
      changed(id, change, { action: 'passwordReset', from: open }, set(id, { password_hash: hash })),
    resetFactors: (id, change) =>
      changed(id, change, { action: 'factorsReset', from: open }, async (within) => {
        for (const table of [
          'totp_secrets',
          'recovery_codes',
          'factor_tickets',
          'trusted_devices',
          'passkeys',
        ] as const)
          await within.deleteFrom(table).where('account_id', '=', id).execute()
      }),
    setQuota: (id, bytes, change) =>
      changed(
        id,
        change,
        { action: 'quotaChanged', from: open, detail: { bytes: bytes ?? '' } },
        set(id, { quota_bytes: bytes }),
      ),
  }
}

/** As LIKE takes it, found anywhere. */
const anywhere = (words: string) => `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

async function membersOf(
  db: Database,
  organization: string,
  { words, cursor, size, sentSince, sendsPrefix }: MemberQuery,
): ReturnType<Members['page']> {
  const isHere = dialectOf(db) === 'sqlite'
  const used = isHere
    ? sql`(select b.used from mailboxes as b where b.account_id = a.id) +
        coalesce((select f.bytes from file_books as f where f.account_id = a.id), 0)`
    : sql`null`
  const [wanted, terms] = [words.trim().toLowerCase(), nameTerms(words)]
  if (terms.length > 0) await enterMembers(db, organization)
  // SQLite's `lower` knows ASCII alone; search keys are folded.
  const folded =
    terms.length === 0
      ? sql``
      : sql`or exists (select 1 from directory_people as p
          where p.account_id = a.id and ${meansAll(sql<string>`p.search_key`, terms)})`
  const named =
    wanted === ''
      ? sql``
      : sql`and (lower(a.address) like ${anywhere(wanted)} escape '\\'
          or lower(a.display_name) like ${anywhere(wanted)} escape '\\' ${folded})`
  const { rows } = await sql<Row>`
    select a.id, a.address, a.display_name, a.administers, a.tier, a.quota_bytes, ${stateOf} as state, ${used} as used,
      (select max(s.at) from sign_ins as s where s.account_id = a.id and s.result = 'in') as last_sign_in,
      (exists (select 1 from totp_secrets as t where t.account_id = a.id and t.confirmed_at is not null)
        or exists (select 1 from passkeys as p where p.account_id = a.id)) as has_factor,
      (select count(*) from attempts as n where n.key = ${sendsPrefix} || a.id and n.at > ${sentSince}) as sent,
      r.state as removal_state, j.state as job_state, j.done, j.total, j.reason
    from accounts as a left join member_removals as r on r.member_id = a.id
      left join mail_jobs as j on j.id = r.job_id
    where a.organization = ${organization} and a.address > ${cursor} ${named}
    order by a.address limit ${size + 1}`.execute(db)
  const { rows: shown, last } = pageOf(rows, size)
  return { list: shown.map((row) => memberIn(row, organization)), next: last?.address ?? '' }
}

const numberOf = (value: number | string | null) => (value === null ? null : Number(value))

function memberIn(row: Row, organization: string): Member {
  const { id, address, display_name: name, tier, state } = row
  if (!isTierId(tier)) throw new Error(`The account ${id} has a tier that is not known`)
  const quotaBytes = numberOf(row.quota_bytes)
  return {
    ...{ id, address, name, state },
    isAdministrator: row.administers === organization,
    used: numberOf(row.used),
    quota: accountQuota({ tier, ...(quotaBytes !== null && { quotaBytes }) }),
    lastSignIn: numberOf(row.last_sign_in),
    hasFactor: Boolean(row.has_factor),
    sent: Number(row.sent),
    removal: row.removal_state === null ? null : removalIn(row),
  }
}

/** One whose job has ended but not removed it has failed. */
function removalIn({ removal_state: state, job_state: job, done, total, reason }: Row): Member['removal'] {
  const hasFailed = job !== 'running'
  return {
    ...{ hasFailed, isCancellable: state === 'copying', done: Number(done ?? 0), total: Number(total ?? 0) },
    reason: hasFailed && reason !== null && isRefusal(reason) ? reason : null,
  }
}

async function add(
  within: Transaction<Schema>,
  { address, displayName, passwordHash }: NewMember,
  change: Change,
): ReturnType<Members['add']> {
  const room = await roomFor(within, change.organization, address)
  if (typeof room === 'string') return room
  await noteAudit(within, { ...change, action: 'memberAdded', subject: room.address })
  await within
    .insertInto('accounts')
    .values({
      ...{ id: randomUUID(), address: room.address, name_key: room.nameKey, tier: room.tier },
      ...{
        display_name: displayName,
        password_hash: passwordHash,
        organization: change.organization,
        locked: truth(false),
        due_at: null,
      },
      ...{ closes_at: null, page_size: null },
    })
    .execute()
  return 'done'
}
