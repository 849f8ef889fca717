/** The people whom a person knows, as the stores that belong together over one database. */
import { makeContactGroups } from '#server/contacts/contactGroups.sql'
import { storedContacts } from '#server/contacts/contactRows.sql'
import { makeContactStore } from '#server/contacts/contacts.sql'
import { makePeopleFinder } from '#server/contacts/peopleFinder.sql'
import { makeContactPhotos } from '#server/contacts/photos/contactPhotos.sql'
import { makeRecentRecipients } from '#server/outbox/send/recentRecipients.sql'
import type { Database } from '#server/sql/openDatabase'

export const peoplePlace = (db: Database) => ({
  contacts: makeContactStore(db),
  contactGroups: makeContactGroups(db),
  contactPhotos: makeContactPhotos(db),
  contactRests: async (account: string, id: string) => (await storedContacts(db, account, [id]))[0]?.rest ?? null,
  recentRecipients: makeRecentRecipients(db),
  peopleFinder: makePeopleFinder(db),
})
