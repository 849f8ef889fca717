/** One question in two views: the text with its operators, and the fields of the form. */
import type { searchLocations } from '../../contract/endpoints/mail/mail'

export type SearchLocation = (typeof searchLocations)[number]

export const textFields = ['from', 'to', 'subject', 'body', 'filename'] as const
export type TextFieldName = (typeof textFields)[number]
export const yesOrNo = ['hasAttachment', 'seen', 'flagged', 'urgent'] as const
export type YesOrNo = (typeof yesOrNo)[number]

export type SearchQuery = Readonly<Record<TextFieldName, string>> &
  /** Null where it does not matter. */
  Readonly<Record<YesOrNo, boolean | null>> & {
    /** What stands outside of every operator. */
    readonly words: string
    readonly location: SearchLocation
    /** A folder's id or what was typed for it; `anywhere` for all of them, empty for all but Deleted and Junk. */
    readonly folder: string
    /** `YYYY-MM-DD` or empty: that day and later; earlier than that day. */
    readonly after: string
    readonly before: string
    /** Bytes. */
    readonly larger: number | null
    readonly smaller: number | null
  }

export const emptyQuery: SearchQuery = {
  words: '',
  location: 'all',
  folder: '',
  from: '',
  to: '',
  subject: '',
  body: '',
  filename: '',
  hasAttachment: null,
  seen: null,
  flagged: null,
  urgent: null,
  after: '',
  before: '',
  larger: null,
  smaller: null,
}

/** Pieces of a text: a word, a quoted text, or an operator with either behind its colon. */
const piece = /(-?[a-z]+:)?("[^"]*"?|\S+)/giu
/** Characters and pieces; more is no question of a person. */
const textMost = 2_000
const piecesMost = 100

const switches: Readonly<Record<string, Partial<SearchQuery>>> = {
  'has:attachment': { hasAttachment: true },
  '-has:attachment': { hasAttachment: false },
  'is:read': { seen: true },
  'is:unread': { seen: false },
  'is:flagged': { flagged: true },
  '-is:flagged': { flagged: false },
  'is:urgent': { urgent: true },
  '-is:urgent': { urgent: false },
}

/** What cannot be understood as an operator is a word like any other. */
export function parseQuery(text: string): SearchQuery {
  let query = emptyQuery
  const words: string[] = []
  const pieces = [...text.slice(0, textMost).matchAll(piece)].slice(0, piecesMost)
  for (const [whole, operator = '', value = ''] of pieces) {
    const change = operator === '' ? null : changeOf(query, operator.slice(0, -1).toLowerCase(), bare(value))
    if (change !== null) query = { ...query, ...change }
    else words.push(bare(whole))
  }
  return { ...query, words: joined(words) }
}

function changeOf(query: SearchQuery, operator: string, value: string): Partial<SearchQuery> | null {
  if (value === '') return null
  const field = textFields.find((name) => name === operator)
  if (field !== undefined) return { [field]: joined([query[field], value]) }
  if (operator === 'in') return { folder: value }
  if (operator === 'after' || operator === 'before') {
    const day = readDay(value)
    return day === null ? null : { [operator]: day }
  }
  if (operator === 'larger' || operator === 'smaller') {
    const bytes = readSize(value)
    return bytes === null ? null : { [operator]: bytes }
  }
  const asked = `${operator}:${value.toLowerCase()}`
  return Object.hasOwn(switches, asked) ? (switches[asked] ?? null) : null
}

/** A word that would read as an operator is quoted. */
function asWord(word: string): string {
  const [, operator, value] = /^(-?[a-z]+):(.+)$/isu.exec(word) ?? []
  const reads = operator !== undefined && changeOf(emptyQuery, operator.toLowerCase(), value ?? '') !== null
  return reads ? `"${word}"` : word
}

function bare(text: string): string {
  return joined([text.replaceAll('"', '')])
}

function joined(words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/\s+/u))
    .filter((word) => word !== '')
    .join(' ')
}

/** `2026-11-21` of a date that exists, also written with slashes or without leading zeros. */
export function readDay(text: string): string | null {
  const found = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text)
  if (found === null) return null
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1_024, m: 1_048_576 }

/** Bytes of `500`, `20k` or `5M`. */
export function readSize(text: string): number | null {
  const found = /^(\d{1,9})(k|m|)b?$/i.exec(text)
  const unit = units[found?.[2]?.toLowerCase() ?? '']
  return found === null || unit === undefined ? null : Number(found[1]) * unit
}

export function writeSize(bytes: number): string {
  if (bytes > 0 && bytes % 1_048_576 === 0) return `${bytes / 1_048_576}M`
  return bytes > 0 && bytes % 1_024 === 0 ? `${bytes / 1_024}K` : String(bytes)
}

/** The text that reads as this question again; `folder` is how its folder is called there. */
export function formatQuery(query: SearchQuery, folder = query.folder): string {
  const named = (name: string, value: string) => {
    const plain = joined([bare(value)])
    if (plain === '') return []
    return [plain.includes(' ') ? `${name}:"${plain}"` : `${name}:${plain}`]
  }
  const asked = Object.entries(switches).filter(([, change]) =>
    yesOrNo.some((name) => change[name] !== undefined && change[name] === query[name]),
  )
  return [
    joined([bare(query.words)])
      .split(' ')
      .map(asWord)
      .join(' '),
    ...textFields.flatMap((name) => named(name, query[name])),
    ...asked.map(([text]) => text),
    ...named('after', query.after),
    ...named('before', query.before),
    ...(query.larger === null ? [] : [`larger:${writeSize(query.larger)}`]),
    ...(query.smaller === null ? [] : [`smaller:${writeSize(query.smaller)}`]),
    ...named('in', folder),
  ]
    .filter((text) => text !== '')
    .join(' ')
}

/** Whether it asks for more than words in a place. */
export function isAdvanced(query: SearchQuery): boolean {
  return formatQuery({ ...query, words: '', folder: '' }) !== ''
}
