import { makeAccountStore } from '../../../server/adapters/embedded/accountStore'
import { makeAttemptStore } from '../../../server/adapters/embedded/attemptStore'
import { makeFolderPlaces } from '../../../server/adapters/embedded/folderPlaces'
import { makeOutboxStore } from '../../../server/adapters/embedded/outboxStore'
import { makeSessionStore } from '../../../server/adapters/embedded/sessionStore'
import { makeTicketStore } from '../../../server/adapters/embedded/ticketStore'
import { embeddedSubject } from '../../support/embeddedPlace'
import { inboxCursorsPlace } from '../../support/inboxCursorsPlace'
import { accountStoreConforms } from '../conformance/accountStore'
import { attemptStoreConforms } from '../conformance/attemptStore'
import { folderPlacesConform } from '../conformance/folderPlaces'
import { inboxCursorsConform } from '../conformance/inboxCursors'
import { outboxLeasesConform } from '../conformance/outboxLeases'
import { outboxStoreConforms } from '../conformance/outboxStore'
import { sessionStoreConforms } from '../conformance/sessionStore'
import { ticketStoreConforms } from '../conformance/ticketStore'

accountStoreConforms('embedded', () => embeddedSubject(makeAccountStore))
sessionStoreConforms('embedded', () => embeddedSubject(makeSessionStore))
attemptStoreConforms('embedded', () => embeddedSubject(makeAttemptStore))
ticketStoreConforms('embedded', () => embeddedSubject(makeTicketStore))
outboxStoreConforms('embedded', () => embeddedSubject(makeOutboxStore))
outboxLeasesConform('embedded', () => embeddedSubject(makeOutboxStore))
folderPlacesConform('embedded', () => embeddedSubject((db) => makeFolderPlaces(db)))
inboxCursorsConform('embedded', () => embeddedSubject((db) => inboxCursorsPlace(db)))
