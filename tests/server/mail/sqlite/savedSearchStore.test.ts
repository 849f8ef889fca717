import { makeSavedSearchStore } from '#server/mail/search/savedSearches.sql'
import { embeddedSubject } from '#tests/support/stores/embeddedSetup'
import { savedSearchStoreConforms } from '../../conformance/mail/savedSearchStore'

savedSearchStoreConforms('embedded', () => embeddedSubject(makeSavedSearchStore))
