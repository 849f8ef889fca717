import { makeMailJobStore } from '#server/mail/jobs/mailJobs.sql'
import { embeddedSubject } from '#tests/support/stores/embeddedSetup'
import { mailJobStoreConforms } from '../../conformance/mail/mailJobStore'

mailJobStoreConforms('embedded', () => embeddedSubject((db) => makeMailJobStore(db)))
