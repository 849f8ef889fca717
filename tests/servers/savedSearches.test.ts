import { makeSavedSearchStore } from '../../server/mail/search/savedSearches.sql'
import { savedSearchStoreConforms } from '../server/conformance/mail/savedSearchStore'
import { postgresSubject } from './postgresPlace'

savedSearchStoreConforms('PostgreSQL', () => postgresSubject(makeSavedSearchStore))
