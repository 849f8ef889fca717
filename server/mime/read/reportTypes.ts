/** The parts of a receipt that speak to programs (RFC 8098 section 3): by their type alone, nothing of a message is read for it. */
export const isReportPart = (type: string): boolean =>
  /^(?:message\/(?:global-)?disposition-notification|text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/.test(
    type,
  )
