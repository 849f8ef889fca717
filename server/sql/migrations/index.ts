/** Every step in the order in which it is taken, under the name by which it goes on record. */
import { mail } from './0001mail'
import { accounts } from './0002accounts'
import { spool } from './0003spool'
import { gateways } from './0004gateways'
import { blobs } from './0005blobs'
import { rules } from './0006rules'
import { imapAppends } from './0007imapAppends'
import { folders } from './0008folders'
import { mailJobs } from './0009mailJobs'
import type { Migration } from './migration'

export const migrations: readonly (Migration & { readonly name: string })[] = [
  { name: '0001mail', ...mail },
  { name: '0002accounts', ...accounts },
  { name: '0003spool', ...spool },
  { name: '0004gateways', ...gateways },
  { name: '0005blobs', ...blobs },
  { name: '0006rules', ...rules },
  { name: '0007imapAppends', ...imapAppends },
  { name: '0008folders', ...folders },
  { name: '0009mailJobs', ...mailJobs },
]
