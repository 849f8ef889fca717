import { makeRecoveryLog } from '../../server/adapters/embedded/recoveryLog'
import { recoveryLogConforms } from '../server/conformance/recoveryLog'
import { postgresSubject } from './postgresPlace'

recoveryLogConforms('PostgreSQL', () => postgresSubject(makeRecoveryLog))
