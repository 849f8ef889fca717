import { makeContactStore } from '#server/contacts/contacts.sql'
import { makeFolderPlaces } from '#server/mail/folders/folderPlaces.sql'
import { makeImageSenders } from '#server/mail/images/imageSenders.sql'
import { makeRecentRecipients } from '#server/outbox/send/recentRecipients.sql'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { makeAccountStore } from '#server/session/account.sql'
import { makeAttemptStore } from '#server/session/attempts/attempts.sql'
import { makeSessionStore } from '#server/session/session.sql'
import { makeTicketStore } from '#server/session/tickets/tickets.sql'
import { makeSettingsStore } from '#server/settings/settings.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { inboxCursorsPlace } from '../../support/stores/inboxCursorsSetup'
import { peoplePlace } from '../../support/stores/peopleSetup'
import { contactGroupsConform } from '../conformance/contacts/contactGroups'
import { contactStoreConforms } from '../conformance/contacts/contactStore'
import { peopleFinderConforms } from '../conformance/contacts/peopleFinder'
import { folderPlacesConform } from '../conformance/mail/folderPlaces'
import { imageSendersConform } from '../conformance/mail/imageSenders'
import { inboxCursorsConform } from '../conformance/mail/inboxCursors'
import { outboxLeasesConform } from '../conformance/outbox/outboxLeases'
import { outboxPlansConform } from '../conformance/outbox/outboxPlans'
import { outboxStoreConforms } from '../conformance/outbox/outboxStore'
import { recentRecipientsConform } from '../conformance/outbox/recentRecipients'
import { accountStoreConforms } from '../conformance/session/accountStore'
import { attemptStoreConforms } from '../conformance/session/attemptStore'
import { sessionStoreConforms } from '../conformance/session/sessionStore'
import { ticketStoreConforms } from '../conformance/session/ticketStore'
import { settingsStoreConforms } from '../conformance/settingsStore'

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
