import { makePhoneBindings } from '#server/phone/phoneBindings.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { phoneBindingsConform } from '../conformance/phoneBindings'

phoneBindingsConform('embedded', () => embeddedSubject((db) => makePhoneBindings(db)))
