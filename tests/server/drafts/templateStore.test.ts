import { makeTemplateStore } from '#server/drafts/templates/templates.sql'
import { embeddedSubject } from '../../support/embeddedPlace'
import { templateStoreConforms } from '../conformance/drafts/templateStore'

templateStoreConforms('embedded', () => embeddedSubject(makeTemplateStore))
