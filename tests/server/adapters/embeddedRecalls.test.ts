import { makeRecallStore } from '../../../server/adapters/embedded/recallStore'
import { embeddedSubject } from '../../support/embeddedPlace'
import { recallStoreConforms } from '../conformance/recallStore'

recallStoreConforms('embedded', () => embeddedSubject((db) => makeRecallStore(db)))
