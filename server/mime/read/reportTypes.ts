/** The parts of a receipt that speak to programs (RFC 8098 section 3): by their type alone, nothing of a message is read for it. */
export const isReportPart = (type: string): boolean =>
  /^(?:message\/(?:global-)?disposition-notification|text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/.test(
    type,
  )

/** A choice that needs another program than a mail reader (AMP for Email, a watch): it says in its way what the other choices say. */
export const isForeignChoice = (
  parent: string,
  { type, disposition }: { type: string; disposition?: string | undefined },
) =>
  parent === 'multipart/alternative' && disposition !== 'attachment' && /^text\/(?:x-amp-html|watch-html)$/.test(type)
