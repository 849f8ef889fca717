/** With which password of a mail server a device was trusted: another one ends the trust. */
import type { Migration } from './migration'

export const migration: Migration = {
  up: async ({ schema }) => {
    await schema.alterTable('trusted_devices').addColumn('sealed_secret', 'text').execute()
  },
}
