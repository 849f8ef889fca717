import { makePhoneBindings } from '../../server/adapters/embedded/phoneBindings'
import { phoneBindingsConform } from '../server/conformance/phoneBindings'
import { postgresSubject } from './postgresPlace'

phoneBindingsConform('PostgreSQL', () => postgresSubject(makePhoneBindings))
