/** What a template may be; client and gateway both ask. */
import { checkName } from '../rules'

export const templateLimits = {
  /** Templates of one account. */
  templates: 50,
  /** Characters of a template's name. */
  nameCharacters: 50,
  /** Characters of a template's text, as HTML. */
  htmlCharacters: 200_000,
} as const

/** The name under which a template is kept, without spaces around it. */
export const checkTemplateName = (name: string) => checkName(name, templateLimits.nameCharacters, 'templateNameInvalid')
