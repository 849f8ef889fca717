import { makeCaptchaStore } from '../../../server/adapters/embedded/captchaStore'
import { embeddedSubject } from '../../support/embeddedPlace'
import { captchaStoreConforms } from '../conformance/captchaStore'

captchaStoreConforms('embedded', () => embeddedSubject((db) => makeCaptchaStore(db)))
