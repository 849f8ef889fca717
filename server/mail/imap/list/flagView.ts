/** The view `flag`: flagged mail of all folders as one list. A server has no such thing. */
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import { Refusal } from '#server/core/refusal'
import type { FolderQuery } from '../../mail.store'
import { atom } from '../connection/command'
import { hasFiles } from '../message/bodyParts'
import type { FlagPage, Mailbox } from '../operations'
import { uidSearch } from '../uidSearch'
import { uidChunks } from '../uidSets'
import { flaggedNumbers } from './flagged'
import { newestFirst, type Place, summariesAt } from './newestFirst'
import { flagsOf, instantOf } from './summaries'

/** Flagged mails of one account that are brought into another order than that of arrival. */
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
  const holding = mailboxes.filter((one) => one.holdsMail)
  if (query.sort === 'date' && query.order === 'desc' && query.filter !== 'attachment') {
    const found = await flaggedNumbers(context, account, holding)
    const listed = found.map((one) => ({ ...one, uids: query.filter === 'unread' ? one.unread : one.uids }))
    return {
      // Whoever asks for no row wants to know how many there are.
      list: query.pageSize === 0 ? [] : await newestFirst(context, account, listed.filter(holdsAny), query),
      total: listed.reduce((sum, { uids }) => sum + uids.length, 0),
      unread: found.reduce((sum, { unread }) => sum + unread.length, 0),
    }
  }
  const all: Flagged[] = []
  for (const mailbox of holding) {
    const found = await context.pool
      .within(account, mailbox.path, (client, selected) => flaggedIn(client, selected, mailbox, query), {
        readOnly: true,
        again: true,
      })
      .catch(unlessGone)
    all.push(...found)
  }
  if (all.length > flaggedMost) throw new Refusal('serverCannot')
  const listed = all.filter((mail) => isListed(mail, query.filter)).toSorted(descendingBy(query.sort))
  const ordered = query.order === 'desc' ? listed : listed.toReversed()
  const places = ordered.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
  return {
    list: await summariesAt(context, account, places),
    total: listed.length,
    unread: all.filter((mail) => mail.isUnread).length,
  }
}

/** A mailbox that another client has removed holds nothing that is flagged. */
function unlessGone(error: unknown): readonly Flagged[] {
  if (error instanceof Refusal && error.code === 'notFound') return []
  throw error
}

const holdsAny = ({ uids }: { readonly uids: readonly number[] }) => uids.length > 0

async function flaggedIn(
  client: ImapFlow,
  { exists }: MailboxObject,
  mailbox: Mailbox,
  { sort, filter }: FolderQuery,
): Promise<readonly Flagged[]> {
  if (exists === 0) return []
  const uids = await uidSearch(client, [atom('FLAGGED')])
  if (uids.length > flaggedMost) throw new Refusal('serverCannot')
  const wanted = {
    uid: true,
    flags: true,
    internalDate: true,
    size: true,
    ...(sort === 'from' || sort === 'subject' ? { envelope: true } : {}),
    ...(filter === 'attachment' ? { bodyStructure: true } : {}),
  }
  const found: Flagged[] = []
  for (const { set } of uidChunks(uids)) {
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
