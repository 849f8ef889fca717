/** What servers that we trust found of a sender (RFC 8601): anyone can write the field, so no other name is believed. */
import { asciiDomain } from '../../../src/contract/mail/domainSpelling'
import type { ParsedMail } from '../../core/mail'
import { type AuthenticationResults, type MethodResult, parseAuthenticationResults } from './authenticationResults'
import type { HeaderField } from './headerFields'

type Verdict = ParsedMail['authentication']['spf']

const failing: readonly string[] = ['fail', 'hardfail', 'softfail', 'permerror']

/**
 * All fields of trusted servers are read, and the worst verdict of a method counts: each filter of a mail server writes one of its own.
 * @param trusted Names of servers as they or their operator write them
 * @param from The address that a person sees
 */
export function authenticationOf(
  fields: readonly HeaderField[],
  trusted: readonly string[],
  from: string,
): ParsedMail['authentication'] {
  const names = new Set(trusted.map(asciiDomain))
  const written = fields
    .filter(({ name }) => name.toLowerCase() === 'authentication-results')
    .map(({ value }) => parseAuthenticationResults(value))
    .filter((it) => it !== null)
    .filter(({ server }) => names.has(server))
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    spf: worst(written.map((it) => plainVerdict(it, 'spf'))),
    dkim: worst(written.map((it) => dkimVerdict(it, domain))),
    dmarc: worst(written.map((it) => plainVerdict(it, 'dmarc'))),
  }
}

function plainVerdict({ results, isBroken }: AuthenticationResults, method: string): Verdict {
  const verdict = worst(results.filter((it) => it.method === method).map(verdictOf))
  return isBroken && verdict === 'pass' ? 'none' : verdict
}

/**
 * A mailing list breaks the writer's signature and adds its own, and a failed signature counts as none (RFC 6376 section 6.1): so one
 * good signature of the domain that a person sees is enough. Without it, any failed one is told.
 */
function dkimVerdict(field: AuthenticationResults, domain: string): Verdict {
  const signatures = field.results.filter(({ method }) => method === 'dkim')
  const isProven = signatures.some((it) => verdictOf(it) === 'pass' && isAligned(signerOf(it), domain))
  return isProven && !field.isBroken ? 'pass' : plainVerdict(field, 'dkim')
}

function verdictOf({ result }: MethodResult): Verdict {
  return result === 'pass' ? 'pass' : failing.includes(result) ? 'fail' : 'none'
}

function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('fail') ? 'fail' : verdicts.includes('pass') ? 'pass' : 'none'
}

function signerOf({ properties }: MethodResult): string {
  const identity = properties.get('header.i') ?? ''
  return properties.get('header.d') ?? identity.slice(identity.lastIndexOf('@') + 1)
}

/** The same domain, or one of them beneath the other (RFC 7489 section 3.1.1, without a list of public suffixes). */
function isAligned(signer: string, domain: string): boolean {
  const [one, other] = [asciiDomain(signer), asciiDomain(domain)]
  if (!one.includes('.') || !other.includes('.')) return false
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}
