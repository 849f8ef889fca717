/** Archives of everything: a row each in the database, the bytes in the `FileStore`. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { FileStore } from '../files/fileStore.port'
import type { Database } from '../sql/openDatabase'
import { type AccountExports, wantedArchive } from './accountExports.store'

declare module '../sql/schema' {
  interface Schema {
    account_exports: {
      account_id: string
      id: string
      /** A `WantedArchive` as JSON. */
      wanted: string
      made_at: number
      /** Names its bytes, before they are written. */
      file: string | null
      size: number | null
      ended_at: number | null
    }
  }
}

type Row = { readonly id: string; readonly file: string | null }

export const makeAccountExports = (db: Database, files: FileStore): AccountExports => ({
  ...makeRows(db),
  ...makeBytes(db, files),
  ...makeRemovals(db, files),
})

const found = (db: Database, account: string, id: string) =>
  db.selectFrom('account_exports').select(['file', 'size']).where('account_id', '=', account).where('id', '=', id)

function makeRows(db: Database): Pick<AccountExports, 'find' | 'add'> {
  return {
    find: async (account) => {
      const row = await db
        .selectFrom('account_exports')
        .selectAll()
        .where('account_id', '=', account)
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        id: row.id,
        wanted: v.parse(wantedArchive, JSON.parse(row.wanted)),
        madeAt: Number(row.made_at),
        size: row.size === null ? null : Number(row.size),
        endedAt: row.ended_at === null ? null : Number(row.ended_at),
      }
    },
    add: async (account, id, wanted, now) => {
      const row = { account_id: account, id, wanted: JSON.stringify(wanted), made_at: now }
      const added = await db
        .insertInto('account_exports')
        .values({ ...row, file: null, size: null, ended_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
  }
}

function makeBytes(db: Database, files: FileStore): Pick<AccountExports, 'write' | 'read'> {
  const changed = (account: string, id: string) =>
    db.updateTable('account_exports').where('account_id', '=', account).where('id', '=', id)
  return {
    write: async (account, id, bytes, now) => {
      const former = await found(db, account, id).executeTakeFirst()
      if (former?.file) await files.remove([former.file])
      const file = randomUUID()
      const isThere = await changed(account, id).set({ file, size: null }).executeTakeFirst()
      if (isThere.numUpdatedRows === 0n) return false
      const size = await files.put(file, { open: async () => bytes(), path: null }).catch(async (error: unknown) => {
        // Where it was given up meanwhile, a store may have found its bytes gone.
        const left = await found(db, account, id).executeTakeFirst()
        if (left?.file === file) throw error
        return null
      })
      const isReady = await changed(account, id)
        .where('file', '=', file)
        .set({ size, ended_at: now() })
        .executeTakeFirst()
      if (isReady.numUpdatedRows > 0n) return true
      await files.remove([file])
      return false
    },
    read: async (account, id, range) => {
      const row = await found(db, account, id).executeTakeFirst()
      return row?.file == null || row.size === null ? null : files.read(row.file, range)
    },
  }
}

function makeRemovals(db: Database, files: FileStore): Pick<AccountExports, 'remove' | 'removeAll' | 'sweep'> {
  const rows = () => db.selectFrom('account_exports').select(['id', 'file'])
  // Bytes first: what breaks off is found once more by its row.
  const removeAll = async (gone: readonly Row[]) => {
    for (const { id, file } of gone) {
      if (file !== null) await files.remove([file])
      await db.deleteFrom('account_exports').where('id', '=', id).execute()
    }
  }
  return {
    remove: async (account, id) => {
      const row = await found(db, account, id).executeTakeFirst()
      if (row === undefined) return false
      await removeAll([{ id, file: row.file }])
      return true
    },
    removeAll: async (account) => removeAll(await rows().where('account_id', '=', account).execute()),
    sweep: async (bytesBefore, toldBefore) => {
      const old = await rows().where('ended_at', '<', bytesBefore).where('file', 'is not', null).execute()
      for (const { id, file } of old) {
        if (file !== null) await files.remove([file])
        await db.updateTable('account_exports').where('id', '=', id).set({ file: null, size: null }).execute()
      }
      await removeAll(await rows().where('made_at', '<', toldBefore).execute())
    },
  }
}
