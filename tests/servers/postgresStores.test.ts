/** Every suite of stores in the database, over PostgreSQL. */
import { makeUploadBlobs } from '../../server/drafts/uploads/uploadBlobs.sql'
import { makeUploadStore } from '../../server/drafts/uploads/uploads.sql'
import { makeEmbeddedRuleStores } from '../../server/rules/rules.sql'
import { uploadStoreConforms } from '../server/conformance/drafts/uploadStore'
import { spoolConforms } from '../server/conformance/mail/spool'
import { ruleStoreConforms } from '../server/conformance/rules/ruleStore'
import { sqlSuites } from '../server/conformance/sqlSuites'
import { sqlSpoolPlace } from '../support/stores/sqlSpoolSetup'
import { postgresSubject } from './postgresPlace'

const lin = { id: 'lin', address: 'lin@ep.test', displayName: '', tier: 'soho', organization: null } as const

for (const suite of sqlSuites) suite('PostgreSQL', postgresSubject)
uploadStoreConforms('PostgreSQL', () => postgresSubject((db) => makeUploadStore(db, makeUploadBlobs(db))))
spoolConforms('PostgreSQL', () => postgresSubject(sqlSpoolPlace))
ruleStoreConforms(
  'PostgreSQL',
  () => postgresSubject((db) => makeEmbeddedRuleStores(db).of({ ...lin, locked: false, dueAt: null })),
  { rounds: 10 },
)
