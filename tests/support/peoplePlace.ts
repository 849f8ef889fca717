/** The people whom a person knows, as the stores that belong together over one database. */
import { makeContactGroups } from '../../server/adapters/embedded/contactGroups'
import { makeContactStore } from '../../server/adapters/embedded/contactStore'
import { makePeopleFinder } from '../../server/adapters/embedded/peopleFinder'
import { makeRecentRecipients } from '../../server/adapters/embedded/recentRecipients'
import type { Database } from '../../server/sql/openDatabase'

export const peoplePlace = (db: Database) => ({
  contacts: makeContactStore(db),
  contactGroups: makeContactGroups(db),
  recentRecipients: makeRecentRecipients(db),
  peopleFinder: makePeopleFinder(db),
})
