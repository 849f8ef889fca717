import { makeContactStore } from '../../server/contacts/contacts.sql'
import { makeUploadBlobs } from '../../server/drafts/uploads/uploadBlobs.sql'
import { makeUploadStore } from '../../server/drafts/uploads/uploads.sql'
import { makeFolderPlaces } from '../../server/mail/folders/folderPlaces.sql'
import { makeImageSenders } from '../../server/mail/images/imageSenders.sql'
import { makeRecentRecipients } from '../../server/outbox/send/recentRecipients.sql'
import { makeOutboxStore } from '../../server/outbox/sqlite/outboxStore'
import { makeEmbeddedRuleStores } from '../../server/rules/rules.sql'
import { makeAccountStore } from '../../server/session/account.sql'
import { makeAttemptStore } from '../../server/session/attempts/attempts.sql'
import { makeSessionStore } from '../../server/session/session.sql'
import { makeTicketStore } from '../../server/session/tickets/tickets.sql'
import { makeSettingsStore } from '../../server/settings/settings.sql'
import { contactGroupsConform } from '../server/conformance/contacts/contactGroups'
import { contactStoreConforms } from '../server/conformance/contacts/contactStore'
import { peopleFinderConforms } from '../server/conformance/contacts/peopleFinder'
import { uploadStoreConforms } from '../server/conformance/drafts/uploadStore'
import { folderPlacesConform } from '../server/conformance/mail/folderPlaces'
import { imageSendersConform } from '../server/conformance/mail/imageSenders'
import { inboxCursorsConform } from '../server/conformance/mail/inboxCursors'
import { spoolConforms } from '../server/conformance/mail/spool'
import { outboxLeasesConform } from '../server/conformance/outbox/outboxLeases'
import { outboxPlansConform } from '../server/conformance/outbox/outboxPlans'
import { outboxStoreConforms } from '../server/conformance/outbox/outboxStore'
import { recentRecipientsConform } from '../server/conformance/outbox/recentRecipients'
import { ruleStoreConforms } from '../server/conformance/rules/ruleStore'
import { accountStoreConforms } from '../server/conformance/session/accountStore'
import { attemptStoreConforms } from '../server/conformance/session/attemptStore'
import { sessionStoreConforms } from '../server/conformance/session/sessionStore'
import { ticketStoreConforms } from '../server/conformance/session/ticketStore'
import { settingsStoreConforms } from '../server/conformance/settingsStore'
import { inboxCursorsPlace } from '../support/stores/inboxCursorsSetup'
import { peoplePlace } from '../support/stores/peopleSetup'
import { sqlSpoolPlace } from '../support/stores/sqlSpoolSetup'
import { postgresSubject } from './postgresPlace'

const lin = { id: 'lin', address: 'lin@ep.test', displayName: '', tier: 'soho', organization: null } as const

accountStoreConforms('PostgreSQL', () => postgresSubject(makeAccountStore))
sessionStoreConforms('PostgreSQL', () => postgresSubject(makeSessionStore))
attemptStoreConforms('PostgreSQL', () => postgresSubject(makeAttemptStore))
ticketStoreConforms('PostgreSQL', () => postgresSubject(makeTicketStore))
folderPlacesConform('PostgreSQL', () => postgresSubject(makeFolderPlaces))
settingsStoreConforms('PostgreSQL', () => postgresSubject(makeSettingsStore))
contactStoreConforms('PostgreSQL', () => postgresSubject(makeContactStore))
contactGroupsConform('PostgreSQL', () => postgresSubject(peoplePlace))
peopleFinderConforms('PostgreSQL', () => postgresSubject(peoplePlace))
recentRecipientsConform('PostgreSQL', () => postgresSubject(makeRecentRecipients))
imageSendersConform('PostgreSQL', () => postgresSubject(makeImageSenders))
inboxCursorsConform('PostgreSQL', () => postgresSubject(inboxCursorsPlace))
outboxStoreConforms('PostgreSQL', () => postgresSubject(makeOutboxStore))
outboxLeasesConform('PostgreSQL', () => postgresSubject(makeOutboxStore))
outboxPlansConform('PostgreSQL', () => postgresSubject(makeOutboxStore))
uploadStoreConforms('PostgreSQL', () => postgresSubject((db) => makeUploadStore(db, makeUploadBlobs(db))))
spoolConforms('PostgreSQL', () => postgresSubject(sqlSpoolPlace))
ruleStoreConforms(
  'PostgreSQL',
  () => postgresSubject((db) => makeEmbeddedRuleStores(db).of({ ...lin, locked: false, dueAt: null })),
  { rounds: 10 },
)
