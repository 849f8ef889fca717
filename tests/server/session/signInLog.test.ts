import { makeSignInLog } from '#server/session/signIns/signInLog.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { signInLogConforms } from '../conformance/session/signInLog'

signInLogConforms('embedded', () => embeddedSubject((db) => makeSignInLog(db)))
