/** What never changes of a mail and a list shows: read from the header fields and structures that a server keeps at hand, and remembered. */
import type { FetchMessageObject } from 'imapflow'
import type { AccountId } from '#server/core/account'
import type { Address } from '#server/core/mail'
import { readHead } from '#server/mime'
import type { ImapContext, ImapPool } from '../context'
import { charsetOf, hasFiles } from '../message/bodyParts'

/** Recipients that a list row keeps; the open mail has them all. */
export const listedMost = 100
/** Rows remembered of an account, some of its pages, and accounts of which any are. */
const rowsMost = 300
const accountsMost = 200

const headers = ['From', 'Sender', 'To', 'Subject', 'Date', 'X-Priority', 'X-MSMail-Priority', 'Importance', 'Priority']

export type MailHeaders = {
  readonly from: Address
  readonly to: readonly Address[]
  readonly subject: string
  readonly sentAt: number | null
  readonly urgent: boolean
  readonly hasAttachment: boolean
  readonly size: number
  readonly receivedAt: number
}

export type CachedHeaders = {
  /** By mail id. */
  readonly rows: Map<string, MailHeaders>
  /** The range that was shown last: asked for again, it is most likely known. */
  shown: string
}

// As long as the connections over which it was read.
const byPool = new WeakMap<ImapPool, Map<AccountId, CachedHeaders>>()

export function cachedHeadersOf({ pool }: ImapContext, id: AccountId): CachedHeaders {
  const accounts = byPool.get(pool) ?? new Map<AccountId, CachedHeaders>()
  byPool.set(pool, accounts)
  const known = accounts.get(id) ?? { rows: new Map<string, MailHeaders>(), shown: '' }
  keep(accounts, id, known, accountsMost)
  return known
}

export function forgetHeaders({ pool }: ImapContext, id: AccountId): void {
  byPool.get(pool)?.delete(id)
}

export function cacheHeaders(known: CachedHeaders, id: string, facts: MailHeaders): void {
  keep(known.rows, id, facts, rowsMost)
}

/** Last used is last in order, and goes last. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) break
    map.delete(oldest)
  }
}

/** What a FETCH must ask for so that `factsIn` can read its answer. */
export const headQuery = { uid: true, size: true, internalDate: true, headers: [...headers] }
export const headersQuery = { ...headQuery, bodyStructure: true }

export function headersIn({ headers: block, bodyStructure, size, internalDate }: FetchMessageObject): MailHeaders {
  const hint = bodyStructure === undefined ? null : charsetOf(bodyStructure)
  const { from, to, subject, sentAt, urgent } = readHead(block ?? Buffer.alloc(0), hint)
  return {
    from,
    to: to.slice(0, listedMost),
    subject,
    sentAt,
    urgent,
    // What has a structure that cannot be told is no plain text.
    hasAttachment: bodyStructure === undefined || hasFiles(bodyStructure),
    size: size ?? 0,
    receivedAt: instantOf(internalDate),
  }
}

export function instantOf(date: Date | string | undefined): number {
  const time = date instanceof Date ? date.getTime() : Date.parse(date ?? '')
  return Number.isFinite(time) ? time : 0
}
