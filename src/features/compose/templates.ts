/** Templates as the composer uses them: what of a mail is kept in one, and the calls behind the dialog. */
import * as calls from '../../contract/endpoints/templates'
import { checkTemplateName, templateLimits } from '../../contract/templateRules'
import { htmlOfPlain, ownHtml, plainOfHtml, textOfHtml } from '../../lib/html'
import type { Failure } from '../../lib/http/outcome'
import type { Services } from '../../store/services'
import { oneLine, type Words } from './content'

/** Null where nothing of the writer's own stands there. */
export function templateHtml({ html, plain, text }: Words): string | null {
  const own = ownHtml(plain ? htmlOfPlain(text) : html)
  return textOfHtml(own) === '' ? null : own
}

/** A template's text in the way in which the mail is written. */
export function insertedText(html: string, { plain }: Words): string {
  return plain ? plainOfHtml(html) : html
}

/** Why it was not done; null when it was. */
export type Refused = Failure['code'] | null

export async function keepTemplate({ call }: Services, typed: string, subject: string, html: string): Promise<Refused> {
  const name = typed.trim()
  const fault = checkTemplateName(name) ?? (html.length > templateLimits.htmlCharacters ? 'tooLarge' : null)
  if (fault !== null) return fault
  const outcome = await call(calls.saveTemplate, { name, subject: oneLine(subject), html })
  return outcome.ok ? null : outcome.code
}

export async function renameTemplate({ call }: Services, id: string, typed: string): Promise<Refused> {
  const name = typed.trim()
  const fault = checkTemplateName(name)
  if (fault !== null) return fault
  const outcome = await call(calls.renameTemplate, { id, name })
  return outcome.ok ? null : outcome.code
}
