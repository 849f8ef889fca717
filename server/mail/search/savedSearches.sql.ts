/** Searches under their names, in the product's own database. */
import { type Selectable, sql } from 'kysely'
import { searchLocations } from '#contract/endpoints/mail/mail'
import type { SavedSearch } from '#contract/endpoints/mail/search'
import type { Database } from '../../sql/openDatabase'
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

const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()

export function makeSavedSearchStore(db: Database): SavedSearchStore {
  const own = (account: string) => db.selectFrom('saved_searches').selectAll().where('account_id', '=', account)
  const bears = async (account: string, name: string) =>
    (await own(account).where('name_key', '=', keyOf(name)).executeTakeFirst())?.id ?? null
  return {
    list: async (account) => {
      const rows = await own(account).orderBy('created_at').orderBy('id').execute()
      return rows.map(searchOf)
    },
    add: async (account, { id, name, keyword, location, folder }, { now, most }) => {
      const key = keyOf(name)
      // One statement, so that two at one moment cannot both take the last place.
      const added = await sql`
        insert into saved_searches (account_id, id, name, name_key, keyword, location, folder, created_at)
        select ${account}, ${id}, ${name}, ${key}, ${keyword}, ${location}, ${folder}, ${now}
        where (select count(*) from saved_searches where account_id = ${account}) < ${most}
        on conflict (account_id, name_key) do nothing`.execute(db)
      if (added.numAffectedRows === 1n) return 'added'
      return (await bears(account, name)) === null ? 'full' : 'nameTaken'
    },
    rename: async (account, id, name) => {
      const bearer = await bears(account, name)
      if (bearer !== null && bearer !== id) return 'nameTaken'
      const row = await db
        .updateTable('saved_searches')
        .set({ name, name_key: keyOf(name) })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row ? searchOf(row) : null
    },
    remove: async (account, id) => {
      const gone = await db
        .deleteFrom('saved_searches')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    },
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
