/** What becomes of mail that comes over SMTP in the name of a domain whose mailboxes are here (decision 0030). */
import { type ClaimedSender, claimedSender, serverName, withoutResultsOf } from '../../mime'

export type SenderPolicy = {
  /** Our own name in Authentication-Results: nobody else's field under it is ever let in. */
  readonly server: string
  /** Other names that are believed: only relays of the operator's own may use them. */
  readonly trustedServers: readonly string[]
  readonly domains: readonly string[]
  /** What becomes of a From of an own domain that nothing proves. */
  readonly fromOutside: 'refuse' | 'mark'
}

export type Judged = {
  /** With the fields taken out that only we may write. */
  readonly header: Buffer
  readonly hops: number
  /** The From is of an own domain, and the mail came from outside. */
  readonly isOwnFromOutside: boolean
  /** Signatures of an own domain, right or wrong, that could prove it. */
  readonly isSigned: boolean
}

/** Over the header of a message; `isInside` where a relay of the operator's own brings it. */
export function judgeHeader(policy: SenderPolicy, header: Buffer, isInside: boolean): Judged {
  const names = isInside ? [policy.server] : [policy.server, ...policy.trustedServers]
  const clean = withoutResultsOf(header, new Set(names.map(serverName)))
  const claimed = claimedSender(clean)
  return {
    header: clean,
    hops: claimed.hops,
    isOwnFromOutside: !isInside && claimed.domains.some((it) => isOwn(policy, it)),
    isSigned: isSigned(policy, claimed),
  }
}

function isSigned(policy: SenderPolicy, { signers }: ClaimedSender): boolean {
  return signers.some((it) => isOwn(policy, it))
}

export function isOwn({ domains }: SenderPolicy, domain: string): boolean {
  return domains.some((it) => serverName(it) === serverName(domain))
}

/** Our own field over a message; its `results` are written as RFC 8601 section 2.2 has them. */
export function resultsField({ server }: SenderPolicy, results: readonly string[]): string {
  return `Authentication-Results: ${server};\r\n\t${results.join(';\r\n\t')}\r\n`
}

export const unproven: readonly string[] = ['dmarc=fail (own domain, from outside, without a signature that holds)']
