/** Searches under their names, in the product's own database. */
import type { Selectable } from 'kysely'
import { searchLocations } from '#contract/endpoints/mail/mail'
import type { SavedSearch } from '#contract/endpoints/mail/search'
import type { Database } from '../../sql/openDatabase'
import { namedRows } from '../../sql/rows/namedRows'
import type { Schema } from '../../sql/schema'
import type { SavedSearchStore } from './savedSearches.store'

declare module '../../sql/schema' {
  interface Schema {
    saved_searches: {
      account_id: string
      id: string
      name: string
      /** The name as two that look alike share it. */
      name_key: string
      keyword: string
      location: string
      folder: string | null
      created_at: number
    }
  }
}

export function makeSavedSearchStore(db: Database): SavedSearchStore {
  const own = (account: string) => db.selectFrom('saved_searches').selectAll().where('account_id', '=', account)
  const named = namedRows(db, 'saved_searches')
  return {
    list: async (account) => {
      const rows = await own(account).orderBy('created_at').orderBy('id').execute()
      return rows.map(searchOf)
    },
    add: (account, { id, name, keyword, location, folder }, { now, most }) =>
      named.add(account, { id, name, keyword, location, folder, created_at: now }, most),
    rename: async (account, id, name) => {
      const renamed = await named.change(account, id, { name })
      if (renamed === 'nameTaken') return renamed
      const row = await own(account).where('id', '=', id).executeTakeFirst()
      return row ? searchOf(row) : null
    },
    remove: named.remove,
    carry: (account, renamed) =>
      db.transaction().execute(async (transaction) => {
        const newIds = new Map(renamed.map(({ id, newId }) => [id, newId]))
        const rows = await transaction
          .selectFrom('saved_searches')
          .select(['id', 'folder'])
          .where('account_id', '=', account)
          .execute()
        for (const { id, folder } of rows) {
          const newId = folder === null ? undefined : newIds.get(folder)
          if (newId === undefined) continue
          await transaction
            .updateTable('saved_searches')
            .set({ folder: newId })
            .where('account_id', '=', account)
            .where('id', '=', id)
            .execute()
        }
      }),
  }
}

function searchOf({ id, name, keyword, location, folder }: Selectable<Schema['saved_searches']>): SavedSearch {
  return { id, name, keyword, location: searchLocations.find((known) => known === location) ?? 'all', folder }
}
