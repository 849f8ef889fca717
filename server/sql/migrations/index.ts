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
import { settings } from './0010settings'
import { contacts } from './0011contacts'
import { exchange } from './0012exchange'
import { searches } from './0013searches'
import { conversations } from './0014conversations'
import { receipts } from './0015receipts'
import { mailboxChanges } from './0020mailboxChanges'
import { sending } from './0021sending'
import { recalls } from './0022recalls'
import { recovery } from './0023recovery'
import { recentRecipients } from './0024recentRecipients'
import { mailTemplates } from './0025mailTemplates'
import { people } from './0026people'
import { recallsElsewhere } from './0027recallsElsewhere'
import { phones } from './0028phones'
import { keptSessions } from './0029keptSessions'
import { qrLogins } from './0030qrLogins'
import { separateSends } from './0033separateSends'
import { sentDrafts } from './0034sentDrafts'
import { pageViews } from './0035pageViews'
import { signIns } from './0036signIns'
import { captchas } from './0037captchas'
import { storeNotes } from './0040storeNotes'
import { unreadMessages } from './0042unreadMessages'
import { sessionLinks } from './0046sessionLinks'
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
  { name: '0010settings', ...settings },
  { name: '0011contacts', ...contacts },
  { name: '0012exchange', ...exchange },
  { name: '0013searches', ...searches },
  { name: '0014conversations', ...conversations },
  { name: '0015receipts', ...receipts },
  { name: '0020mailboxChanges', ...mailboxChanges },
  { name: '0021sending', ...sending },
  { name: '0022recalls', ...recalls },
  { name: '0023recovery', ...recovery },
  { name: '0024recentRecipients', ...recentRecipients },
  { name: '0025mailTemplates', ...mailTemplates },
  { name: '0026people', ...people },
  { name: '0027recallsElsewhere', ...recallsElsewhere },
  { name: '0028phones', ...phones },
  { name: '0029keptSessions', ...keptSessions },
  { name: '0030qrLogins', ...qrLogins },
  { name: '0033separateSends', ...separateSends },
  { name: '0034sentDrafts', ...sentDrafts },
  { name: '0035pageViews', ...pageViews },
  { name: '0036signIns', ...signIns },
  { name: '0037captchas', ...captchas },
  { name: '0040storeNotes', ...storeNotes },
  { name: '0042unreadMessages', ...unreadMessages },
  { name: '0046sessionLinks', ...sessionLinks },
]
