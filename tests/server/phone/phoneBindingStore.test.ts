import { makePhoneBindings } from '#server/phone/phoneBindings.sql'
import { embeddedSubject } from '../../support/embeddedPlace'
import { phoneBindingsConform } from '../conformance/phoneBindings'

phoneBindingsConform('embedded', () => embeddedSubject((db) => makePhoneBindings(db)))
