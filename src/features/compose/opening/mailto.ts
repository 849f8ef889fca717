/** A `mailto:` link as the mail that it asks for. */
import { limits } from '#contract/limits'
import { readMailtoLink } from '#contract/mail/mailtoLink'
import { escapeHtml, sanitizeForEditor } from '#src/lib/html'
import { type ComposeContent, oneLine } from '../content'
import { parseRecipients, withRecipients } from '../recipients/recipients'

/** Null for what is no such link. */
export function readMailto(link: string): Partial<ComposeContent> | null {
  const asked = readMailtoLink(link)
  if (asked === null) return null
  const people = (texts: readonly string[]) => [
    // A line end in an address ends the entry; it never becomes a header of its own.
    ...withRecipients([], texts.flatMap(parseRecipients)).slice(0, limits.recipientsPerMail),
  ]
  return {
    to: people(asked.to),
    cc: people(asked.cc),
    bcc: people(asked.bcc),
    subject: oneLine(asked.subject).slice(0, limits.subjectCharacters),
    ...(asked.body === '' ? {} : { html: sanitizeForEditor(paragraphs(asked.body)) }),
  }
}

function paragraphs(text: string): string {
  const lines = text.split(/\r\n?|\n/)
  return lines.map((line) => `<div>${line === '' ? '<br>' : escapeHtml(line)}</div>`).join('')
}
