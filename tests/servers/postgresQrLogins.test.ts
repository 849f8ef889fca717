import { makeQrLogins } from '../../server/session/qr/qrLogins.sql'
import { qrLoginsConform } from '../server/conformance/session/qrLogins'
import { postgresSubject } from './postgresPlace'

qrLoginsConform('PostgreSQL', () => postgresSubject(makeQrLogins))
