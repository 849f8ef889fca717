import { makeQrLogins } from '../../../server/adapters/embedded/qrLogins'
import { embeddedSubject } from '../../support/embeddedPlace'
import { qrLoginsConform } from '../conformance/qrLogins'

qrLoginsConform('embedded', () => embeddedSubject((db) => makeQrLogins(db)))
