import { makePhoneBindings } from '../../server/phone/phoneBindings.sql'
import { phoneBindingsConform } from '../server/conformance/phoneBindings'
import { postgresSubject } from './postgresPlace'

phoneBindingsConform('PostgreSQL', () => postgresSubject(makePhoneBindings))
