import { makePhoneBindings } from '../../../server/adapters/embedded/phoneBindings'
import { embeddedSubject } from '../../support/embeddedPlace'
import { phoneBindingsConform } from '../conformance/phoneBindings'

phoneBindingsConform('embedded', () => embeddedSubject((db) => makePhoneBindings(db)))
