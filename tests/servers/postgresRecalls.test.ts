import { makeRecallStore } from '../../server/adapters/embedded/recallStore'
import { recallStoreConforms } from '../server/conformance/recallStore'
import { postgresSubject } from './postgresPlace'

recallStoreConforms('PostgreSQL', () => postgresSubject(makeRecallStore))
