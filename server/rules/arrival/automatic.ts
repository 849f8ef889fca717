/** Whom nobody answers by machine: lists, bulk mail, other machines, and whoever wrote to somebody else (RFC 3834, RFC 5230 section 4.5, 4.6). */
import type { ArrivedMail } from './arrivedMail'

/** A mail that no person wrote to somebody, by what its header says. */
export function isFromMachine({ parsed, from }: Pick<ArrivedMail, 'parsed' | 'from'>): boolean {
  if (from === '' || machineNames.test(from.slice(0, from.lastIndexOf('@')))) return true
  return parsed.headers.some(({ name, value }) => {
    const header = name.toLowerCase()
    if (header.startsWith('list-')) return true
    if (header === 'auto-submitted') return !/^\s*no\b/i.test(value)
    if (header === 'precedence') return /^\s*(bulk|list|junk)\b/i.test(value)
    return header === 'x-auto-response-suppress' && /\b(all|oof|autoreply)\b/i.test(value)
  })
}

const machineNames =
  /^(mailer-daemon|postmaster|listserv|majordomo|owner-.*|.*-request|.*-bounces|no-?reply|do-?not-?reply)([+=].*)?$/i

/** Whether the mail names one of these addresses among its recipients: a blind or a listed copy is not answered. */
export function isWrittenTo({ parsed }: Pick<ArrivedMail, 'parsed'>, addresses: readonly string[]): boolean {
  const own = new Set(addresses.map((address) => address.toLowerCase()))
  return [...parsed.to, ...parsed.cc, ...parsed.bcc].some(({ address }) => own.has(address.toLowerCase()))
}
