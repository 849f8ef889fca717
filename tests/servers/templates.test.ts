import { makeTemplateStore } from '../../server/adapters/embedded/templateStore'
import { templateStoreConforms } from '../server/conformance/templateStore'
import { postgresSubject } from './postgresPlace'

templateStoreConforms('PostgreSQL', () => postgresSubject(makeTemplateStore))
