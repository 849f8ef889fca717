/** A page of a folder: in arrival order by sequence numbers alone, never by reading the whole folder. */
import type { ImapFlow } from 'imapflow'
import type { Account } from '#server/core/account'
import type { StoredSummary } from '#server/core/mail'
import type { FolderQuery, MailPage } from '../../mail.store'
import { answered } from '../connection/errors'
import type { ImapContext } from '../context'
import { hasFiles } from '../message/bodyParts'
import type { Mailbox, SortedUids } from '../operations'
import { uidChunks } from '../uidSets'
import { rowsWithin } from './summaries'

/** Candidates for the filter of attachments whose structures are looked at. */
const candidatesMost = 3_000
const mayHoldFiles = {
  or: [{ header: { 'Content-Type': 'multipart/mixed' } }, { header: { 'Content-Type': 'application/' } }],
}

export async function folderPage(
  context: ImapContext,
  account: Account,
  mailbox: Mailbox,
  query: FolderQuery,
  sortedUids: SortedUids,
): Promise<MailPage> {
  if (query.filter === 'attachment') return pageOfFiles(context, account, mailbox, query, sortedUids)
  if (query.sort !== 'date') {
    const uids = await sortedUids(context, account, mailbox.path, query)
    return pageOfUids(context, account, mailbox, uids, query)
  }
  return context.pool.within(
    account,
    mailbox.path,
    async (client, selected) => {
      const read = async (which: readonly number[] | string) =>
        inOrder(await rowsWithin(context, account, client, selected, mailbox, which), query.order)
      if (query.filter === 'all') {
        const range = rangeOf(selected.exists, query)
        const list = range === null ? [] : await read(range)
        return { list, total: selected.exists, unread: selected.exists === 0 ? 0 : null }
      }
      const uids = await matching(client, query.filter === 'unread' ? { seen: false } : { flagged: true })
      const wanted = sliceOf(query.order === 'desc' ? uids.toReversed() : uids, query)
      const list = wanted.length === 0 ? [] : await read(wanted)
      return { list, total: uids.length, unread: query.filter === 'unread' ? uids.length : null }
    },
    { again: true },
  )
}

/** The sequence numbers of a page; null beyond the end, and of a page of no messages. */
export function rangeOf(exists: number, { page, pageSize, order }: FolderQuery): string | null {
  const skipped = (page - 1) * pageSize
  if (pageSize === 0 || skipped >= exists) return null
  const least = order === 'desc' ? Math.max(1, exists - skipped - pageSize + 1) : skipped + 1
  const greatest = order === 'desc' ? exists - skipped : Math.min(exists, skipped + pageSize)
  return `${least}:${greatest}`
}

function inOrder(rows: readonly { readonly summary: StoredSummary }[], order: FolderQuery['order']): StoredSummary[] {
  const list = rows.map(({ summary }) => summary)
  return order === 'desc' ? list.toReversed() : list
}

function sliceOf<T>(all: readonly T[], { page, pageSize }: FolderQuery): readonly T[] {
  return all.slice((page - 1) * pageSize, page * pageSize)
}

/** UIDs in arrival order. */
export async function matching(client: ImapFlow, query: Parameters<ImapFlow['search']>[0]): Promise<readonly number[]> {
  return answered(await client.search(query, { uid: true }), 'search')
}

async function pageOfUids(
  context: ImapContext,
  account: Account,
  mailbox: Mailbox,
  uids: readonly number[],
  query: FolderQuery,
): Promise<MailPage> {
  const wanted = sliceOf(uids, query)
  const unread = query.filter === 'unread' ? uids.length : null
  if (wanted.length === 0) return { list: [], total: uids.length, unread }
  return context.pool.within(
    account,
    mailbox.path,
    async (client, selected) => {
      const rows = await rowsWithin(context, account, client, selected, mailbox, wanted)
      const byUid = new Map(rows.map((row) => [row.uid, row.summary]))
      return { list: wanted.flatMap((uid) => byUid.get(uid) ?? []), total: uids.length, unread }
    },
    { again: true },
  )
}

/** A server knows no such thing as an attachment: a search of headers finds who may have one, and the structures tell. */
async function pageOfFiles(
  context: ImapContext,
  account: Account,
  mailbox: Mailbox,
  query: FolderQuery,
  sortedUids: SortedUids,
): Promise<MailPage> {
  const holding = await context.pool.within(
    account,
    mailbox.path,
    async (client) => {
      const candidates = await matching(client, mayHoldFiles)
      // Looking at so many structures takes minutes; nearly all of them do hold files.
      if (candidates.length > candidatesMost) return candidates
      const found: number[] = []
      for (const { set } of uidChunks(candidates)) {
        for (const { uid, bodyStructure } of await client.fetchAll(
          set,
          { uid: true, bodyStructure: true },
          { uid: true },
        )) {
          if (bodyStructure && hasFiles(bodyStructure)) found.push(uid)
        }
      }
      return found
    },
    { lane: 'slow', readOnly: true, again: true },
  )
  const isHolding = new Set(holding)
  const uids =
    query.sort === 'date'
      ? holding.toSorted((one, other) => (query.order === 'desc' ? other - one : one - other))
      : (await sortedUids(context, account, mailbox.path, { ...query, filter: 'all' })).filter((uid) =>
          isHolding.has(uid),
        )
  return pageOfUids(context, account, mailbox, uids, query)
}
