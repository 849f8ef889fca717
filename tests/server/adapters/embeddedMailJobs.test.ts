import { makeMailJobStore } from '../../../server/adapters/embedded/mailJobStore'
import { embeddedSubject } from '../../support/embeddedPlace'
import { mailJobStoreConforms } from '../conformance/mailJobStore'

mailJobStoreConforms('embedded', () => embeddedSubject((db) => makeMailJobStore(db)))
