/** Gives personal info a photo, a picture of `contactPhotos.sql.ts`. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema
      .alterTable('profiles')
      .addColumn('photo', 'text', (it) => it.notNull().defaultTo(''))
      .execute()
  },
}
