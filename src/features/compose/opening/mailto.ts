/** A `mailto:` link as the mail that it asks for (RFC 6068): whom, what about, which words; nothing else of it is taken (TRUST S11, S24). */
import { limits } from '#contract/limits'
import { escapeHtml, sanitizeForEditor } from '#src/lib/html'
import { type ComposeContent, oneLine } from '../content'
import { parseRecipients, withRecipients } from '../recipients/recipients'

/** More words than a link has use for are left out. */
const mostCharacters = 20_000

/** Null for what is no such link. */
export function readMailto(link: string): Partial<ComposeContent> | null {
  const match = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(link.trim().slice(0, mostCharacters))
  if (match === null) return null
  // A plus stands for itself in such a link, other than in a form.
  const fields = new URLSearchParams((match[2] ?? '').replaceAll('+', '%2B'))
  const named = (name: string) => [...fields].filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)
  const people = (texts: readonly string[]) => [
    // A line end in an address ends the entry; it never becomes a header of its own.
    ...withRecipients([], texts.flatMap(parseRecipients)).slice(0, limits.recipientsPerMail),
  ]
  const body = named('body').join('\n')
  const subject = oneLine(named('subject')[0] ?? '').slice(0, limits.subjectCharacters)
  return {
    to: people([unescaped(match[1] ?? ''), ...named('to')]),
    cc: people(named('cc')),
    bcc: people(named('bcc')),
    subject,
    ...(body === '' ? {} : { html: sanitizeForEditor(paragraphs(body)) }),
  }
}

function paragraphs(text: string): string {
  const lines = text.split(/\r\n?|\n/)
  return lines.map((line) => `<div>${line === '' ? '<br>' : escapeHtml(line)}</div>`).join('')
}

/** What is not well escaped is taken as it stands. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
