import { makeAccountStore } from '../../server/adapters/embedded/accountStore'
import { makeAttemptStore } from '../../server/adapters/embedded/attemptStore'
import { makeContactStore } from '../../server/adapters/embedded/contactStore'
import { makeFolderPlaces } from '../../server/adapters/embedded/folderPlaces'
import { makeImageSenders } from '../../server/adapters/embedded/imageSenders'
import { makeOutboxStore } from '../../server/adapters/embedded/outboxStore'
import { makeRecentRecipients } from '../../server/adapters/embedded/recentRecipients'
import { makeEmbeddedRuleStores } from '../../server/adapters/embedded/ruleStore'
import { makeSessionStore } from '../../server/adapters/embedded/sessionStore'
import { makeSettingsStore } from '../../server/adapters/embedded/settingsStore'
import { makeTicketStore } from '../../server/adapters/embedded/ticketStore'
import { makeUploadBlobs } from '../../server/adapters/embedded/uploadBlobs'
import { makeUploadStore } from '../../server/adapters/embedded/uploadStore'
import { accountStoreConforms } from '../server/conformance/accountStore'
import { attemptStoreConforms } from '../server/conformance/attemptStore'
import { contactGroupsConform } from '../server/conformance/contactGroups'
import { contactStoreConforms } from '../server/conformance/contactStore'
import { folderPlacesConform } from '../server/conformance/folderPlaces'
import { imageSendersConform } from '../server/conformance/imageSenders'
import { inboxCursorsConform } from '../server/conformance/inboxCursors'
import { outboxLeasesConform } from '../server/conformance/outboxLeases'
import { outboxPlansConform } from '../server/conformance/outboxPlans'
import { outboxStoreConforms } from '../server/conformance/outboxStore'
import { peopleFinderConforms } from '../server/conformance/peopleFinder'
import { recentRecipientsConform } from '../server/conformance/recentRecipients'
import { ruleStoreConforms } from '../server/conformance/ruleStore'
import { sessionStoreConforms } from '../server/conformance/sessionStore'
import { settingsStoreConforms } from '../server/conformance/settingsStore'
import { spoolConforms } from '../server/conformance/spool'
import { ticketStoreConforms } from '../server/conformance/ticketStore'
import { uploadStoreConforms } from '../server/conformance/uploadStore'
import { inboxCursorsPlace } from '../support/inboxCursorsPlace'
import { peoplePlace } from '../support/peoplePlace'
import { sqlSpoolPlace } from '../support/sqlSpoolPlace'
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
