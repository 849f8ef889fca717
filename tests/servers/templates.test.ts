import { makeTemplateStore } from '../../server/drafts/templates/templates.sql'
import { templateStoreConforms } from '../server/conformance/drafts/templateStore'
import { postgresSubject } from './postgresPlace'

templateStoreConforms('PostgreSQL', () => postgresSubject(makeTemplateStore))
