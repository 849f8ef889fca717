/** A mail that waits to be sent is listed and opened under the name of its send. */
const prefix = 'out.'

export const waitingMailId = (sendId: string): string => `${prefix}${sendId}`

/** The send's id, or null for the id of any other mail. */
export function sendIdOf(mailId: string): string | null {
  return mailId.startsWith(prefix) ? mailId.slice(prefix.length) : null
}
