/** Pages of files by keyset: page 2,000 costs what page 1 costs. */
import { type RawBuilder, sql } from 'kysely'
import { type AttachmentKind, attachmentLimits } from '#contract/mail/attachmentKinds'
import { markOf, nameKeyOf } from '#server/mime/text/searchTokens'
import { asJson } from '#server/sql/connection'
import type { Database } from '#server/sql/openDatabase'
import { pageOf } from '#server/sql/rows/cursor'
import {
  type AttachmentPage,
  type AttachmentQuery,
  type AttachmentStores,
  hiddenFolders,
  type StoredAttachment,
} from '../../attachments/attachments.store'
import { folderNumber, type MailboxNumber, mailboxOf } from '../mailboxes'
import { isTextMatch, textMatch } from '../search/textMatch'
import { enterDue } from './attachmentRows'

/** Mails that wait to be entered and are, before a page is answered. */
const enteredFirst = 20
/** Files looked through before the text index, which takes long over a word that most have. */
const lookedAtFirst = 200
/** Mails that match in the first look at the text index, and in each after it. */
const [firstMatches, furtherMatches] = [200, 1_000]

/** A file's place in the order: newest message first, then as they stand in it. */
type Place = { readonly seq: number; readonly at: number }

type Row = Place & {
  readonly mailId: string
  readonly part: string
  readonly name: string
  readonly type: string
  readonly kind: AttachmentKind
  readonly size: number
  readonly folder: string
  readonly fromName: string
  readonly fromAddress: string
  readonly subject: string
  readonly receivedAt: number
}

export function createAttachmentStores(db: Database): AttachmentStores {
  return {
    page: async (account, query) => {
      const mailbox = await mailboxOf(db, account.id)
      const folders = await foldersOf(db, mailbox, query.where)
      if (folders === null) return null
      await enterDue(db, mailbox, enteredFirst)
      const wanted = sql`a.mailbox = ${mailbox} and ${folders} and ${filterOf(query)}`
      const match = matchOf(query, markOf(mailbox))
      const way = query.sender === '' ? await wayOf(db, mailbox, query) : null
      const asked = { after: placeOf(query.after), most: query.most }
      const found =
        match === null || way !== null
          ? await pageBy(db, wanted, asked, way, query.name)
          : ((await newestPage(db, mailbox, wanted, asked, query)) ?? (await matchingPage(db, wanted, asked, match)))
      return { ...found, waiting: await waitingIn(db, mailbox), total: null }
    },
  }
}

/** Null for what no page said; it is looked for within the own mailbox alone. */
function placeOf(after: string): Place | null {
  const [, seq, at] = /^(\d{1,15})\.(\d{1,6})$/.exec(after) ?? []
  return seq === undefined || at === undefined ? null : { seq: Number(seq), at: Number(at) }
}

/** Greater than the number of any file within its message, as `placeOf` reads it. */
const mostInOne = 999_999

const written = ({ seq, at }: Place): string => `${seq}.${at}`

async function waitingIn(db: Database, mailbox: MailboxNumber): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from attachments_due where mailbox = ${mailbox}`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Null where there is no such folder. */
async function foldersOf(
  db: Database,
  mailbox: MailboxNumber,
  where: AttachmentQuery['where'],
): Promise<RawBuilder<unknown> | null> {
  const numberOf = (id: string) => folderNumber(db, mailbox, id)
  if (typeof where === 'object') {
    const folder = await numberOf(where.folder)
    return folder === null ? null : sql`a.folder = ${folder}`
  }
  if (where === 'sent') return sql`a.folder = ${await numberOf('sent')}`
  const numbers = await Promise.all(hiddenFolders(where).map(numberOf))
  return sql`+a.folder not in (${sql.join(numbers)})`
}

function filterOf({ kind, since, before, size, name }: AttachmentQuery): RawBuilder<unknown> {
  const words = nameKeyOf(name).split(/\s+/u).filter(Boolean)
  return sql.join(
    [
      kind === null ? sql`true` : sql`a.kind = ${kind}`,
      since === null ? sql`true` : sql`a.received_at >= ${since}`,
      before === null ? sql`true` : sql`a.received_at < ${before}`,
      size === null ? sql`true` : sql`a.size >= ${size} and ${largeOf(size)?.rows ?? sql`true`}`,
      // The index knows which mails have such a file; a mail may have others.
      ...words.map((word) => sql`instr(a.name_key, ${word}) > 0`),
    ],
    sql` and `,
  )
}

/** Null where nothing is searched for. */
function matchOf({ name, sender }: AttachmentQuery, mark: string): string | null {
  const parts = [
    name === '' ? null : textMatch(name, 'attachment', mark),
    sender === '' ? null : textMatch(sender, 'from', mark),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(' AND ')
}

const columns = sql`a.seq, a.at, m.id as mailId, a.part, a.name, a.type, a.kind, a.size, f.id as folder,
  m.from_name as fromName, m.from_address as fromAddress, m.subject, a.received_at as receivedAt`
const joined = sql`attachments as a cross join mails as m on m.seq = a.seq
  cross join mail_folders as f on f.folder = m.folder`

const behind = (after: Place | null): RawBuilder<unknown> =>
  after === null ? sql`true` : sql`a.seq <= ${after.seq} and (a.seq < ${after.seq} or a.at > ${after.at})`

type Found = Pick<AttachmentPage, 'list' | 'next'>
type Asked = { readonly after: Place | null; readonly most: number }

/** An index that has few of the rows that are asked for. */
type Way = { readonly index: string; readonly rows: RawBuilder<unknown> }

/** Indexes of large files alone, largest first; the condition is written as it stands there. */
const large = [10_485_760, 1_048_576].map((least, at) => ({
  least,
  index: ['attachments_largest', 'attachments_large'][at] ?? '',
  rows: sql`a.size >= ${sql.lit(least)}`,
}))
const largeOf = (size: number) => large.find(({ least }) => size >= least)

/** Rows that are all fetched and put in order: quicker than to look through the newest. */
const [fetchedMost, fetchedOfKind, namesRead] = [40_000, 2_000, 2_000]

/** Null where the newest are looked through, or those that bear the name. */
async function wayOf(db: Database, mailbox: MailboxNumber, query: AttachmentQuery): Promise<Way | null> {
  const { name, kind, since, before, size } = query
  const ofSize = size === null ? undefined : largeOf(size)
  const ofKind = kind === null ? null : { index: 'attachments_kind', rows: sql`a.kind = ${kind}` }
  const between = sql`a.received_at >= ${since ?? Number.MIN_SAFE_INTEGER}
    and a.received_at < ${before ?? Number.MAX_SAFE_INTEGER}`
  const ofTime = since === null && before === null ? null : { index: 'attachments_time', rows: between }
  const isNarrow = (way: Way, most: number) => hasAtMost(db, mailbox, way, most)
  if (name !== '') {
    for (const way of [ofSize, ofKind, ofTime]) if (way && (await isNarrow(way, namesRead))) return way
    return null
  }
  // These two have their rows in the order of the page.
  if (ofSize) return ofSize
  if (ofTime && (await isNarrow(ofTime, ofKind === null ? fetchedMost : fetchedOfKind))) return ofTime
  return ofKind
}

async function hasAtMost(db: Database, mailbox: MailboxNumber, { index, rows }: Way, most: number): Promise<boolean> {
  const { rows: counted } = await sql<{ held: number }>`
    select count(*) as held from (
      select 1 from attachments as a indexed by ${sql.ref(index)}
      where a.mailbox = ${mailbox} and ${rows} limit ${most + 1})`.execute(db)
  return (counted[0]?.held ?? 0) <= most
}

async function pageBy(
  db: Database,
  wanted: RawBuilder<unknown>,
  { after, most }: Asked,
  way: Way | null,
  name: string,
): Promise<Found> {
  const by = way === null ? sql`` : sql`indexed by ${sql.ref(way.index)}`
  if (way !== null && name !== '') {
    // As few as a way with a name has: no more of them fit than the text index would find.
    const { rows } = await sql<Place & { name: string }>`
      select a.seq, a.at, a.name from attachments as a ${by} where ${wanted} and ${behind(after)}`.execute(db)
    const places = rows.filter((row) => isTextMatch(row.name, name))
    return asPage(await rowsAt(db, places, most), most)
  }
  // The places first, out of an index alone.
  const { rows } = await sql<Row>`
    select ${columns} from (
      select a.seq as found, a.at as place from attachments as a ${by} where ${wanted} and ${behind(after)}
      order by a.seq desc, a.at limit ${most + 1}
    ) cross join ${joined} where a.seq = found and a.at = place order by a.seq desc, a.at`.execute(db)
  return asPage(rows, most)
}

/** Null where the newest files do not fill the page: the text index finds the others. */
async function newestPage(
  db: Database,
  mailbox: MailboxNumber,
  wanted: RawBuilder<unknown>,
  { after, most }: Asked,
  { name, sender }: AttachmentQuery,
): Promise<Found | null> {
  // Only the text index knows all senders of a message.
  if (sender !== '') return null
  const { rows } = await sql<Place & { name: string }>`
    select a.seq, a.at, a.name from (
      select a.seq as found, a.at as place from attachments as a indexed by attachments_newest
      where a.mailbox = ${mailbox} and ${behind(after)} order by a.seq desc, a.at limit ${lookedAtFirst}
    ) cross join attachments as a
    where a.seq = found and a.at = place and ${wanted}`.execute(db)
  const places = rows.filter((row) => isTextMatch(row.name, name))
  return places.length > most ? asPage(await rowsAt(db, places, most), most) : null
}

async function rowsAt(db: Database, places: readonly Place[], most: number): Promise<readonly Row[]> {
  const newest = places
    .map(({ seq, at }) => ({ seq, at }))
    .toSorted((one, other) => other.seq - one.seq || one.at - other.at)
    .slice(0, most + 1)
  const { rows } = await sql<Row>`
    select ${columns} from (select value ->> 'seq' as found, value ->> 'at' as place from json_each(${JSON.stringify(newest)}))
    cross join ${joined} where a.seq = found and a.at = place order by a.seq desc, a.at`.execute(db)
  return rows
}

/** Walks the mails that match, newest first, until the page is full or many were looked through. */
async function matchingPage(
  db: Database,
  wanted: RawBuilder<unknown>,
  { after, most }: Asked,
  match: string,
): Promise<Found> {
  const found: Row[] = []
  let until = after === null ? Number.MAX_SAFE_INTEGER : after.seq
  for (let seen = 0; seen < attachmentLimits.lookedThrough; ) {
    const piece = seen === 0 ? firstMatches : furtherMatches
    seen += piece
    const { rows: mails } = await sql<{ seq: number }>`
      select rowid as seq from mail_text where mail_text match ${match} and rowid <= ${until}
      order by rowid desc limit ${piece}`.execute(db)
    const seqs = mails.map(({ seq }) => seq)
    const { rows } = await sql<Row>`
      select ${columns} from (select value as wanted from json_each(${asJson(seqs)})) cross join ${joined}
      where a.seq = wanted and ${wanted} and ${behind(after)}
      order by a.seq desc, a.at limit ${most + 1 - found.length}`.execute(db)
    found.push(...rows)
    const last = seqs.at(-1)
    if (found.length > most || last === undefined || seqs.length < piece) return asPage(found, most)
    until = last - 1
  }
  // More may follow: whoever asks on begins behind the last mail that was looked at.
  return { list: found.map(asAttachment), next: written({ seq: until + 1, at: mostInOne }) }
}

function asPage(found: readonly Row[], most: number): Found {
  const { rows, last } = pageOf(found, most)
  return { list: rows.map(asAttachment), next: last === undefined ? null : written(last) }
}

function asAttachment({ seq: _seq, at: _at, fromName, fromAddress, ...row }: Row): StoredAttachment {
  return { ...row, from: { name: fromName, address: fromAddress } }
}
