/** Every step in the order in which it is taken, under the name by which it goes on record. */
import { mail } from './0001mail'
import { accounts } from './0002accounts'
import { spool } from './0003spool'
import type { Migration } from './migration'

export const migrations: readonly (Migration & { readonly name: string })[] = [
  { name: '0001mail', up: mail.up },
  { name: '0002accounts', up: accounts.up },
  { name: '0003spool', up: spool.up },
]
