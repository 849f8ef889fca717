import { makeRecoveryLog } from '../../../server/adapters/embedded/recoveryLog'
import { embeddedSubject } from '../../support/embeddedPlace'
import { recoveryLogConforms } from '../conformance/recoveryLog'

recoveryLogConforms('embedded', () => embeddedSubject((db) => makeRecoveryLog(db)))
