import { makeRecoveryLog } from '#server/recovery/recoveryLog.sql'
import { embeddedSubject } from '../../support/embeddedPlace'
import { recoveryLogConforms } from '../conformance/recovery/recoveryLog'

recoveryLogConforms('embedded', () => embeddedSubject((db) => makeRecoveryLog(db)))
