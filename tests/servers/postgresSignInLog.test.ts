import { makeSignInLog } from '../../server/session/signIns/signInLog.sql'
import { signInLogConforms } from '../server/conformance/session/signInLog'
import { postgresSubject } from './postgresPlace'

signInLogConforms('PostgreSQL', () => postgresSubject(makeSignInLog))
