/** What an automatic reply may be (SPEC §5); counter, page and gateway ask the same. */
import type { RefusalCode } from '../codes'
import { limits } from '../limits'

/** Characters as Unicode counts them; a line end is one, however it is written. */
export function replyCharacters(text: string): number {
  return [...text.replace(/\r\n?/g, '\n')].length
}

/** A day as `YYYY-MM-DD`, of the calendar. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

export type AutoReplyForm = {
  readonly isOn: boolean
  readonly text: string
  /** What contacts are told instead; empty where they are told the same. */
  readonly contactText: string
  /** What colleagues are told instead; left out where it is not asked for. */
  readonly colleagueText?: string | undefined
  /** Days, both included; empty without such an end. */
  readonly firstDay: string
  readonly lastDay: string
}

/** What is wrong, with its field; null when all is well. */
export function autoReplyFault(
  form: AutoReplyForm,
): { readonly code: RefusalCode; readonly field: keyof AutoReplyForm } | null {
  if (form.isOn && form.text.trim() === '') return { code: 'autoReplyEmpty', field: 'text' }
  for (const field of ['text', 'contactText', 'colleagueText'] as const)
    if (replyCharacters(form[field] ?? '') > limits.autoReplyCharacters) return { code: 'autoReplyTooLong', field }
  for (const field of ['firstDay', 'lastDay'] as const)
    if (form[field] !== '' && !isDay(form[field])) return { code: 'badField', field }
  const isReversed = form.firstDay !== '' && form.lastDay !== '' && form.lastDay < form.firstDay
  return isReversed ? { code: 'periodReversed', field: 'lastDay' } : null
}
