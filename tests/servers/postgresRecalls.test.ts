import { makeRecallStore } from '../../server/recall/recall.sql'
import { recallStoreConforms } from '../server/conformance/recall/recallStore'
import { postgresSubject } from './postgresPlace'

recallStoreConforms('PostgreSQL', () => postgresSubject(makeRecallStore))
