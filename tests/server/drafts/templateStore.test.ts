import { makeTemplateStore } from '#server/drafts/templates/templates.sql'
import { embeddedSubject } from '../../support/stores/embeddedSetup'
import { templateStoreConforms } from '../conformance/drafts/templateStore'

templateStoreConforms('embedded', () => embeddedSubject(makeTemplateStore))
