/** Whether a message lies in the selected mailbox already: by Message-ID and size, or by size and arrival where it has no Message-ID. */
import type { ImapAttribute, ImapFlow } from 'imapflow'
import { atom, literal, sequence } from '../connection/command'
import { uidSearch } from '../uidSearch'
import type { Message } from './appendedMessage'

/** Mails of one size that are looked at: the newest. */
const candidatesMost = 200

/** The newest that is the same; `from` leaves out what was there before that UID. */
export async function sameMessage(
  client: ImapFlow,
  { messageId, size }: Message,
  receivedAt: number,
  from = 0,
): Promise<number | null> {
  const range = from > 0 ? [atom('UID'), sequence(`${from}:*`)] : []
  const sized = [...range, atom('LARGER'), atom(String(Math.max(0, size - 1))), atom('SMALLER'), atom(String(size + 1))]
  const named = messageId === null ? [] : [atom('HEADER'), atom('Message-ID'), literal(messageId)]
  // `from:*` holds the newest even where it is older.
  const found = (await uidSearch(client, [...sized, ...named])).filter((uid) => uid >= from)
  if (messageId !== null) return found.length === 0 ? null : Math.max(...found.slice(-candidatesMost))
  return arrivedAt(client, found.slice(-candidatesMost), receivedAt)
}

async function arrivedAt(client: ImapFlow, uids: readonly number[], receivedAt: number): Promise<number | null> {
  if (uids.length === 0) return null
  const second = Math.floor(receivedAt / 1_000)
  let newest: number | null = null
  const found = await client.fetchAll(uids.join(','), { uid: true, internalDate: true }, { uid: true })
  for (const { uid, internalDate } of found) {
    if (internalDate === undefined || Math.floor(new Date(internalDate).getTime() / 1_000) !== second) continue
    newest = Math.max(uid, newest ?? 0)
  }
  return newest
}

/** The newest mail that came at or after `from`, where the server did not say which UID it gave. */
export async function newestSince(client: ImapFlow, from: number): Promise<number | null> {
  const terms: ImapAttribute[] = [atom('UID'), sequence(`${Math.max(1, from)}:*`)]
  const found = (await uidSearch(client, terms)).filter((uid) => uid >= from)
  return found.length === 0 ? null : Math.max(...found.slice(-candidatesMost))
}
