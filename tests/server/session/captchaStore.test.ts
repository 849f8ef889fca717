import { makeCaptchaStore } from '#server/session/captcha/captcha.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { captchaStoreConforms } from '../conformance/session/captchaStore'

captchaStoreConforms('embedded', () => embeddedSubject((db) => makeCaptchaStore(db)))
