import { makeSavedSearchStore } from '../../server/adapters/embedded/savedSearchStore'
import { savedSearchStoreConforms } from '../server/conformance/savedSearchStore'
import { postgresSubject } from './postgresPlace'

savedSearchStoreConforms('PostgreSQL', () => postgresSubject(makeSavedSearchStore))
