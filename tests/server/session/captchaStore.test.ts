import { makeCaptchaStore } from '#server/session/captcha/captcha.sql'
import { embeddedSubject } from '../../support/embeddedPlace'
import { captchaStoreConforms } from '../conformance/session/captchaStore'

captchaStoreConforms('embedded', () => embeddedSubject((db) => makeCaptchaStore(db)))
