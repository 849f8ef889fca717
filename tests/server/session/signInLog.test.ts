import { makeSignInLog } from '#server/session/signIns/signInLog.sql'
import { embeddedSubject } from '../../support/embeddedPlace'
import { signInLogConforms } from '../conformance/session/signInLog'

signInLogConforms('embedded', () => embeddedSubject((db) => makeSignInLog(db)))
