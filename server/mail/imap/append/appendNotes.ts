/** What is noted of appends that must happen once, in the database that all gateways share: exactly one of them tries at a time. */
import type { AccountId } from '#server/core/account'
import { clockJumpMs } from '#server/core/leases'
import type { Clock } from '#server/kit/clock'
import type { Database } from '#server/sql/openDatabase'

declare module '../../../sql/schema' {
  interface Schema {
    /**
     * An append that must happen once: noted before it is tried, with `uid` and `uidvalidity` once it is done. `noted_at` (epoch
     * milliseconds) says when whoever tries it was last alive; 0 when nobody does.
     */
    imap_appends: {
      account_id: string
      key: string
      folder: string
      uidvalidity: string | null
      uid: number | null
      noted_at: number
    }
  }
}

/** Milliseconds without a sign of life after which another takes an append over. */
const abandonedMs = 15_000
/** Milliseconds for which a note is kept: no send is tried for longer. */
const keptMs = 30 * 24 * 3_600_000

export type AppendName = { readonly account: AccountId; readonly key: string }

export type Kept = { readonly folder: string; readonly uidValidity: bigint; readonly uid: number }

export type Turn =
  | { readonly kind: 'kept'; readonly kept: Kept }
  /** It is this gateway's to do; `mayBeThere` when somebody began it before. */
  | { readonly kind: 'mine'; readonly mayBeThere: boolean; readonly at: number }
  | { readonly kind: 'busy' }

export async function takeTurn(db: Database, clock: Clock, name: AppendName, folder: string): Promise<Turn> {
  const now = clock.now()
  const made = await db
    .insertInto('imap_appends')
    .values({ account_id: name.account, key: name.key, folder, uidvalidity: null, uid: null, noted_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (made) {
    await db
      .deleteFrom('imap_appends')
      .where('noted_at', '<', now - keptMs)
      .where('noted_at', '>', 0)
      .execute()
    return { kind: 'mine', mayBeThere: false, at: now }
  }
  const row = await ofName(db, name)
  if (!row) return { kind: 'busy' }
  if (row.uid !== null && row.uidvalidity !== null) {
    return { kind: 'kept', kept: { folder: row.folder, uidValidity: BigInt(row.uidvalidity), uid: Number(row.uid) } }
  }
  const silentMs = now - Number(row.noted_at)
  // A sign of life from far ahead was given before the clock was set back.
  if (silentMs < abandonedMs && silentMs >= -clockJumpMs) return { kind: 'busy' }
  const taken = await db
    .updateTable('imap_appends')
    .set({ noted_at: now, folder })
    .where('account_id', '=', name.account)
    .where('key', '=', name.key)
    .where('noted_at', '=', row.noted_at)
    .where('uid', 'is', null)
    .returning('key')
    .executeTakeFirst()
  return taken ? { kind: 'mine', mayBeThere: true, at: now } : { kind: 'busy' }
}

async function ofName(db: Database, { account, key }: AppendName) {
  return db
    .selectFrom('imap_appends')
    .select(['folder', 'uidvalidity', 'uid', 'noted_at'])
    .where('account_id', '=', account)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** 0 says that nobody is at it any more, and that the next must look whether it is there. */
export async function noteAlive(db: Database, { account, key }: AppendName, at: number): Promise<void> {
  await db
    .updateTable('imap_appends')
    .set({ noted_at: at })
    .where('account_id', '=', account)
    .where('key', '=', key)
    .where('uid', 'is', null)
    .execute()
}

export async function noteKept(db: Database, { account, key }: AppendName, kept: Kept, at: number): Promise<void> {
  await db
    .updateTable('imap_appends')
    .set({ folder: kept.folder, uidvalidity: String(kept.uidValidity), uid: kept.uid, noted_at: at })
    .where('account_id', '=', account)
    .where('key', '=', key)
    .execute()
}

/** For an append that the server has refused: it never happened. */
export async function forgetAppend(db: Database, { account, key }: AppendName): Promise<void> {
  await db.deleteFrom('imap_appends').where('account_id', '=', account).where('key', '=', key).execute()
}
