/** What is written above a message that comes in (RFC 5321 section 4.4). */

export type Arrival = {
  readonly from: string
  /** What the sender's program calls itself. */
  readonly helo: string
  readonly remoteAddress: string
  readonly host: string
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** Everything that the other side said is cut down to what a header line may hold (TRUST S11). */
export function traceHeader({ from, helo, remoteAddress, host, id, at }: Arrival): string {
  const clean = (text: string) => text.replace(/[^\w.:@+=~/!#$%&'*?^`{|}\p{L}\p{N}-]/gu, '').slice(0, 320)
  const date = new Date(at).toUTCString().replace('GMT', '+0000')
  return [
    `Return-Path: <${clean(from)}>`,
    `Received: from ${clean(helo) || 'unknown'} ([${clean(remoteAddress)}])`,
    `\tby ${clean(host)} with ESMTP id ${clean(id)};`,
    `\t${date}`,
    '',
  ].join('\r\n')
}
