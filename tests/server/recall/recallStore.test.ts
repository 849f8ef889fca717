import { makeRecallStore } from '#server/recall/recall.sql'
import { embeddedSubject } from '../../support/embeddedPlace'
import { recallStoreConforms } from '../conformance/recall/recallStore'

recallStoreConforms('embedded', () => embeddedSubject((db) => makeRecallStore(db)))
