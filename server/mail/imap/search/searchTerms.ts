/** Writes what a person typed as terms of IMAP SEARCH (RFC 9051 §6.4.4): every word as a literal, so none is ever syntax (TRUST S13). */
import type { ImapAttribute, ImapFlow } from 'imapflow'
import type { MailSearch, SearchCriteria, SearchedText, SearchLocation } from '#server/core/mailSearch'
import { formsOf } from '#server/kit/chineseScripts'
import { atom, literal } from '../connection/command'

/** Words beyond this add cost and no meaning. */
const wordsMost = 12

/** What has to be looked through: the headers are at hand, the bodies must be read, the names of files are in the structures. */
export type SearchPass = 'headers' | 'bodies' | 'files'

/** Words that must all stand in one place. */
export type SoughtText = { readonly words: readonly string[]; readonly location: SearchLocation }

/** All that a mail must fulfil. */
export type Sought = {
  readonly texts: readonly SoughtText[]
  readonly criteria: SearchCriteria | null
  readonly isFlagged: boolean
}

/** All of them must be found, in any order. */
export function wordsOf(keyword: string): readonly string[] {
  const bare = keyword.normalize('NFC').replace(/\p{Cc}/gu, ' ')
  return bare
    .split(/\s+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMost)
}

/** An empty keyword beside criteria asks for nothing. */
export function soughtTexts({ keyword, location, criteria }: MailSearch): readonly SoughtText[] {
  const typed: readonly SearchedText[] = keyword === '' && criteria !== undefined ? [] : [{ keyword, location }]
  return [...typed, ...(criteria?.texts ?? [])].map((text) => ({
    words: wordsOf(text.keyword),
    location: text.location,
  }))
}

/** Those that are quick come first. */
export function passesOf(texts: readonly SoughtText[], criteria: SearchCriteria | null): readonly SearchPass[] {
  const asks = (wanted: SearchLocation) => texts.some(({ location }) => location === wanted)
  if (asks('body')) return ['bodies']
  if (asks('all')) return ['headers', 'bodies']
  const looksAtFiles = asks('attachment') || (criteria?.hasAttachment ?? null) !== null
  return looksAtFiles ? ['files'] : ['headers']
}

const headers: Readonly<Record<'all' | 'subject' | 'from' | 'to', readonly string[]>> = {
  all: ['SUBJECT', 'FROM', 'TO', 'CC'],
  subject: ['SUBJECT'],
  from: ['FROM'],
  to: ['TO', 'CC', 'BCC'],
}

export function termsOf({ texts, criteria, isFlagged }: Sought, pass: SearchPass): readonly ImapAttribute[] {
  const holdsFile = criteria?.hasAttachment === true || texts.some(({ location }) => location === 'attachment')
  return [
    ...(isFlagged ? [atom('FLAGGED')] : []),
    ...(criteria === null ? [] : criteriaTerms(criteria)),
    // A file's name stands in no header of the mail itself: what is one text cannot have any.
    ...(holdsFile ? [atom('NOT'), atom('HEADER'), atom('Content-Type'), literal('text/')] : []),
    ...texts.flatMap((text) => textTerms(text, pass)),
  ]
}

function textTerms({ words, location }: SoughtText, pass: SearchPass): readonly ImapAttribute[] {
  if (location === 'attachment') return []
  const fields = location === 'body' ? [] : headers[location]
  const readsBody = location === 'body' || (location === 'all' && pass === 'bodies')
  const keys = readsBody ? [...fields, 'BODY'] : fields
  return words.flatMap((word) =>
    anyOf(formsOf(word).flatMap((form) => keys.map((key) => [atom(key), literal(form)] as const))),
  )
}

/** `OR a OR b c`: the operator takes two. */
function anyOf(terms: readonly (readonly ImapAttribute[])[]): ImapAttribute[] {
  return terms.flatMap((term, index) => [...(index < terms.length - 1 ? [atom('OR')] : []), ...term])
}

/** Fields that say that a mail is urgent, in the words that the parser of whole messages takes for it. */
const urgentFields = [
  ['X-Priority', '1'],
  ['X-Priority', '2'],
  ['Importance', 'high'],
  ['X-MSMail-Priority', 'high'],
  ['Priority', 'urgent'],
] as const

const dayMs = 86_400_000
/** The largest number that every server can read (RFC 3501 §9). */
const numberMost = 4_294_967_295

function criteriaTerms({ seen, flagged, urgent, since, until, minSize, maxSize }: SearchCriteria): ImapAttribute[] {
  const urgentTerms = anyOf(urgentFields.map(([name, value]) => [atom('HEADER'), atom(name), literal(value)] as const))
  return [
    ...(seen === null ? [] : [atom(seen ? 'SEEN' : 'UNSEEN')]),
    ...(flagged === null ? [] : [atom(flagged ? 'FLAGGED' : 'UNFLAGGED')]),
    ...(urgent === null ? [] : urgent ? urgentTerms : [atom('NOT'), urgentTerms]),
    // A server compares days as it writes them itself: a day more on each side, and the instants are looked at afterwards.
    ...(since === null ? [] : [atom('SINCE'), atom(dayOf(since - dayMs))]),
    ...(until === null ? [] : [atom('BEFORE'), atom(dayOf(until + 2 * dayMs))]),
    ...(minSize === null || minSize === 0 ? [] : [atom('LARGER'), atom(String(Math.min(minSize - 1, numberMost)))]),
    ...(maxSize === null || maxSize >= numberMost ? [] : [atom('SMALLER'), atom(String(maxSize + 1))]),
  ]
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `21-Nov-2026`; what lies beyond the years that a server can read is their border. */
export function dayOf(instant: number): string {
  const date = new Date(Math.min(Math.max(instant, 0), Date.UTC(9999, 11, 31)))
  return `${date.getUTCDate()}-${months[date.getUTCMonth()] ?? 'Jan'}-${date.getUTCFullYear()}`
}

/** Goes before the terms. A server that was told to take UTF-8 everywhere refuses to be told again (RFC 6855 §3). */
export function charsetOf(client: ImapFlow, texts: readonly SoughtText[]): readonly ImapAttribute[] {
  const said = texts.filter(({ location }) => location !== 'attachment').flatMap(({ words }) => words.flatMap(formsOf))
  const isPlain = said.every((word) => /^[\x20-\x7e]*$/.test(word))
  return isPlain || client.enabled.has('UTF8=ACCEPT') ? [] : [atom('CHARSET'), atom('UTF-8')]
}
