import { makeSignInLog } from '../../../server/adapters/embedded/signInLog'
import { embeddedSubject } from '../../support/embeddedPlace'
import { signInLogConforms } from '../conformance/signInLog'

signInLogConforms('embedded', () => embeddedSubject((db) => makeSignInLog(db)))
