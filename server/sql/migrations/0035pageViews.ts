/** Makes `page_views`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .createTable('page_views')
      .addColumn('day', 'text', (it) => it.notNull())
      .addColumn('route', 'text', (it) => it.notNull())
      .addColumn('views', 'bigint', (it) => it.notNull())
      .addPrimaryKeyConstraint('page_views_key', ['day', 'route'])
      .execute()
  },
}
