import { makeAccountStore } from '../../server/adapters/embedded/accountStore'
import { makeAttemptStore } from '../../server/adapters/embedded/attemptStore'
import { makeFolderPlaces } from '../../server/adapters/embedded/folderPlaces'
import { makeOutboxStore } from '../../server/adapters/embedded/outboxStore'
import { makeEmbeddedRuleStores } from '../../server/adapters/embedded/ruleStore'
import { makeSessionStore } from '../../server/adapters/embedded/sessionStore'
import { makeTicketStore } from '../../server/adapters/embedded/ticketStore'
import { makeUploadBlobs } from '../../server/adapters/embedded/uploadBlobs'
import { makeUploadStore } from '../../server/adapters/embedded/uploadStore'
import { accountStoreConforms } from '../server/conformance/accountStore'
import { attemptStoreConforms } from '../server/conformance/attemptStore'
import { folderPlacesConform } from '../server/conformance/folderPlaces'
import { inboxCursorsConform } from '../server/conformance/inboxCursors'
import { outboxLeasesConform } from '../server/conformance/outboxLeases'
import { outboxStoreConforms } from '../server/conformance/outboxStore'
import { ruleStoreConforms } from '../server/conformance/ruleStore'
import { sessionStoreConforms } from '../server/conformance/sessionStore'
import { spoolConforms } from '../server/conformance/spool'
import { ticketStoreConforms } from '../server/conformance/ticketStore'
import { uploadStoreConforms } from '../server/conformance/uploadStore'
import { inboxCursorsPlace } from '../support/inboxCursorsPlace'
import { sqlSpoolPlace } from '../support/sqlSpoolPlace'
import { postgresSubject } from './postgresPlace'

const lin = { id: 'lin', address: 'lin@ep.test', displayName: '', tier: 'soho', organization: null } as const

accountStoreConforms('PostgreSQL', () => postgresSubject(makeAccountStore))
sessionStoreConforms('PostgreSQL', () => postgresSubject(makeSessionStore))
attemptStoreConforms('PostgreSQL', () => postgresSubject(makeAttemptStore))
ticketStoreConforms('PostgreSQL', () => postgresSubject(makeTicketStore))
folderPlacesConform('PostgreSQL', () => postgresSubject(makeFolderPlaces))
inboxCursorsConform('PostgreSQL', () => postgresSubject(inboxCursorsPlace))
outboxStoreConforms('PostgreSQL', () => postgresSubject(makeOutboxStore))
outboxLeasesConform('PostgreSQL', () => postgresSubject(makeOutboxStore))
uploadStoreConforms('PostgreSQL', () => postgresSubject((db) => makeUploadStore(db, makeUploadBlobs(db))))
spoolConforms('PostgreSQL', () => postgresSubject(sqlSpoolPlace))
ruleStoreConforms(
  'PostgreSQL',
  () => postgresSubject((db) => makeEmbeddedRuleStores(db).of({ ...lin, locked: false, dueAt: null })),
  { rounds: 10 },
)
