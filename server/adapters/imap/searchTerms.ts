/** Writes what a person typed as terms of IMAP SEARCH (RFC 9051 §6.4.4): every word as a literal, so none is ever syntax (TRUST S13). */
import type { ImapAttribute, ImapFlow } from 'imapflow'
import type { TextQuery } from '../../ports/mailStores'
import { atom, literal } from './command'

/** Words beyond this add cost and no meaning. */
const wordsMost = 12

/** What has to be looked through: the headers are at hand, the bodies must be read, the names of files are in the structures. */
export type SearchPass = 'headers' | 'bodies' | 'files'

/** All of them must be found, in any order. */
export function wordsOf(keyword: string): readonly string[] {
  const bare = keyword.normalize('NFC').replace(/\p{Cc}/gu, ' ')
  return bare
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMost)
}

/** Those that are quick come first. */
export function passesOf(location: TextQuery['location']): readonly SearchPass[] {
  if (location === 'all') return ['headers', 'bodies']
  if (location === 'body') return ['bodies']
  return location === 'attachment' ? ['files'] : ['headers']
}

const headers: Readonly<Record<'all' | 'subject' | 'from' | 'to', readonly string[]>> = {
  all: ['SUBJECT', 'FROM', 'TO', 'CC'],
  subject: ['SUBJECT'],
  from: ['FROM'],
  to: ['TO', 'CC', 'BCC'],
}

export function termsOf(
  words: readonly string[],
  location: TextQuery['location'],
  pass: SearchPass,
): readonly ImapAttribute[] {
  // A file's name stands in no header of the mail itself: what is one text cannot have any.
  if (pass === 'files') return [atom('NOT'), atom('HEADER'), atom('Content-Type'), literal('text/')]
  const fields = location === 'body' || location === 'attachment' ? [] : headers[location]
  const keys = pass === 'bodies' ? [...fields, 'BODY'] : fields
  return words.flatMap((word) => anyOf(keys, word))
}

/** `OR a OR b c`: the operator takes two. */
function anyOf(keys: readonly string[], word: string): readonly ImapAttribute[] {
  return keys.flatMap((key, index) => [...(index < keys.length - 1 ? [atom('OR')] : []), atom(key), literal(word)])
}

/** Goes before the terms. A server that was told to take UTF-8 everywhere refuses to be told again (RFC 6855 §3). */
export function charsetOf(client: ImapFlow, words: readonly string[]): readonly ImapAttribute[] {
  const isPlain = words.every((word) => /^[\x20-\x7e]*$/.test(word))
  return isPlain || client.enabled.has('UTF8=ACCEPT') ? [] : [atom('CHARSET'), atom('UTF-8')]
}
