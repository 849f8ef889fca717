import { makeRecoveryLog } from '../../server/recovery/recoveryLog.sql'
import { recoveryLogConforms } from '../server/conformance/recovery/recoveryLog'
import { postgresSubject } from './postgresPlace'

recoveryLogConforms('PostgreSQL', () => postgresSubject(makeRecoveryLog))
