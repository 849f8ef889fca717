/** List rows of mails on the server. */
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import type { MailFlags, MailId, ParsedMail, StoredSummary } from '#server/core/mail'
import type { ImapContext } from '../context'
import { mailIdOf } from '../ids'
import { recallFlag } from '../message/keywords'
import type { Folders, Mailbox, SummariesOf } from '../operations'
import { uidChunks } from '../uidSets'
import {
  cachedHeadersOf,
  cacheHeaders,
  headersIn,
  headersQuery,
  headQuery,
  instantOf,
  listedMost,
  type MailHeaders,
} from './headerCache'

export { instantOf }

export const summariesOf: SummariesOf = (context, account, mailbox, uids) =>
  uids.length === 0
    ? Promise.resolve([])
    : context.pool.within(
        account,
        mailbox.path,
        async (client, selected) => {
          const rows = await rowsWithin(context, account, client, selected, mailbox, uids)
          const byUid = new Map(rows.map((row) => [row.uid, row.summary]))
          return uids.flatMap((uid) => byUid.get(uid) ?? [])
        },
        { again: true },
      )

/** In the order of the ids. */
export async function summariesById(
  context: ImapContext,
  folders: Folders,
  account: Account,
  ids: readonly MailId[],
): Promise<readonly StoredSummary[]> {
  const found = new Map<MailId, StoredSummary>()
  for (const { mailbox, uidValidity, mails } of await folders.groups(account, ids)) {
    const rows = await context.pool.within(
      account,
      mailbox.path,
      async (client, selected) => {
        if (selected.uidValidity !== uidValidity) return []
        const uids = mails.map(({ uid }) => uid)
        return rowsWithin(context, account, client, selected, mailbox, uids)
      },
      { again: true },
    )
    for (const { summary } of rows) found.set(summary.id, summary)
  }
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
}

export type Row = { readonly uid: number; readonly summary: StoredSummary; readonly facts: MailHeaders }

/** Rows of UIDs, or of a range of sequence numbers, of the selected mailbox, in arrival order. */
export async function rowsWithin(
  context: ImapContext,
  account: Account,
  client: ImapFlow,
  selected: MailboxObject,
  mailbox: Mailbox,
  which: readonly number[] | string,
): Promise<readonly Row[]> {
  const read = (range: string, uids: readonly number[] | null) =>
    rowsOf(context, account, client, selected, mailbox, range, uids)
  if (typeof which === 'string') return read(which, null)
  const rows: Row[] = []
  for (const { set, uids } of uidChunks(which)) rows.push(...(await read(set, uids)))
  return rows
}

/** `uids` are those that the range names, or null where it is one of sequence numbers: `a:b`. */
async function rowsOf(
  context: ImapContext,
  account: Account,
  client: ImapFlow,
  selected: MailboxObject,
  mailbox: Mailbox,
  range: string,
  uids: readonly number[] | null,
): Promise<readonly Row[]> {
  const known = cachedHeadersOf(context, account.id)
  const keyOf = (uid: number) => mailIdOf(account.id, mailbox.path, selected.uidValidity, uid)
  const place = `${keyOf(0)} ${range}`
  const isUid = uids !== null
  const isShown = isUid ? uids.some((uid) => known.rows.has(keyOf(uid))) : known.shown === place
  known.shown = place
  // All in one answer where nothing is known; flags alone, which are all that changes, where most is.
  const whole = isShown ? [] : await client.fetchAll(range, { ...headersQuery, flags: true }, { uid: isUid })
  const isAll = !isShown && whole.length >= (uids?.length ?? lengthOf(range))
  const found = isAll ? whole : await client.fetchAll(range, { uid: true, flags: true }, { uid: isUid })
  const read = new Map(whole.map((one) => [one.uid, headersIn(one)]))
  const isUnread = (uid: number) => !read.has(uid) && !known.rows.has(keyOf(uid))
  // Without the structure at last: one that is nested too deeply to be read takes its whole answer away.
  for (const query of [headersQuery, headQuery]) {
    const unread = found.map(({ uid }) => uid).filter(isUnread)
    if (unread.length === 0) break
    for (const { set } of uidChunks(unread)) {
      for (const one of await client.fetchAll(set, query, { uid: true })) read.set(one.uid, headersIn(one))
    }
  }
  const rows = found.flatMap(({ uid, flags }): Row[] => {
    const id = keyOf(uid)
    const facts = read.get(uid) ?? known.rows.get(id)
    return facts
      ? [{ uid, summary: { id, folder: mailbox.id, ...facts, ...flagsOf(flags), ...unknowable }, facts }]
      : []
  })
  for (const { summary, facts } of rows) cacheHeaders(known, summary.id, facts)
  return rows.toSorted((one, other) => one.uid - other.uid)
}

/** How many mails `a:b` names at most. */
function lengthOf(range: string): number {
  const [first = 0, last = first] = range.split(':').map(Number)
  return last - first + 1
}

/** What the listing of a plain server cannot tell without reading the mail. */
const unknowable = { preview: null, threadId: null, threadCount: null }

export function flagsOf(flags: ReadonlySet<string> | undefined): MailFlags & Pick<StoredSummary, 'recalled'> {
  const held = new Set([...(flags ?? [])].map((flag) => flag.toLowerCase()))
  return {
    seen: held.has('\\seen'),
    flagged: held.has('\\flagged'),
    answered: held.has('\\answered'),
    forwarded: held.has('$forwarded'),
    ...(held.has(recallFlag.toLowerCase()) ? { recalled: 'withdrawn' as const } : {}),
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
