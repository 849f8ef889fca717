import { makeSavedSearchStore } from '../../../server/adapters/embedded/savedSearchStore'
import { embeddedSubject } from '../../support/embeddedPlace'
import { savedSearchStoreConforms } from '../conformance/savedSearchStore'

savedSearchStoreConforms('embedded', () => embeddedSubject(makeSavedSearchStore))
