/** Every step in its order, by the name on record; `npm run format` writes this list. */
import { migration as step0001mail } from './0001mail'
import { migration as step0002accounts } from './0002accounts'
import { migration as step0003spool } from './0003spool'
import { migration as step0004gateways } from './0004gateways'
import { migration as step0005blobs } from './0005blobs'
import { migration as step0006rules } from './0006rules'
import { migration as step0007imapAppends } from './0007imapAppends'
import { migration as step0008folders } from './0008folders'
import { migration as step0009mailJobs } from './0009mailJobs'
import { migration as step0010settings } from './0010settings'
import { migration as step0011contacts } from './0011contacts'
import { migration as step0012exchange } from './0012exchange'
import { migration as step0013searches } from './0013searches'
import { migration as step0014conversations } from './0014conversations'
import { migration as step0015receipts } from './0015receipts'
import { migration as step0020mailboxChanges } from './0020mailboxChanges'
import { migration as step0021sending } from './0021sending'
import { migration as step0022recalls } from './0022recalls'
import { migration as step0023recovery } from './0023recovery'
import { migration as step0024recentRecipients } from './0024recentRecipients'
import { migration as step0025mailTemplates } from './0025mailTemplates'
import { migration as step0026people } from './0026people'
import { migration as step0027recallsElsewhere } from './0027recallsElsewhere'
import { migration as step0028phones } from './0028phones'
import { migration as step0029keptSessions } from './0029keptSessions'
import { migration as step0030qrLogins } from './0030qrLogins'
import { migration as step0033separateSends } from './0033separateSends'
import { migration as step0034sentDrafts } from './0034sentDrafts'
import { migration as step0035pageViews } from './0035pageViews'
import { migration as step0036signIns } from './0036signIns'
import { migration as step0037captchas } from './0037captchas'
import { migration as step0040storeNotes } from './0040storeNotes'
import { migration as step0042unreadMessages } from './0042unreadMessages'
import { migration as step0046sessionLinks } from './0046sessionLinks'
import { migration as step0047mailboxFromTheStart } from './0047mailboxFromTheStart'
import { migration as step0048archive } from './0048archive'
import { migration as step0049contactDetails } from './0049contactDetails'
import { migration as step0050contactImports } from './0050contactImports'
import { migration as step0051contactsApart } from './0051contactsApart'
import { migration as step0054signatures } from './0054signatures'
import { migration as step0055profiles } from './0055profiles'
import { migration as step0056contactIndexes } from './0056contactIndexes'
import { migration as step0057businessCards } from './0057businessCards'
import { migration as step0062forwarding } from './0062forwarding'
import { migration as step0065orders } from './0065orders'
import { migration as step0066orderBuyers } from './0066orderBuyers'
import { migration as step0068registrations } from './0068registrations'
import { migration as step0070secureMailboxes } from './0070secureMailboxes'
import { migration as step0071passwordResets } from './0071passwordResets'
import { migration as step0072sessions } from './0072sessions'
import { migration as step0073factors } from './0073factors'
import { migration as step0076organizations } from './0076organizations'
import { migration as step0077confirmedPhones } from './0077confirmedPhones'
import { migration as step0078passkeys } from './0078passkeys'
import { migration as step0079closings } from './0079closings'
import { migration as step0080files } from './0080files'
import { migration as step0081fileThumbnails } from './0081fileThumbnails'
import { migration as step0082fileLinks } from './0082fileLinks'
import { migration as step0083shares } from './0083shares'
import { migration as step0084attachments } from './0084attachments'
import { migration as step0085sharedFiles } from './0085sharedFiles'
import { migration as step0086verifiedPasskeys } from './0086verifiedPasskeys'
import { migration as step0087mailboxMoves } from './0087mailboxMoves'
import { migration as step0089accountExports } from './0089accountExports'
import { migration as step0090directory } from './0090directory'
import { migration as step0091notedClosings } from './0091notedClosings'
import { migration as step0092administration } from './0092administration'
import { migration as step0093members } from './0093members'
import { migration as step0094organizationClaims } from './0094organizationClaims'
import { migration as step0095organizationPolicies } from './0095organizationPolicies'
import { migration as step0096ruleRuns } from './0096ruleRuns'
import { migration as step0097filesTrash } from './0097filesTrash'
import { migration as step0098junkReasons } from './0098junkReasons'
import { migration as step0099scannerLessons } from './0099scannerLessons'
import { migration as step0100organizationSends } from './0100organizationSends'
import { migration as step0101endings } from './0101endings'
import { migration as step0102profilePhotos } from './0102profilePhotos'
import { migration as step0104ruleRunIndexes } from './0104ruleRunIndexes'
import { migration as step0106orderTelling } from './0106orderTelling'
import { migration as step0107attachmentFilters } from './0107attachmentFilters'
import { migration as step0109attachmentIndex } from './0109attachmentIndex'
import { migration as step0112trustedPasswords } from './0112trustedPasswords'
import { migration as step0113attachmentRefusals } from './0113attachmentRefusals'
import { migration as step0114attachmentAsked } from './0114attachmentAsked'
import type { Migration } from './migration'

export const migrations: readonly (Migration & { readonly name: string })[] = [
  { name: '0001mail', ...step0001mail },
  { name: '0002accounts', ...step0002accounts },
  { name: '0003spool', ...step0003spool },
  { name: '0004gateways', ...step0004gateways },
  { name: '0005blobs', ...step0005blobs },
  { name: '0006rules', ...step0006rules },
  { name: '0007imapAppends', ...step0007imapAppends },
  { name: '0008folders', ...step0008folders },
  { name: '0009mailJobs', ...step0009mailJobs },
  { name: '0010settings', ...step0010settings },
  { name: '0011contacts', ...step0011contacts },
  { name: '0012exchange', ...step0012exchange },
  { name: '0013searches', ...step0013searches },
  { name: '0014conversations', ...step0014conversations },
  { name: '0015receipts', ...step0015receipts },
  { name: '0020mailboxChanges', ...step0020mailboxChanges },
  { name: '0021sending', ...step0021sending },
  { name: '0022recalls', ...step0022recalls },
  { name: '0023recovery', ...step0023recovery },
  { name: '0024recentRecipients', ...step0024recentRecipients },
  { name: '0025mailTemplates', ...step0025mailTemplates },
  { name: '0026people', ...step0026people },
  { name: '0027recallsElsewhere', ...step0027recallsElsewhere },
  { name: '0028phones', ...step0028phones },
  { name: '0029keptSessions', ...step0029keptSessions },
  { name: '0030qrLogins', ...step0030qrLogins },
  { name: '0033separateSends', ...step0033separateSends },
  { name: '0034sentDrafts', ...step0034sentDrafts },
  { name: '0035pageViews', ...step0035pageViews },
  { name: '0036signIns', ...step0036signIns },
  { name: '0037captchas', ...step0037captchas },
  { name: '0040storeNotes', ...step0040storeNotes },
  { name: '0042unreadMessages', ...step0042unreadMessages },
  { name: '0046sessionLinks', ...step0046sessionLinks },
  { name: '0047mailboxFromTheStart', ...step0047mailboxFromTheStart },
  { name: '0048archive', ...step0048archive },
  { name: '0049contactDetails', ...step0049contactDetails },
  { name: '0050contactImports', ...step0050contactImports },
  { name: '0051contactsApart', ...step0051contactsApart },
  { name: '0054signatures', ...step0054signatures },
  { name: '0055profiles', ...step0055profiles },
  { name: '0056contactIndexes', ...step0056contactIndexes },
  { name: '0057businessCards', ...step0057businessCards },
  { name: '0062forwarding', ...step0062forwarding },
  { name: '0065orders', ...step0065orders },
  { name: '0066orderBuyers', ...step0066orderBuyers },
  { name: '0068registrations', ...step0068registrations },
  { name: '0070secureMailboxes', ...step0070secureMailboxes },
  { name: '0071passwordResets', ...step0071passwordResets },
  { name: '0072sessions', ...step0072sessions },
  { name: '0073factors', ...step0073factors },
  { name: '0076organizations', ...step0076organizations },
  { name: '0077confirmedPhones', ...step0077confirmedPhones },
  { name: '0078passkeys', ...step0078passkeys },
  { name: '0079closings', ...step0079closings },
  { name: '0080files', ...step0080files },
  { name: '0081fileThumbnails', ...step0081fileThumbnails },
  { name: '0082fileLinks', ...step0082fileLinks },
  { name: '0083shares', ...step0083shares },
  { name: '0084attachments', ...step0084attachments },
  { name: '0085sharedFiles', ...step0085sharedFiles },
  { name: '0086verifiedPasskeys', ...step0086verifiedPasskeys },
  { name: '0087mailboxMoves', ...step0087mailboxMoves },
  { name: '0089accountExports', ...step0089accountExports },
  { name: '0090directory', ...step0090directory },
  { name: '0091notedClosings', ...step0091notedClosings },
  { name: '0092administration', ...step0092administration },
  { name: '0093members', ...step0093members },
  { name: '0094organizationClaims', ...step0094organizationClaims },
  { name: '0095organizationPolicies', ...step0095organizationPolicies },
  { name: '0096ruleRuns', ...step0096ruleRuns },
  { name: '0097filesTrash', ...step0097filesTrash },
  { name: '0098junkReasons', ...step0098junkReasons },
  { name: '0099scannerLessons', ...step0099scannerLessons },
  { name: '0100organizationSends', ...step0100organizationSends },
  { name: '0101endings', ...step0101endings },
  { name: '0102profilePhotos', ...step0102profilePhotos },
  { name: '0104ruleRunIndexes', ...step0104ruleRunIndexes },
  { name: '0106orderTelling', ...step0106orderTelling },
  { name: '0107attachmentFilters', ...step0107attachmentFilters },
  { name: '0109attachmentIndex', ...step0109attachmentIndex },
  { name: '0112trustedPasswords', ...step0112trustedPasswords },
  { name: '0113attachmentRefusals', ...step0113attachmentRefusals },
  { name: '0114attachmentAsked', ...step0114attachmentAsked },
]
