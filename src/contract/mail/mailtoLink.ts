/** What a `mailto:` link asks for (RFC 6068); nothing else of it is taken (TRUST S11, S24). */
export type MailtoLink = {
  /** Each may name several. */
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  readonly body: string
}

/** More characters than a link has use for are left out. */
const mostCharacters = 20_000

/** Null for what is no such link. */
export function readMailtoLink(link: string): MailtoLink | null {
  const match = /^mailto:(?:\/\/)?([^?#]*)(?:\?([^#]*))?/i.exec(link.trim().slice(0, mostCharacters))
  if (match === null) return null
  // A plus stands for itself, other than in a form; `&amp;` is `&` that was escaped twice.
  const fields = new URLSearchParams((match[2] ?? '').replaceAll('+', '%2B'))
  const named = (name: string) =>
    [...fields].filter(([key]) => key.toLowerCase().replace(/^amp;/, '') === name).map(([, value]) => value)
  return {
    to: [unescaped(match[1] ?? ''), ...named('to')],
    cc: named('cc'),
    bcc: named('bcc'),
    subject: named('subject')[0] ?? '',
    body: named('body').join('\n'),
  }
}

/** What is not well escaped is taken as it stands. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
