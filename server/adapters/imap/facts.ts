/** What never changes of a mail and a list shows: read from the header fields and structures that a server keeps at hand, and remembered. */
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { AccountId } from '../../core/account'
import type { Address } from '../../core/mail'
import { readFields, readStructured } from '../../mime/headerFields'
import { readEnvelope } from '../../mime/readMail'
import { charsetOf, hasFiles } from './bodyParts'
import type { ImapContext, ImapPool } from './context'

/** Recipients that a list row keeps; the open mail has them all. */
export const listedMost = 100
/** Rows remembered of an account, some of its pages, and accounts of which any are. */
const rowsMost = 300
const accountsMost = 200

const headers = [
  'From',
  'Sender',
  'To',
  'Subject',
  'Date',
  'Content-Type',
  'X-Priority',
  'X-MSMail-Priority',
  'Importance',
  'Priority',
]

export type Facts = {
  readonly from: Address
  readonly to: readonly Address[]
  readonly subject: string
  readonly sentAt: number | null
  readonly urgent: boolean
  readonly hasAttachment: boolean
  readonly size: number
  readonly receivedAt: number
}

/** By mail id. */
export type Remembered = Map<string, Facts>

// As long as the connections over which it was read.
const byPool = new WeakMap<ImapPool, Map<AccountId, Remembered>>()

export function rememberedOf({ pool }: ImapContext, id: AccountId): Remembered {
  const accounts = byPool.get(pool) ?? new Map<AccountId, Remembered>()
  byPool.set(pool, accounts)
  const known = accounts.get(id) ?? new Map<string, Facts>()
  keep(accounts, id, known, accountsMost)
  return known
}

export function forgetFacts({ pool }: ImapContext, id: AccountId): void {
  byPool.get(pool)?.delete(id)
}

export function remember(known: Remembered, id: string, facts: Facts): void {
  keep(known, id, facts, rowsMost)
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

export async function factsWithin(
  client: ImapFlow,
  uids: readonly number[],
): Promise<readonly (readonly [number, Facts])[]> {
  if (uids.length === 0) return []
  const query = { uid: true, size: true, internalDate: true, headers }
  const heads = (await client.fetchAll(uids.join(','), query, { uid: true })).map((found) => ({
    found,
    fields: fieldsOf(found),
  }))
  // A structure costs more to send and to read than all the rest: a mail that says it is one text needs none.
  const composite = heads.filter(({ fields }) => !isOneText(fields)).map(({ found }) => found.uid)
  const structures = new Map(
    composite.length === 0
      ? []
      : (await client.fetchAll(composite.join(','), { uid: true, bodyStructure: true }, { uid: true })).map((found) => [
          found.uid,
          found.bodyStructure,
        ]),
  )
  return heads.map(({ found, fields }) => {
    const structure = structures.get(found.uid)
    const hint = structure ? charsetOf(structure) : (contentType(fields).params.get('charset') ?? null)
    const { from, to, subject, sentAt, urgent } = readEnvelope(fields, hint, [])
    const facts: Facts = {
      from,
      to: to.slice(0, listedMost),
      subject,
      sentAt,
      urgent,
      hasAttachment: structure !== undefined && hasFiles(structure),
      size: found.size ?? 0,
      receivedAt: instantOf(found.internalDate),
    }
    return [found.uid, facts]
  })
}

type Fields = ReturnType<typeof readFields>

function fieldsOf({ headers: block }: FetchMessageObject): Fields {
  return readFields(block?.toString('latin1') ?? '')
}

function contentType(fields: Fields) {
  return readStructured(fields.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '', null)
}

/** A name or a disposition could still make it a file; of those the first is told here and the second is rare enough to look for. */
function isOneText(fields: Fields): boolean {
  const { value, params } = contentType(fields)
  return (value === '' || value === 'text/plain' || value === 'text/html') && !params.has('name')
}

export function instantOf(date: Date | string | undefined): number {
  const time = date instanceof Date ? date.getTime() : Date.parse(date ?? '')
  return Number.isFinite(time) ? time : 0
}
