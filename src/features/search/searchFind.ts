/** A question as the address says it and as the gateway is asked. */
import { searchLocations } from '../../contract/endpoints/mail/mail'
import { checkKeyword } from '../../contract/rules'
import type { Find } from '../mailbox'
import { formatQuery, isAdvanced, parseQuery, type SearchQuery } from './searchQuery'

/** The question that an address holds; a folder that it names counts more than one within the text. */
export function readSearch(params: URLSearchParams): SearchQuery {
  const query = parseQuery(params.get('keyword') ?? '')
  const location = searchLocations.find((known) => known === params.get('location')) ?? 'all'
  return { ...query, location, folder: params.get('folder') || query.folder }
}

export function searchParams(query: SearchQuery): Readonly<Record<string, string>> {
  const { location, folder } = query
  const keyword = formatQuery({ ...query, folder: '' })
  return folder === '' ? { keyword, location } : { keyword, location, folder }
}

/** Why it cannot be asked: words that are too few, or nothing at all (SPEC §5). */
export function queryFault(query: SearchQuery): 'keywordTooShort' | null {
  if (query.words === '' && isAdvanced(query)) return null
  return checkKeyword(query.words) === null ? null : 'keywordTooShort'
}

export function findOf(query: SearchQuery): Find {
  const { words: keyword, location } = query
  const params = searchParams(query)
  const folder = query.folder === '' ? {} : { folder: query.folder }
  if (!isAdvanced(query)) return { params, ask: { kind: 'simple', form: { keyword, location, ...folder } } }
  const form = {
    ...(keyword === '' ? {} : { keyword }),
    location,
    ...folder,
    ...given('from', query.from),
    ...given('to', query.to),
    ...given('subject', query.subject),
    ...given('body', query.body),
    ...given('attachmentName', query.filename),
    ...given('hasAttachment', query.hasAttachment),
    ...given('seen', query.seen),
    ...given('flagged', query.flagged),
    ...given('urgent', query.urgent),
    ...given('startDate', query.after === '' ? null : dayStart(query.after)),
    ...given('endDate', query.before === '' ? null : dayStart(query.before) - 1),
    ...given('minSize', query.larger),
    ...given('maxSize', query.smaller),
  }
  return { params, ask: { kind: 'advanced', form } }
}

function given<K extends string, T>(key: K, value: T | null): { [P in K]?: T } {
  const pair: { [P in K]?: T } = {}
  if (value !== null && value !== '') pair[key] = value
  return pair
}

/** The day's first instant where the person is. */
function dayStart(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date).getTime())
}
