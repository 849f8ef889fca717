/** How folders stand, in the product's own database. */
import type { Insertable } from 'kysely'
import type { Connection } from '../../sql/connection'
import type { Database } from '../../sql/openDatabase'
import type { Schema } from '../../sql/schema'
import type { FolderPlace, FolderPlaces } from './folderPlaces.store'

declare module '../../sql/schema' {
  interface Schema {
    folder_places: {
      account_id: string
      /** The folder's id on the wire. */
      folder: string
      /** Among the folders of one place; null where the person never put them in order. */
      position: number | null
      pinned: number
      hidden: number
    }
  }
}

type Row = Insertable<Schema['folder_places']>
type Chosen = Partial<Pick<Row, 'position' | 'pinned' | 'hidden'>>

const bit = (value: boolean) => (value ? 1 : 0)

export function makeFolderPlaces(db: Database): FolderPlaces {
  return {
    load: async (account) => {
      const rows = await db.selectFrom('folder_places').selectAll().where('account_id', '=', account).execute()
      return new Map(
        rows.map(({ folder, position, pinned, hidden }): [string, FolderPlace] => [
          folder,
          { position, pinned: pinned === 1, hidden: hidden === 1 },
        ]),
      )
    },
    order: (account, folders) =>
      db.transaction().execute(async (transaction) => {
        for (const [position, folder] of folders.entries()) await choose(transaction, account, folder, { position })
      }),
    mark: async (account, folder, { pinned, hidden }) => {
      const chosen: Chosen = {
        ...(pinned === undefined ? {} : { pinned: bit(pinned) }),
        ...(hidden === undefined ? {} : { hidden: bit(hidden) }),
      }
      if (Object.keys(chosen).length > 0) await choose(db, account, folder, chosen)
    },
    carry: (account, renamed) =>
      db.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('folder_places')
          .selectAll()
          .where('account_id', '=', account)
          .where('folder', 'in', [...renamed.map(({ id }) => id), ''])
          .execute()
        await forget(
          transaction,
          account,
          renamed.flatMap(({ id, newId }) => [id, newId]),
        )
        for (const row of rows) {
          const folder = renamed.find(({ id }) => id === row.folder)?.newId ?? row.folder
          await transaction
            .insertInto('folder_places')
            .values({ ...row, folder })
            .execute()
        }
      }),
    forget: (account, folders) => forget(db, account, folders),
  }
}

async function choose(db: Connection, account: string, folder: string, chosen: Chosen): Promise<void> {
  await db
    .insertInto('folder_places')
    .values({ account_id: account, folder, position: null, pinned: 0, hidden: 0, ...chosen })
    .onConflict((conflict) => conflict.columns(['account_id', 'folder']).doUpdateSet(chosen))
    .execute()
}

async function forget(db: Connection, account: string, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return
  await db
    .deleteFrom('folder_places')
    .where('account_id', '=', account)
    .where('folder', 'in', [...folders])
    .execute()
}
