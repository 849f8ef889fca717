/** Templates, as src/contract/endpoints/sending/templates lists them. */
import * as entries from '#contract/endpoints/sending/templates'
import { type Binding, on } from '../../http/binding'
import {
  makeOpenTemplate,
  makeRemoveTemplate,
  makeRenameTemplate,
  makeSaveTemplate,
  makeTemplates,
  type TemplateParts,
} from './templates'

export type { TemplateParts }

export function templateBindings(parts: TemplateParts): readonly Binding[] {
  return [
    on(entries.templates, makeTemplates(parts)),
    on(entries.openTemplate, makeOpenTemplate(parts)),
    on(entries.saveTemplate, makeSaveTemplate(parts)),
    on(entries.renameTemplate, makeRenameTemplate(parts)),
    on(entries.removeTemplate, makeRemoveTemplate(parts)),
  ]
}
