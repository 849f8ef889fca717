import { makeQrLogins } from '../../server/adapters/embedded/qrLogins'
import { qrLoginsConform } from '../server/conformance/qrLogins'
import { postgresSubject } from './postgresPlace'

qrLoginsConform('PostgreSQL', () => postgresSubject(makeQrLogins))
