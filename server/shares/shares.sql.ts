/** Shares in the product's own database, so that all gateways count alike. */
import { sql } from 'kysely'
import type { AccountId } from '../core/account'
import type { Checkpoint } from '../kit/checkpoint'
import type { Connection } from '../sql/connection'
import type { Database } from '../sql/openDatabase'
import { insertWhere, inTurnOf, rowsOf } from '../sql/rows/limitedRows'
import type { Share, ShareId, ShareStore } from './shares.store'

declare module '../sql/schema' {
  interface Schema {
    shares: {
      id: string
      account_id: string
      secret_hash: string
      mail_id: string
      subject: string
      with_attachments: number
      code_hash: string | null
      made_at: number
      expires_at: number
      revoked_at: number | null
      opens: number
      most_opens: number | null
      wrong_codes: number
      paused_until: number
      copied_bytes: number
      sent_bytes: number
    }
    shared_files: {
      share_id: string
      position: number
      account_id: string
      file_id: string
      name: string
      size: number
      is_folder: number
      expires_at: number
    }
    share_visits: { visit_hash: string; account_id: string; share_id: string; expires_at: number }
  }
}

const columns = [
  'id',
  'shares.account_id as accountId',
  'mail_id as mailId',
  'subject',
  'with_attachments as withAttachments',
  'code_hash as codeHash',
  'made_at as madeAt',
  'shares.expires_at as expiresAt',
  'revoked_at as revokedAt',
  'opens',
  'most_opens as mostOpens',
  'paused_until as pausedUntil',
] as const

type Row = Omit<Share, 'withAttachments' | 'isRevoked' | 'files'> & {
  readonly withAttachments: number
  readonly revokedAt: number | null
}

/** Shares with the files that they name, all read at once. */
async function sharesOf(db: Database, rows: readonly Row[]): Promise<readonly Share[]> {
  const ofFiles = rows.filter(({ mailId }) => mailId === '').map(({ id }) => id)
  const named =
    ofFiles.length === 0
      ? []
      : await db.selectFrom('shared_files').selectAll().where('share_id', 'in', ofFiles).orderBy('position').execute()
  return rows.map(({ withAttachments, revokedAt, ...row }) => ({
    ...row,
    withAttachments: withAttachments === 1,
    isRevoked: revokedAt !== null,
    files: named
      .filter(({ share_id }) => share_id === row.id)
      .map(({ file_id, name, size, is_folder }) => ({
        id: file_id,
        name,
        size: Number(size),
        isFolder: is_folder === 1,
      })),
  }))
}

async function oneOf(db: Database, row: Row | undefined): Promise<Share | null> {
  return row === undefined ? null : ((await sharesOf(db, [row]))[0] ?? null)
}

export function makeShareStore(db: Database, checkpoint?: Checkpoint): ShareStore {
  return {
    add: (...share) => add(db, checkpoint, ...share),
    list: async (account, { page, pageSize }) => {
      const own = db.selectFrom('shares').where('account_id', '=', account)
      const rows = await own
        .select(columns)
        .orderBy('made_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute()
      const { total } = await own.select((it) => it.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { list: await sharesOf(db, rows), total: Number(total) }
    },
    find: async (secretHash) => {
      const row = await db.selectFrom('shares').select(columns).where('secret_hash', '=', secretHash).executeTakeFirst()
      return oneOf(db, row)
    },
    visited: async (visitHash) => {
      const row = await db
        .selectFrom('share_visits')
        .innerJoin('shares', 'shares.id', 'share_visits.share_id')
        .select(columns)
        .where('visit_hash', '=', visitHash)
        .executeTakeFirst()
      return oneOf(db, row)
    },
    tryCode: (...tried) => tryCode(db, ...tried),
    open: (share, visitHash, now) => open(db, checkpoint, { share, visitHash, now }),
    send: async (id, bytes, most) => {
      const sent = await db
        .updateTable('shares')
        .set((it) => ({ sent_bytes: it('sent_bytes', '+', bytes) }))
        .where('id', '=', id)
        .where('sent_bytes', '<=', most - bytes)
        .executeTakeFirst()
      return sent.numUpdatedRows === 1n
    },
    revoke: (...revoked) => revoke(db, ...revoked),
    sweep: async (before) => {
      // A guest who comes back learns that it has expired as long as its row is there.
      await db.deleteFrom('share_visits').where('expires_at', '<', before).execute()
      await db.deleteFrom('shared_files').where('expires_at', '<', before).execute()
      await db.deleteFrom('shares').where('expires_at', '<', before).execute()
    },
  }
}

async function add(
  db: Database,
  checkpoint: Checkpoint | undefined,
  secretHash: string,
  share: Parameters<ShareStore['add']>[1],
  { most, copiedBytes, mostCopiedBytes }: Parameters<ShareStore['add']>[2],
): Promise<boolean> {
  const { id, accountId, mailId, subject, withAttachments, codeHash, madeAt, expiresAt, mostOpens, files } = share
  const row = {
    ...{ id, account_id: accountId, secret_hash: secretHash, mail_id: mailId, subject, code_hash: codeHash },
    ...{ with_attachments: withAttachments ? 1 : 0, made_at: madeAt, expires_at: expiresAt, opens: 0 },
    ...{ most_opens: mostOpens, wrong_codes: 0, paused_until: 0, copied_bytes: copiedBytes },
  }
  const isOpen = sql`revoked_at is null and expires_at > ${madeAt}`
  const hasRoom = sql`${rowsOf('shares', accountId, isOpen)} < ${most} and (select coalesce(sum(copied_bytes), 0)
    from shares where account_id = ${accountId} and ${isOpen}) <= ${mostCopiedBytes - copiedBytes}`
  const work = async (within: Connection) => {
    if (!(await insertWhere(within, 'shares', row, [hasRoom]))) return false
    await checkpoint?.('shareWritten')
    const rows = files.map(({ id: file_id, name, size, isFolder }, position) => ({
      ...{ share_id: id, position, account_id: accountId, file_id, name, size },
      ...{ is_folder: isFolder ? 1 : 0, expires_at: expiresAt },
    }))
    if (rows.length > 0) await within.insertInto('shared_files').values(rows).execute()
    return true
  }
  return db.transaction().execute((transaction) => inTurnOf(transaction, 'shares', accountId, work))
}

type Opening = { readonly share: Share; readonly visitHash: string; readonly now: number }

function open(db: Database, checkpoint: Checkpoint | undefined, { share, visitHash, now }: Opening): Promise<boolean> {
  const { id, accountId, expiresAt } = share
  return db.transaction().execute(async (transaction) => {
    // Written first: of two opens with one visit the second finds it.
    const noted = await transaction
      .insertInto('share_visits')
      .values({ visit_hash: visitHash, account_id: accountId, share_id: id, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('visit_hash').doNothing())
      .executeTakeFirst()
    const visits = transaction.selectFrom('share_visits').select('share_id').where('visit_hash', '=', visitHash)
    if (noted.numInsertedOrUpdatedRows !== 1n) return (await visits.executeTakeFirst())?.share_id === id
    await checkpoint?.('visitWritten')
    const opened = await transaction
      .updateTable('shares')
      .set((it) => ({ opens: it('opens', '+', 1), wrong_codes: 0, paused_until: 0 }))
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where((it) => it.or([it('most_opens', 'is', null), it('opens', '<', it.ref('most_opens'))]))
      .executeTakeFirst()
    if (opened.numUpdatedRows === 1n) return true
    await transaction.deleteFrom('share_visits').where('visit_hash', '=', visitHash).execute()
    return false
  })
}

async function tryCode(
  db: Database,
  id: ShareId,
  now: number,
  { wrongCodes, pauseMs }: Parameters<ShareStore['tryCode']>[2],
): Promise<number | null> {
  const isLast = sql<boolean>`wrong_codes + 1 >= ${wrongCodes}`
  const tried = await db
    .updateTable('shares')
    .set({
      wrong_codes: sql`case when ${isLast} then 0 else wrong_codes + 1 end`,
      paused_until: sql`case when ${isLast} then cast(${now + pauseMs} as bigint) else paused_until end`,
    })
    .where('id', '=', id)
    .where('paused_until', '<=', now)
    .returning('wrong_codes as wrong')
    .executeTakeFirst()
  if (tried === undefined) return null
  return tried.wrong === 0 ? 0 : wrongCodes - tried.wrong
}

function revoke(db: Database, account: AccountId, id: ShareId, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const revoked = await transaction
      .updateTable('shares')
      .set({ revoked_at: now })
      .where('account_id', '=', account)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    await transaction.deleteFrom('share_visits').where('account_id', '=', account).where('share_id', '=', id).execute()
    return revoked.numUpdatedRows === 1n
  })
}
