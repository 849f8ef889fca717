/** List rows from the header fields and structures that a server keeps at hand; what never changes of a mail is remembered. */
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import type { Account, AccountId } from '../../core/account'
import type { Address, MailFlags, MailId, ParsedMail, StoredSummary } from '../../core/mail'
import { readFields, readStructured } from '../../mime/headerFields'
import { readEnvelope } from '../../mime/readMail'
import { charsetOf, hasFiles } from './bodyParts'
import type { ImapContext } from './context'
import { mailIdOf } from './ids'
import type { Folders, Mailbox, SummariesOf } from './parts'

/** Recipients that a list row keeps; the open mail has them all. */
const listedMost = 100
/** Rows remembered for an account: some of its pages, and never much of its memory. */
const rememberedMost = 300

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

type Facts = {
  readonly from: Address
  readonly to: readonly Address[]
  readonly subject: string
  readonly sentAt: number | null
  readonly urgent: boolean
  readonly hasAttachment: boolean
  readonly size: number
  readonly receivedAt: number
}

export type Remembered = {
  readonly of: (id: AccountId) => Map<string, Facts>
  readonly forget: (id: AccountId) => void
}

export function makeRemembered(): Remembered {
  const accounts = new Map<AccountId, Map<string, Facts>>()
  return {
    of: (id) => {
      const known = accounts.get(id) ?? new Map<string, Facts>()
      accounts.set(id, known)
      return known
    },
    forget: (id) => {
      accounts.delete(id)
    },
  }
}

const remembered = makeRemembered()

export function forgetSummaries(id: AccountId): void {
  remembered.forget(id)
}

export const summariesOf: SummariesOf = ({ pool }, account, mailbox, uids) =>
  uids.length === 0
    ? Promise.resolve([])
    : pool.within(
        account,
        mailbox.path,
        async (client, selected) => {
          const rows = await rowsWithin(client, selected, mailbox, account.id, uids.join(','), true)
          const byUid = new Map(rows.map((row) => [row.uid, row.summary]))
          return uids.flatMap((uid) => byUid.get(uid) ?? [])
        },
        { again: true },
      )

/** In the order of the ids. */
export async function summariesById(
  { pool }: ImapContext,
  folders: Folders,
  account: Account,
  ids: readonly MailId[],
): Promise<readonly StoredSummary[]> {
  const found = new Map<MailId, StoredSummary>()
  for (const { mailbox, uidValidity, mails } of await folders.groups(account, ids)) {
    const rows = await pool.within(
      account,
      mailbox.path,
      async (client, selected) => {
        if (selected.uidValidity !== uidValidity) return []
        const range = mails.map(({ uid }) => uid).join(',')
        return rowsWithin(client, selected, mailbox, account.id, range, true)
      },
      { again: true },
    )
    for (const { summary } of rows) found.set(summary.id, summary)
  }
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}

export type Row = { readonly uid: number; readonly summary: StoredSummary }

/** Rows of a range of UIDs or sequence numbers of the selected mailbox, in the server's order. */
export async function rowsWithin(
  client: ImapFlow,
  selected: MailboxObject,
  mailbox: Mailbox,
  account: AccountId,
  range: string,
  isUid: boolean,
): Promise<readonly Row[]> {
  const known = remembered.of(account)
  const found = await client.fetchAll(range, { uid: true, flags: true }, { uid: isUid })
  const keyOf = (uid: number) => mailIdOf(account, mailbox.path, selected.uidValidity, uid)
  const unknown = found.map(({ uid }) => uid).filter((uid) => !known.has(keyOf(uid)))
  for (const [uid, facts] of await factsWithin(client, unknown)) known.set(keyOf(uid), facts)
  const rows = found.flatMap(({ uid, flags }): Row[] => {
    const id = keyOf(uid)
    const facts = known.get(id)
    if (facts === undefined) return []
    // Last used is last in order, and goes last.
    known.delete(id)
    known.set(id, facts)
    return [{ uid, summary: { id, folder: mailbox.id, ...facts, ...flagsOf(flags), ...unknowable } }]
  })
  for (const key of known.keys()) {
    if (known.size <= rememberedMost) break
    known.delete(key)
  }
  return rows.toSorted((one, other) => one.uid - other.uid)
}

/** What the listing of a plain server cannot tell without reading the mail. */
const unknowable = { preview: null, threadId: null, threadCount: null }

async function factsWithin(client: ImapFlow, uids: readonly number[]): Promise<readonly (readonly [number, Facts])[]> {
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

export function flagsOf(flags: ReadonlySet<string> | undefined): MailFlags {
  const held = new Set([...(flags ?? [])].map((flag) => flag.toLowerCase()))
  return {
    seen: held.has('\\seen'),
    flagged: held.has('\\flagged'),
    answered: held.has('\\answered'),
    forwarded: held.has('$forwarded'),
  }
}

/** The row of a mail that was read whole. */
export function summaryOf(
  found: Pick<FetchMessageObject, 'flags' | 'internalDate' | 'size'>,
  parsed: ParsedMail,
  named: Pick<StoredSummary, 'id' | 'folder'>,
): StoredSummary {
  const { from, to, subject, sentAt, urgent, preview, attachments } = parsed
  return {
    ...named,
    from,
    to: to.slice(0, listedMost),
    subject,
    sentAt,
    urgent,
    hasAttachment: attachments.some((attachment) => !attachment.inline),
    size: found.size ?? 0,
    receivedAt: instantOf(found.internalDate),
    ...flagsOf(found.flags),
    ...unknowable,
    preview,
  }
}
