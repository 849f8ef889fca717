/** The parts of a receipt that speak to programs (RFC 8098 section 3): by their type alone, nothing of a message is read for it. */
export const isReportPart = (type: string): boolean =>
  /^(?:message\/(?:global-)?disposition-notification|text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/.test(
    type,
  )

/** A choice for another program (AMP for Email, a watch): the other choices say the same. */
export const isForeignChoice = (
  parent: string,
  { type, disposition }: { type: string; disposition?: string | undefined },
) =>
  parent === 'multipart/alternative' && disposition !== 'attachment' && /^text\/(?:x-amp-html|watch-html)$/.test(type)
