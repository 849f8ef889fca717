/** What a template may be; client and gateway both ask. */
import type { RefusalCode } from '../codes'
import { holdsControl } from '../rules'

export const templateLimits = {
  /** Templates of one account. */
  templates: 50,
  /** Characters of a template's name. */
  nameCharacters: 50,
  /** Characters of a template's text, as HTML. */
  htmlCharacters: 200_000,
} as const

/** The name under which a template is kept, without spaces around it. */
export function checkTemplateName(name: string): RefusalCode | null {
  const isNamed = name !== '' && [...name].length <= templateLimits.nameCharacters && !holdsControl(name)
  return isNamed ? null : 'templateNameInvalid'
}
