import { makeMailJobStore } from '#server/mail/jobs/mailJobs.sql'
import { embeddedSubject } from '#tests/support/embeddedPlace'
import { mailJobStoreConforms } from '../../conformance/mail/mailJobStore'

mailJobStoreConforms('embedded', () => embeddedSubject((db) => makeMailJobStore(db)))
