/** The parts of a receipt that speak to programs (RFC 8098 section 3): by their type alone, nothing of a message is read for it. */
export const isReportPart = (type: string): boolean =>
  /^(?:message\/(?:global-)?disposition-notification|text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/.test(
    type,
  )

type Choice = { readonly type: string; readonly disposition?: string | undefined }

/** A choice for another program (AMP, a watch), with its pictures: the others say the same. */
export function isForeignChoice(parent: string, choice: Choice, within: readonly Choice[]): boolean {
  if (parent !== 'multipart/alternative' || choice.disposition === 'attachment') return false
  if (isForeignText(choice.type)) return true
  const [root] = within
  const isRelated = choice.type === 'multipart/related' && isForeignText(root?.type ?? '')
  return isRelated && !within.some(({ disposition }) => disposition === 'attachment')
}

/** Both are HTML, which is shown where a message says the same in nothing else. */
export const isForeignText = (type: string): boolean => /^text\/(?:x-amp-html|watch-html)$/.test(type)
