/** The view `flag`: flagged mail of all folders as one list. A server has no such thing; folders without a flag cost one SEARCH. */
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import { Refusal } from '../../core/refusal'
import type { FolderQuery } from '../../ports/mailStores'
import { hasFiles } from './bodyParts'
import { atom } from './command'
import { type Place, summariesAt } from './newestFirst'
import type { FlagPage, Mailbox } from './parts'
import { flagsOf, instantOf } from './summaries'
import { uidSearch } from './uidSearch'
import { uidChunks } from './uidSets'

/** Flagged mails of one account that are listed: the newest of each folder. */
const flaggedMost = 10_000

type Flagged = Place & {
  readonly isUnread: boolean
  readonly receivedAt: number
  readonly size: number
  readonly from: string
  readonly subject: string
  readonly hasFile: boolean
}

export const flagPage: FlagPage = async (context, folders, account, query) => {
  const { mailboxes } = await folders.layout(account)
  const all: Flagged[] = []
  for (const mailbox of mailboxes.filter((one) => one.holdsMail)) {
    const found = await context.pool
      .within(account, mailbox.path, (client, selected) => flaggedIn(client, selected, mailbox, query, all.length), {
        readOnly: true,
        again: true,
      })
      .catch((error) => {
        if (error instanceof Refusal && error.code === 'notFound') return []
        throw error
      })
    all.push(...found)
  }
  const listed = all.filter((mail) => isListed(mail, query.filter)).toSorted(descendingBy(query.sort))
  const ordered = query.order === 'desc' ? listed : listed.toReversed()
  const places = ordered.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
  return {
    list: await summariesAt(context, account, places),
    total: listed.length,
    unread: all.filter((mail) => mail.isUnread).length,
  }
}

async function flaggedIn(
  client: ImapFlow,
  { exists }: MailboxObject,
  mailbox: Mailbox,
  { sort, filter }: FolderQuery,
  held: number,
): Promise<readonly Flagged[]> {
  if (exists === 0) return []
  const uids = await uidSearch(client, [atom('FLAGGED')])
  const newest = uids.slice(-Math.max(0, flaggedMost - held))
  const wanted = {
    uid: true,
    flags: true,
    internalDate: true,
    size: true,
    ...(sort === 'from' || sort === 'subject' ? { envelope: true } : {}),
    ...(filter === 'attachment' ? { bodyStructure: true } : {}),
  }
  const found: Flagged[] = []
  for (const { set } of held >= flaggedMost ? [] : uidChunks(newest)) {
    for (const mail of await client.fetchAll(set, wanted, { uid: true })) found.push(asFlagged(mailbox, mail))
  }
  // The newest first, so that mails of one instant stand in the order in which they came.
  return found.toSorted((one, other) => other.uid - one.uid)
}

function asFlagged(mailbox: Mailbox, mail: FetchMessageObject): Flagged {
  const sender = mail.envelope?.from?.[0]
  return {
    mailbox,
    uid: mail.uid,
    isUnread: !flagsOf(mail.flags).seen,
    receivedAt: instantOf(mail.internalDate),
    size: mail.size ?? 0,
    from: folded(sender?.name || sender?.address || ''),
    subject: folded(mail.envelope?.subject ?? '').replace(/^(?:(?:re|fwd?|aw|wg|回复|答复|转发)\s*[:：]\s*)+/u, ''),
    hasFile: mail.bodyStructure !== undefined && hasFiles(mail.bodyStructure),
  }
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().trim()

function isListed(mail: Flagged, filter: FolderQuery['filter']): boolean {
  if (filter === 'unread') return mail.isUnread
  return filter === 'attachment' ? mail.hasFile : true
}

function descendingBy(sort: FolderQuery['sort']): (one: Flagged, other: Flagged) => number {
  const compared = {
    date: () => 0,
    size: (one: Flagged, other: Flagged) => one.size - other.size,
    from: (one: Flagged, other: Flagged) => compareText(one.from, other.from),
    subject: (one: Flagged, other: Flagged) => compareText(one.subject, other.subject),
  }[sort]
  return (one, other) => compared(other, one) || other.receivedAt - one.receivedAt
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
