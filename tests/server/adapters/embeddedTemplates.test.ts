import { makeTemplateStore } from '../../../server/adapters/embedded/templateStore'
import { embeddedSubject } from '../../support/embeddedPlace'
import { templateStoreConforms } from '../conformance/templateStore'

templateStoreConforms('embedded', () => embeddedSubject(makeTemplateStore))
