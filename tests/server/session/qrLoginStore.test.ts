import { makeQrLogins } from '#server/session/qr/qrLogins.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { qrLoginsConform } from '../conformance/session/qrLogins'

qrLoginsConform('embedded', () => embeddedSubject((db) => makeQrLogins(db)))
