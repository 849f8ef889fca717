/** Templates: what of a message is kept in one, and the calls behind the dialog. */

import { checkTemplateName, templateLimits } from '#contract/compose/templateRules'
import * as calls from '#contract/endpoints/sending/templates'
import { htmlOfPlain, ownHtml, plainOfHtml, textOfHtml, withoutSignature } from '#src/lib/html'
import type { Failure } from '#src/lib/http/outcome'
import type { Services } from '#src/store/services'
import { type ComposeText, oneLine } from '../content'

/** Null where nothing of the writer's own stands there. */
export function templateHtml({ html, plain, text }: ComposeText): string | null {
  const own = ownHtml(plain ? htmlOfPlain(text) : withoutSignature(html))
  return textOfHtml(own) === '' ? null : own
}

/** A template's text in the way in which the mail is written. */
export function insertedText(html: string, { plain }: ComposeText): string {
  return plain ? plainOfHtml(html) : html
}

/** Why it was not done; null when it was. */
export type TemplateRefusal = Failure['code'] | null

export async function keepTemplate(
  { call }: Services,
  typed: string,
  subject: string,
  html: string,
): Promise<TemplateRefusal> {
  const name = typed.trim()
  const fault = checkTemplateName(name) ?? (html.length > templateLimits.htmlCharacters ? 'tooLarge' : null)
  if (fault !== null) return fault
  const outcome = await call(calls.saveTemplate, { name, subject: oneLine(subject), html })
  return outcome.ok ? null : outcome.code
}

export async function changeTemplateName({ call }: Services, id: string, typed: string): Promise<TemplateRefusal> {
  const name = typed.trim()
  const fault = checkTemplateName(name)
  if (fault !== null) return fault
  const outcome = await call(calls.renameTemplate, { id, name })
  return outcome.ok ? null : outcome.code
}
