import { makeRecallStore } from '#server/recall/recall.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { recallStoreConforms } from '../conformance/recall/recallStore'

recallStoreConforms('embedded', () => embeddedSubject((db) => makeRecallStore(db)))
