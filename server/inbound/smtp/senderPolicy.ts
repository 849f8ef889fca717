/** What becomes of mail that comes over SMTP in the name of a domain whose mailboxes are here (decision 0030). */
import { asciiDomain } from '../../../src/contract/mail/domainSpelling'
import { claimedSender, withoutLeadingFolds, withoutResultsOf } from '../../mime'
import type { CheckResult, SenderVerdicts } from '../senderChecks.port'

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
  /** The From is of an own domain, or too long to know, and the mail came from outside. */
  readonly isOwnFromOutside: boolean
  /** The own domains that From and Sender name. */
  readonly ownDomains: readonly string[]
  readonly fromFields: number
  /** Whether From and Sender name more than is looked at. */
  readonly isCut: boolean
}

/** Over the header of a message; `isInside` where a relay of the operator's own brings it. */
export function judgeHeader(policy: SenderPolicy, header: Buffer, isInside: boolean): Judged {
  const names = isInside ? [policy.server] : [policy.server, ...policy.trustedServers]
  const clean = withoutResultsOf(withoutLeadingFolds(header), new Set(names.map(asciiDomain)))
  const { hops, fromFields, isCut, domains } = claimedSender(clean)
  const ownDomains = domains.filter((it) => isOwn(policy, it))
  const isOwnFromOutside = !isInside && (ownDomains.length > 0 || isCut)
  return { header: clean, hops, fromFields, isCut, ownDomains, isOwnFromOutside }
}

/** Whether signatures that hold stand for each own domain that the message names as its sender. */
export function isProven({ ownDomains, fromFields, isCut }: Judged, { dkim }: SenderVerdicts): boolean {
  const signers = new Set(dkim.map(({ result, domain }) => (result === 'pass' ? asciiDomain(domain ?? '') : '')))
  return fromFields === 1 && !isCut && ownDomains.every((it) => signers.has(it))
}

/** What was found, as RFC 8601 section 2.2 writes it; the own domain's mark stands in place of DMARC. */
export function resultsOf({ spf, dkim, dmarc }: SenderVerdicts, isForged: boolean): readonly string[] {
  return [
    resultOf('spf', spf, 'smtp.mailfrom'),
    ...dkim.map((it) => resultOf('dkim', it, 'header.d')),
    ...(isForged ? unproven : [resultOf('dmarc', dmarc, 'header.from')]),
  ]
}

/** The domain is the sender's word: what is no plain name is left out (TRUST S11). */
function resultOf(method: string, { result, domain }: CheckResult, property: string): string {
  const isPlain = domain !== null && /^[\w.-]{1,253}$/.test(domain)
  return `${method}=${result}${isPlain ? ` ${property}=${domain}` : ''}`
}

export function isOwn({ domains }: SenderPolicy, domain: string): boolean {
  return domains.some((it) => asciiDomain(it) === asciiDomain(domain))
}

/** Our own field over a message; its `results` are written as RFC 8601 section 2.2 has them. */
export function resultsField({ server }: SenderPolicy, results: readonly string[]): string {
  return `Authentication-Results: ${server};\r\n\t${results.join(';\r\n\t')}\r\n`
}

export const unproven: readonly string[] = ['dmarc=fail (own domain, from outside, without a signature that holds)']
