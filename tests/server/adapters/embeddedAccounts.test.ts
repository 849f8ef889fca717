import { makeAccountStore } from '../../../server/adapters/embedded/accountStore'
import { makeAttemptStore } from '../../../server/adapters/embedded/attemptStore'
import { makeContactStore } from '../../../server/adapters/embedded/contactStore'
import { makeFolderPlaces } from '../../../server/adapters/embedded/folderPlaces'
import { makeImageSenders } from '../../../server/adapters/embedded/imageSenders'
import { makeOutboxStore } from '../../../server/adapters/embedded/outboxStore'
import { makeRecentRecipients } from '../../../server/adapters/embedded/recentRecipients'
import { makeSessionStore } from '../../../server/adapters/embedded/sessionStore'
import { makeSettingsStore } from '../../../server/adapters/embedded/settingsStore'
import { makeTicketStore } from '../../../server/adapters/embedded/ticketStore'
import { embeddedSubject } from '../../support/embeddedPlace'
import { inboxCursorsPlace } from '../../support/inboxCursorsPlace'
import { peoplePlace } from '../../support/peoplePlace'
import { accountStoreConforms } from '../conformance/accountStore'
import { attemptStoreConforms } from '../conformance/attemptStore'
import { contactGroupsConform } from '../conformance/contactGroups'
import { contactStoreConforms } from '../conformance/contactStore'
import { folderPlacesConform } from '../conformance/folderPlaces'
import { imageSendersConform } from '../conformance/imageSenders'
import { inboxCursorsConform } from '../conformance/inboxCursors'
import { outboxLeasesConform } from '../conformance/outboxLeases'
import { outboxPlansConform } from '../conformance/outboxPlans'
import { outboxStoreConforms } from '../conformance/outboxStore'
import { peopleFinderConforms } from '../conformance/peopleFinder'
import { recentRecipientsConform } from '../conformance/recentRecipients'
import { sessionStoreConforms } from '../conformance/sessionStore'
import { settingsStoreConforms } from '../conformance/settingsStore'
import { ticketStoreConforms } from '../conformance/ticketStore'

accountStoreConforms('embedded', () => embeddedSubject(makeAccountStore))
sessionStoreConforms('embedded', () => embeddedSubject(makeSessionStore))
attemptStoreConforms('embedded', () => embeddedSubject(makeAttemptStore))
ticketStoreConforms('embedded', () => embeddedSubject(makeTicketStore))
outboxStoreConforms('embedded', () => embeddedSubject(makeOutboxStore))
outboxLeasesConform('embedded', () => embeddedSubject(makeOutboxStore))
outboxPlansConform('embedded', () => embeddedSubject(makeOutboxStore))
folderPlacesConform('embedded', () => embeddedSubject((db) => makeFolderPlaces(db)))
settingsStoreConforms('embedded', () => embeddedSubject((db) => makeSettingsStore(db)))
contactStoreConforms('embedded', () => embeddedSubject((db) => makeContactStore(db)))
contactGroupsConform('embedded', () => embeddedSubject((db) => peoplePlace(db)))
peopleFinderConforms('embedded', () => embeddedSubject((db) => peoplePlace(db)))
recentRecipientsConform('embedded', () => embeddedSubject((db) => makeRecentRecipients(db)))
imageSendersConform('embedded', () => embeddedSubject((db) => makeImageSenders(db)))
inboxCursorsConform('embedded', () => embeddedSubject((db) => inboxCursorsPlace(db)))
