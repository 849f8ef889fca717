import { makeSignInLog } from '../../server/adapters/embedded/signInLog'
import { signInLogConforms } from '../server/conformance/signInLog'
import { postgresSubject } from './postgresPlace'

signInLogConforms('PostgreSQL', () => postgresSubject(makeSignInLog))
