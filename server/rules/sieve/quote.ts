/** Text as a Sieve string (RFC 5228 section 2.4.2): whatever it holds, it ends where we end it (TRUST S14). */

/**
 * What `${…}` means in the script around: nothing, a character by its number (RFC 5228 section 2.4.2.4), or a variable (RFC 5229), where
 * `dollar` stands for the character itself.
 */
export type Dollars = 'plain' | 'encoded' | 'variables'

/** The name of the variable that holds a dollar sign. */
export const dollar = 'ep_dollar'

export function quoted(text: string, dollars: Dollars): string {
  const lines = text
    // No string may hold it, in whatever form.
    .replaceAll('\u0000', '\ufffd')
    .replace(/\r\n|\r|\n/g, '\r\n')
    .replace(/["\\]/g, '\\$&')
  return `"${escapes[dollars](lines)}"`
}

const escapes: Record<Dollars, (text: string) => string> = {
  plain: (text) => text,
  encoded: (text) => text.replaceAll('${', () => `\${hex:24}{`),
  variables: (text) => text.replaceAll('${', () => `\${${dollar}}{`),
}

export function quotedList(texts: readonly string[], dollars: Dollars): string {
  return `[${texts.map((text) => quoted(text, dollars)).join(', ')}]`
}

/** Text as the rest of a comment's line: nothing in it ends the line. */
export function commented(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ').trim()
}
