/** Links to files and tickets of their downloads, each known by its hash. */
import { sql } from 'kysely'
import type { AccountId } from '../../core/account'
import { inTurn } from '../../sql/dialect'
import type { Database } from '../../sql/openDatabase'

declare module '../../sql/schema' {
  interface Schema {
    file_links: {
      id: string
      account_id: string
      secret_hash: string
      file_id: string
      name: string
      size: number
      made_at: number
      expires_at: number
      revoked_at: number | null
      downloads: number
    }
    file_link_tickets: { ticket_hash: string; account_id: string; link_id: string; expires_at: number }
  }
}

export type NewLink = {
  readonly id: string
  readonly accountId: AccountId
  readonly fileId: string
  readonly name: string
  readonly size: number
  readonly madeAt: number
  readonly expiresAt: number
}

export type StoredLink = NewLink & { readonly downloads: number; readonly isRevoked: boolean }

const columns = [
  'id',
  'file_links.account_id as accountId',
  'file_id as fileId',
  'name',
  'size',
  'made_at as madeAt',
  'file_links.expires_at as expiresAt',
  'revoked_at as revokedAt',
  'downloads',
] as const

const linkOf = ({ revokedAt, ...row }: NewLink & { downloads: number; revokedAt: number | null }): StoredLink => ({
  ...row,
  size: Number(row.size),
  madeAt: Number(row.madeAt),
  expiresAt: Number(row.expiresAt),
  isRevoked: revokedAt !== null,
})

export type FileLinkStore = ReturnType<typeof makeFileLinkStore>

export function makeFileLinkStore(db: Database) {
  return {
    ...ofOwners(db),
    find: async (secretHash: string): Promise<StoredLink | null> => {
      const row = await db
        .selectFrom('file_links')
        .select(columns)
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      return row === undefined ? null : linkOf(row)
    },
    /** Counts a download, and notes the ticket by which it begins. */
    open: ({ id, accountId }: StoredLink, ticketHash: string, expiresAt: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('file_links')
          .set((it) => ({ downloads: it('downloads', '+', 1) }))
          .where('id', '=', id)
          .execute()
        const ticket = { ticket_hash: ticketHash, account_id: accountId, link_id: id, expires_at: expiresAt }
        await transaction.insertInto('file_link_tickets').values(ticket).execute()
      }),
    /** The link of a ticket that has not run out, whatever became of the link. */
    ofTicket: async (ticketHash: string, now: number): Promise<StoredLink | null> => {
      const row = await db
        .selectFrom('file_link_tickets')
        .innerJoin('file_links', 'file_links.id', 'file_link_tickets.link_id')
        .select(columns)
        .where('ticket_hash', '=', ticketHash)
        .where('file_link_tickets.expires_at', '>', now)
        .executeTakeFirst()
      return row === undefined ? null : linkOf(row)
    },
    /** Forgets links that ended before `before`, and tickets that have run out. */
    sweep: async (before: number, now: number): Promise<void> => {
      await db.deleteFrom('file_link_tickets').where('expires_at', '<=', now).execute()
      await db.deleteFrom('file_links').where('expires_at', '<', before).execute()
    },
  }
}

function ofOwners(db: Database) {
  return {
    /** False where that many are open. */
    add: async (secretHash: string, link: NewLink, most: number): Promise<boolean> => {
      const { id, accountId, fileId, name, size, madeAt, expiresAt } = link
      const isOpen = sql`account_id = ${accountId} and revoked_at is null and expires_at > ${madeAt}`
      const added = await inTurn(db, `file links ${accountId}`, (within) =>
        sql`
        insert into file_links (id, account_id, secret_hash, file_id, name, size, made_at, expires_at, downloads)
        select ${id}, ${accountId}, ${secretHash}, ${fileId}, ${name}, cast(${size} as bigint),
          cast(${madeAt} as bigint), cast(${expiresAt} as bigint), 0
        where (select count(*) from file_links where ${isOpen}) < ${most}`.execute(within),
      )
      return added.numAffectedRows === 1n
    },
    /** Newest first, ended ones among them. */
    list: async (account: AccountId, { page, pageSize }: { readonly page: number; readonly pageSize: number }) => {
      const own = db.selectFrom('file_links').where('account_id', '=', account)
      const rows = await own
        .select(columns)
        .orderBy('made_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute()
      const { total } = await own.select((it) => it.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { list: rows.map(linkOf), total: Number(total) }
    },
    /** False where there is none that may still be renewed. */
    renew: async (account: AccountId, id: string, expiresAt: number): Promise<boolean> => {
      const renewed = await db
        .updateTable('file_links')
        .set({ expires_at: expiresAt })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return renewed.numUpdatedRows === 1n
    },
    /** False where there is none to withdraw. */
    revoke: async (account: AccountId, id: string, now: number): Promise<boolean> => {
      const revoked = await db
        .updateTable('file_links')
        .set({ revoked_at: now })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return revoked.numUpdatedRows === 1n
    },
    findOwn: async (account: AccountId, id: string): Promise<StoredLink | null> => {
      const row = await db
        .selectFrom('file_links')
        .select(columns)
        .where((it) => it.and({ account_id: account, id }))
        .executeTakeFirst()
      return row === undefined ? null : linkOf(row)
    },
  }
}
