/** Which part of which folder a list shows, read from the address and written back into it. */
import type { Call } from '#contract/endpoint'
import { type advancedSearch, type Filter, filters, type Sort, type search, sorts } from '#contract/endpoints/mail/mail'
import { limits } from '#contract/limits'

type Paging = 'page' | 'pageSize'

/** What the mails of a list were searched for, in place of all that a folder holds. */
export type Find = {
  /** Its part of the address. */
  readonly params: Readonly<Record<string, string>>
  readonly ask:
    | { readonly kind: 'simple'; readonly form: Omit<Call<typeof search>, Paging> }
    | { readonly kind: 'advanced'; readonly form: Omit<Call<typeof advancedSearch>, Paging> }
}

export type ListQuery = {
  readonly folder: string
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly sort: Sort
  /** Against the order in which that kind usually runs (`orderOf`). */
  readonly isReversed?: boolean
  readonly filter: Filter
  /** Whether a row stands for a conversation instead of for a mail. */
  readonly conversations: boolean
  readonly find?: Find
}

function oneOf<T extends string>(words: readonly T[], word: string | null, otherwise: T): T {
  return words.find((candidate) => candidate === word) ?? otherwise
}

/** A page that is no whole number from 1 up reads as the first, one beyond every limit as the highest. */
function readPage(text: string | null): number {
  if (text === null || !/^\d{1,15}$/.test(text)) return 1
  return Math.min(Math.max(1, Number(text)), limits.pageMax)
}

export function readListQuery(folder: string, pageSize: number, search: URLSearchParams): ListQuery {
  const sort = oneOf(sorts, search.get('sort'), 'date')
  return {
    folder,
    page: readPage(search.get('page')),
    pageSize,
    sort,
    isReversed: search.get('order') === orderOf({ sort, isReversed: true }),
    filter: oneOf(filters, search.get('filter'), 'all'),
    conversations: false,
  }
}

/** What of a query a person chooses at the head and the foot of a list. */
export type ListPart = Pick<ListQuery, 'page' | 'sort' | 'isReversed' | 'filter'>

/** The query part of an address; what is at its default is left out, so that a folder's own address stays short. */
export function listSearch({ page, sort, isReversed = false, filter, find }: ListPart & Pick<ListQuery, 'find'>) {
  return {
    ...find?.params,
    page: page === 1 ? undefined : page,
    sort: sort === 'date' ? undefined : sort,
    order: isReversed ? orderOf({ sort, isReversed }) : undefined,
    filter: filter === 'all' ? undefined : filter,
  }
}

/** An address's query with the list's part as it was understood and all else kept; null where it stands so already. */
export function correctedSearch(search: URLSearchParams, query: ListQuery): URLSearchParams | null {
  const corrected = new URLSearchParams(search)
  for (const [key, value] of Object.entries(listSearch(query))) {
    if (value === undefined) corrected.delete(key)
    else if (search.get(key) !== String(value)) corrected.set(key, String(value))
  }
  return corrected.toString() === search.toString() ? null : corrected
}

/** Names and subjects run from A, dates and sizes from the newest and biggest, unless reversed. */
export function orderOf({ sort, isReversed = false }: Pick<ListQuery, 'sort' | 'isReversed'>): 'asc' | 'desc' {
  return (sort === 'from' || sort === 'subject') === isReversed ? 'desc' : 'asc'
}

/** The key under which the rows of a query are kept. */
export function listKey({ folder, page, pageSize, conversations, find, ...chosen }: ListQuery): string {
  const { sort, isReversed = false, filter } = chosen
  const order = isReversed ? ['reversed'] : []
  return JSON.stringify([folder, page, pageSize, sort, filter, conversations, ...order, ...(find ? [find.params] : [])])
}

/** Whether a key is of the first page of a folder, and of no search. */
export function isFirstPage(key: string): boolean {
  const parts: unknown = JSON.parse(key)
  return Array.isArray(parts) && parts[1] === 1 && !parts.some((part) => typeof part === 'object')
}

/** The folder that a key is of. */
export function folderOfKey(key: string): string {
  const parts: unknown = JSON.parse(key)
  return Array.isArray(parts) && typeof parts[0] === 'string' ? parts[0] : ''
}

/** At least one page, so that an empty folder stands on page 1 of 1. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}
