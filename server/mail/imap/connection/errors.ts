/** What an IMAP server's answers and a connection's faults mean to the product (RFC 9051 §7.1, RFC 5530). Server text never leaves here: it may hold a person's data. */
import { Refusal, SessionEnded, StoreAway } from '#server/core/refusal'

/** The connection is gone or cannot be trusted any more; whatever ran on it may have happened or not. */
export class ConnectionBroken extends StoreAway {}

/** A tagged NO or BAD: the connection goes on, and another mailbox may well be open. */
export class CommandRefused extends StoreAway {}

export type Report = (fact: { readonly what: string; readonly code: string }) => void

const connectionFaults = new Set([
  'NoConnection',
  'EConnectionClosed',
  'StateLogout',
  'ClosedAfterConnectText',
  'ClosedAfterConnectTLS',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ETIMEOUT',
  'ResponseProcessingFailed',
  'InvalidResponse',
  'UnexpectedTag',
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
  'STARTTLS_INJECTION',
  'EPIPE',
])
const passing = new Set(['UNAVAILABLE', 'INUSE', 'SERVERBUG', 'LIMIT', 'CONTACTADMIN', 'EXPUNGEISSUED'])

/** The status (`NO`, `BAD`) and response code of a failed command, and the code of a broken connection, as far as they are known. */
export function factsOf(error: unknown): { readonly status: string; readonly code: string; readonly fault: string } {
  if (!(error instanceof Error)) return { status: '', code: '', fault: '' }
  const text = (key: string): string => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? value : ''
  }
  const code = text('serverResponseCode') || codeWithin(Reflect.get(error, 'response'))
  return { status: text('responseStatus'), code: code.toUpperCase(), fault: text('code') }
}

/** The response code of a parsed response: the first word of the bracketed section that its text opens with. */
function codeWithin(response: unknown): string {
  const word: unknown = dig(dig(dig(dig(response, 'attributes'), '0'), 'section'), '0')
  const value = dig(word, 'value')
  return typeof value === 'string' ? value.trim() : ''
}

function dig(from: unknown, key: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined
}

export function isBroken(error: unknown): boolean {
  if (error instanceof ConnectionBroken) return true
  const { status, fault } = factsOf(error)
  return status === '' && (connectionFaults.has(fault) || fault.startsWith('E') || fault.startsWith('ParserError'))
}

/** What is thrown on in place of `error`; `what` names the work for the report. */
export function asRefusal(error: unknown, what: string, report: Report): Error {
  if (error instanceof Refusal || error instanceof StoreAway || error instanceof SessionEnded) return error
  const { status, code, fault } = factsOf(error)
  if (isBroken(error)) return new ConnectionBroken(`The mail server's connection broke: ${fault}`)
  if (status === '') return error instanceof Error ? error : new StoreAway('The mail server failed')
  if (code === 'OVERQUOTA') return new Refusal('quotaExceeded')
  if (code === 'NONEXISTENT' || code === 'TRYCREATE') return new Refusal('notFound')
  // A mailbox that the person may look at and not change (ACL, RFC 4314), or that nobody may.
  if (code === 'NOPERM' || code === 'READ-ONLY') return new Refusal('serverCannot')
  if (code === 'AUTHENTICATIONFAILED' || code === 'AUTHORIZATIONFAILED') return new SessionEnded(code)
  if (!passing.has(code)) report({ what, code: code === '' ? status : code })
  return new CommandRefused(`The mail server refused: ${status} ${code}`)
}

/** What a failed SELECT means: a mailbox that is not there, unless the server says that it is only for now. */
export function asSelectRefusal(error: unknown, report: Report): Error {
  const { status, code } = factsOf(error)
  const isMissing = status === 'NO' && !passing.has(code) && code !== 'OVERQUOTA' && !isBroken(error)
  return isMissing ? new Refusal('notFound') : asRefusal(error, 'select', report)
}

/** What a failed sign-in means: the password is wrong, unless the server says that it is only for now. */
export function asSignInRefusal(error: unknown, report: Report): Error {
  const { code } = factsOf(error)
  const isRefused = error instanceof Error && Reflect.get(error, 'authenticationFailed') === true
  if (isRefused && !passing.has(code) && code !== 'PRIVACYREQUIRED' && !isBroken(error)) return new SessionEnded(code)
  const refusal = asRefusal(error, 'sign in', report)
  // A sign-in that is refused for now says nothing of a mailbox.
  return refusal instanceof ConnectionBroken ? refusal : new StoreAway('The mail server cannot be reached')
}

/** imapflow answers `false` or `undefined` where a command failed or no mailbox is selected: an error is what is needed. */
export function answered<T>(answer: T | false | undefined, what: string): T {
  if (answer === false || answer === undefined) throw new StoreAway(`The mail server did not do it: ${what}`)
  return answer
}
