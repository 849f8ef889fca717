/** Links to files and tickets of their downloads, each known by its hash. */
import { sql } from 'kysely'
import type { Database } from '../../sql/openDatabase'
import { insertLimited, inTurnOf, rowsOf } from '../../sql/rows/limitedRows'
import type { FileLinkStore, NewLink, StoredLink } from './fileLinks.store'

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

export function makeFileLinkStore(db: Database): FileLinkStore {
  return {
    ...ofOwners(db),
    find: async (secretHash) => {
      const row = await db
        .selectFrom('file_links')
        .select(columns)
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      return row === undefined ? null : linkOf(row)
    },
    open: ({ id, accountId }, ticketHash, expiresAt) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('file_links')
          .set((it) => ({ downloads: it('downloads', '+', 1) }))
          .where('id', '=', id)
          .execute()
        const ticket = { ticket_hash: ticketHash, account_id: accountId, link_id: id, expires_at: expiresAt }
        await transaction.insertInto('file_link_tickets').values(ticket).execute()
      }),
    ofTicket: async (ticketHash, now) => {
      const row = await db
        .selectFrom('file_link_tickets')
        .innerJoin('file_links', 'file_links.id', 'file_link_tickets.link_id')
        .select(columns)
        .where('ticket_hash', '=', ticketHash)
        .where('file_link_tickets.expires_at', '>', now)
        .executeTakeFirst()
      return row === undefined ? null : linkOf(row)
    },
    sweep: async (before, now) => {
      await db.deleteFrom('file_link_tickets').where('expires_at', '<=', now).execute()
      await db.deleteFrom('file_links').where('expires_at', '<', before).execute()
    },
  }
}

const isOpen = (now: number) => sql`revoked_at is null and expires_at > ${now}`

function ofOwners(db: Database): Pick<FileLinkStore, 'add' | 'list' | 'renew' | 'revoke' | 'findOwn'> {
  return {
    add: async (secretHash, link, most) => {
      const { id, accountId, fileId, name, size, madeAt, expiresAt } = link
      const row = {
        ...{ id, account_id: accountId, secret_hash: secretHash, file_id: fileId, name, size },
        ...{ made_at: madeAt, expires_at: expiresAt, downloads: 0 },
      }
      return insertLimited(db, 'file_links', row, { most, counted: isOpen(madeAt) })
    },
    list: async (account, { page, pageSize }) => {
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
    renew: async (account, id, { now, expiresAt, most }) => {
      const isOwn = sql<boolean>`account_id = ${account} and id = ${id} and revoked_at is null`
      const renewed = await inTurnOf(db, 'file_links', account, (within) =>
        within
          .updateTable('file_links')
          .set({ expires_at: expiresAt })
          .where(isOwn)
          .where(sql<boolean>`(expires_at > ${now} or ${rowsOf('file_links', account, isOpen(now))} < ${most})`)
          .executeTakeFirst(),
      )
      if (renewed.numUpdatedRows === 1n) return true
      return (await db.selectFrom('file_links').select('id').where(isOwn).executeTakeFirst()) !== undefined && 'full'
    },
    revoke: async (account, id, now) => {
      const revoked = await db
        .updateTable('file_links')
        .set({ revoked_at: now })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return revoked.numUpdatedRows === 1n
    },
    findOwn: async (account, id) => {
      const row = await db
        .selectFrom('file_links')
        .select(columns)
        .where((it) => it.and({ account_id: account, id }))
        .executeTakeFirst()
      return row === undefined ? null : linkOf(row)
    },
  }
}
