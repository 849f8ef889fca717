/** Templates, as src/contract/endpoints/sending/templates lists them. */
import * as entries from '#contract/endpoints/sending/templates'
import { type Binding, on } from '../../http/binding'
import {
  makeOpenTemplate,
  makeRemoveTemplate,
  makeRenameTemplate,
  makeSaveTemplate,
  makeTemplates,
  type TemplateDeps,
} from './templates'

export type { TemplateDeps }

export function templateBindings(deps: TemplateDeps): readonly Binding[] {
  return [
    on(entries.templates, makeTemplates(deps)),
    on(entries.openTemplate, makeOpenTemplate(deps)),
    on(entries.saveTemplate, makeSaveTemplate(deps)),
    on(entries.renameTemplate, makeRenameTemplate(deps)),
    on(entries.removeTemplate, makeRemoveTemplate(deps)),
  ]
}
