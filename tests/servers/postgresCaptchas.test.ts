import { makeCaptchaStore } from '../../server/adapters/embedded/captchaStore'
import { captchaStoreConforms } from '../server/conformance/captchaStore'
import { postgresSubject } from './postgresPlace'

captchaStoreConforms('PostgreSQL', () => postgresSubject(makeCaptchaStore))
