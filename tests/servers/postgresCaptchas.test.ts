import { makeCaptchaStore } from '../../server/session/captcha/captcha.sql'
import { captchaStoreConforms } from '../server/conformance/session/captchaStore'
import { postgresSubject } from './postgresPlace'

captchaStoreConforms('PostgreSQL', () => postgresSubject(makeCaptchaStore))
