/** Address lists (RFC 5322 section 3.4) in one pass without recursion: no nesting can exhaust a stack (TRUST S27, S30). */
import { asciiAddress } from '../../../src/contract/mail/domainSpelling'
import type { Address } from '../../core/mail'
import { decodeHeader, isBlank, safeText, trimBlank, trimSigns, wordEnd } from './headerText'

export type AddressList = { readonly list: readonly Address[]; readonly truncated: boolean }

/** `spec` is an address outside angle brackets whose local part is quoted. */
type Item = {
  words: string
  hasAt: boolean
  angle: string | null
  /** Whether more than white space stands in `angle`. */
  hasAngle: boolean
  spec: string | null
  comment: string
}

const fresh = (): Item => ({ words: '', hasAt: false, angle: null, hasAngle: false, spec: null, comment: '' })

/**
 * Mailboxes of a header value held as Latin-1, groups flattened, at most `most` of them.
 * @param isOne the last of several angle brackets counts, no wide sign parts two (TRUST S31)
 */
export function readAddresses(raw: string, hint: string | null, most: number, isOne = false): AddressList {
  const entries = makeEntries(hint)
  let item = fresh()
  const lastEnd = raw.lastIndexOf('?=')
  const comments = makeComments(raw)
  const last = { semicolon: raw.lastIndexOf(';'), angle: raw.lastIndexOf('<'), quote: raw.lastIndexOf('"') }
  const startsList = makeStartsList(raw)
  let inAngle = false
  let closedAt = 0
  const finish = (isComma: boolean) => {
    entries.add(item, isComma)
    item = fresh()
  }
  let at = 0
  for (; at < raw.length; at += 1) {
    if (entries.list.length >= most) break
    const char = raw[at] ?? ''
    if (inAngle) {
      if (char === '>') {
        inAngle = false
        closedAt = item.words.length
      } else addToAngle(item, char)
    } else if (char === '=' && raw[at + 1] === '?' && wordEnd(raw, at, lastEnd) > at) {
      const end = wordEnd(raw, at, lastEnd)
      item.words += raw.slice(at, end)
      at = end - 1
    } else if (char === '"') {
      if (at < last.quote) at = addQuoted(item, raw, at)
    } else if (char === '(' && comments.endOf(at) > at) {
      const end = comments.endOf(at)
      item.comment += raw.slice(at + 1, Math.min(end, at + 1_000)).replace(/\\(.)/gs, '$1')
      at = end
    } else if (char === '<') {
      // A second address without a comma before it is somebody else.
      if (!isOne && item.angle?.includes('@')) {
        const name = item.words.slice(closedAt)
        item.words = item.words.slice(0, closedAt)
        finish(false)
        item.words = name
      }
      inAngle = true
      Object.assign(item, { angle: '', hasAngle: false })
    } else if (char === ',' || char === ';') finish(char === ',')
    else if (!isOne && isWideSeparator(raw, at) && (item.hasAt || item.spec !== null || item.hasAngle)) {
      finish(false)
      at += 2
    } else if (char === ':' && !item.hasAt && (at < last.semicolon || last.angle < at || startsList(at))) {
      item = fresh()
      finish(false)
    } else if (char !== '>' || item.angle === null) addLetter(item, char)
  }
  const isCut = at < raw.length
  if (!isCut) finish(false)
  return { list: entries.list.slice(0, most), truncated: isCut || entries.list.length > most }
}

/** Adds a quoted string, or the quoted local part of an address; answers where it ends. */
function addQuoted(item: Item, raw: string, from: number): number {
  const before = item.words
  for (let at = from + 1; at < raw.length; at += 1) {
    const char = raw[at] ?? ''
    if (char === '\\') {
      at += 1
      item.words += raw[at] ?? ''
    } else if (char === '"') {
      const end = raw[at + 1] === '@' ? domainEnd(raw, at + 2) : at + 2
      if (end === at + 2) return at
      item.spec = raw.slice(from, end)
      item.words = before
      return end - 1
    } else addLetter(item, char)
  }
  return raw.length - 1
}

function addToAngle(item: Item, char: string): void {
  item.angle = (item.angle ?? '') + char
  item.hasAngle ||= !isBlank(char)
}

function addLetter(item: Item, char: string): void {
  item.words += char
  if (char === '@') item.hasAt = true
}

/** `，`, `；` and `、` in UTF-8: typed where ASCII is meant, but letters of names, too. */
const wideSeparators = new Set(['，', '；', '、'].map((sign) => Buffer.from(sign).toString('latin1')))

const isWideSeparator = (raw: string, at: number): boolean =>
  (raw[at] ?? '') > '\x7f' && wideSeparators.has(raw.slice(at, at + 3))

/** Whether an address without angle brackets stands before the next comma; asked in order. */
function makeStartsList(raw: string): (from: number) => boolean {
  const places = { '@': -1, ',': -1, '<': -1 }
  const next = (sign: keyof typeof places, from: number): number => {
    if (places[sign] < from) {
      const found = raw.indexOf(sign, from)
      places[sign] = found < 0 ? raw.length : found
    }
    return places[sign]
  }
  return (from) => {
    const comma = next(',', from)
    return next('@', from) < comma && comma < next('<', from)
  }
}

/** Brackets without an end are letters; after some of them none is looked for (TRUST S30). */
function makeComments(raw: string) {
  let open = 0
  let known = { from: -1, end: -1 }
  const find = (from: number): number => {
    let depth = 0
    for (let at = from; at < raw.length; at += 1) {
      const char = raw[at]
      if (char === '\\') at += 1
      else if (char === '(') depth += 1
      else if (char === ')') depth -= 1
      if (depth === 0) return at
    }
    open += 1
    return -1
  }
  return {
    /** Where the comment that begins at `from` ends; -1 where it does not. */
    endOf: (from: number): number => {
      if (known.from !== from) known = { from, end: open < openMost ? find(from) : -1 }
      return known.end
    },
  }
}

const openMost = 10

/** Names before a comma belong to the angle brackets behind them, or stand alone without any. */
function makeEntries(hint: string | null) {
  const list: Address[] = []
  let names: Item[] = []
  return {
    list,
    add(item: Item, isComma: boolean) {
      if (isComma && isName(item) && names.length < mostCommasInName) {
        names.push(item)
        return
      }
      const words = [...names, item].map((it) => trimBlank(it.words)).filter((it) => it !== '')
      const entries = item.hasAngle ? [{ ...item, words: words.join(', ') }] : [...names, item]
      list.push(...entries.map((entry) => toAddress(entry, hint)).filter((address) => address !== null))
      names = []
    },
  }
}

/** Beyond it a list of names is meant. */
const mostCommasInName = 10

const isName = (item: Item): boolean => item.angle === null && specOf(item) === undefined

/** The address of an entry without angle brackets. */
function specOf({ words, spec }: Item): string | undefined {
  const tokens = words.split(/[ \t\r\n]+/)
  return spec ?? tokens.findLast((word) => word.includes('@') && word !== '@' && !word.startsWith('=?'))
}

function domainEnd(raw: string, from: number): number {
  let end = from
  while (end < raw.length && !' \t\r\n<>,;:"()@'.includes(raw[end] ?? '')) end += 1
  return end
}

function toAddress(item: Item, hint: string | null): Address | null {
  const words = trimBlank(item.words)
  if (item.angle !== null && item.hasAngle) return fromAngle(item, words, item.angle, hint)
  const spec = specOf(item)
  if (spec === undefined) {
    const name = nameText(words, hint)
    return name === '' ? null : { name, address: '' }
  }
  const rest = trimBlank(words.replace(spec, ''))
  const address = addressText(spec)
  // What cannot be shown as it stands is shown as a name: nobody answers to it by mistake.
  if (address === null) return { name: nameText(words === '' ? spec : words, hint), address: '' }
  return { name: nameText(rest === '' ? item.comment : rest, hint), address }
}

function fromAngle(item: Item, words: string, angle: string, hint: string | null): Address {
  const name = nameText(words === '' ? (item.spec ?? item.comment) : words, hint)
  const address = addressText(trimBlank(angle).replace(/^(?:@[^:]*:|mailto:)/i, ''))
  if (address !== null) return { name, address }
  const written = nameText(trimBlank(angle), hint)
  return { name: (words === '' ? written : `${name} <${written}>`).slice(0, nameMost), address: '' }
}

const nameMost = 500

const nameText = (raw: string, hint: string | null): string => {
  const name = trimSigns(decodeHeader(raw, hint), '，；、 ')
  return (/^'[^']*'$/.test(name) ? name.slice(1, -1) : name).slice(0, nameMost)
}

/**
 * The addr-spec as it stands, an encoded word in it not decoded (TRUST S31). White space may stand around `@` and dots (RFC 5322 section
 * 4.4) and within quotes; null where it stands elsewhere, or where a control would have to be stripped: without it another address appears.
 */
function addressText(raw: string): string | null {
  if (raw.length > addressMost) return null
  const text = Buffer.from(raw, 'latin1').toString('utf8')
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(trimBlank(text))?.[0] ?? ''
  const bare = trimBlank(trimBlank(text).slice(quoted.length)).replaceAll('<', '')
  const joined = bare
    .split(/[ \t\r\n]+/)
    .reduce((before, next) => (joins(before, next) ? before + next : `${before} ${next}`))
  const address = quoted + joined
  return /\s/u.test(joined) || safeText(address) !== address ? null : asciiAddress(address)
}

const joins = (before: string, next: string): boolean => /[@.]$/.test(before) || /^[@.]/.test(next)

const addressMost = 1_000
