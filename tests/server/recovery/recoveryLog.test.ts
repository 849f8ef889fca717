import { makeRecoveryLog } from '#server/recovery/recoveryLog.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { recoveryLogConforms } from '../conformance/recovery/recoveryLog'

recoveryLogConforms('embedded', () => embeddedSubject((db) => makeRecoveryLog(db)))
