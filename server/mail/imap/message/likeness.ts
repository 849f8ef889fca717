/** By what a copy of a mail is known where the server does not say which it is: its Message-ID, its size and its arrival. */
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { StoreAway } from '#server/core/refusal'
import { uidChunks } from '../uidSets'

export type Likeness = string

const asked = { uid: true, size: true, internalDate: true, headers: ['message-id'] }

function likenessOf(mail: FetchMessageObject): Likeness {
  const arrived = mail.internalDate === undefined ? '' : String(new Date(mail.internalDate).getTime())
  return `${mail.size} ${arrived} ${mail.headers?.toString('latin1').trim() ?? ''}`
}

/** Of those of the UIDs that are there; `'*'` stands for the newest as a range's end. */
export async function likenesses(client: ImapFlow, set: string): Promise<ReadonlyMap<number, Likeness>> {
  const found = new Map<number, Likeness>()
  for await (const mail of client.fetch(set, asked, { uid: true })) found.set(mail.uid, likenessOf(mail))
  if (!client.usable) throw new StoreAway('The connection broke while mails were compared')
  return found
}

export async function likenessesOf(client: ImapFlow, uids: Iterable<number>): Promise<ReadonlyMap<number, Likeness>> {
  const found = new Map<number, Likeness>()
  for (const { set } of uidChunks(uids)) {
    for (const [uid, likeness] of await likenesses(client, set)) found.set(uid, likeness)
  }
  return found
}

/**
 * Which copy belongs to which mail: alike in everything, and each copy once. Mails that are alike among themselves are given
 * their copies in order, where any of them would do.
 */
export function matched(
  mails: ReadonlyMap<number, Likeness>,
  copies: ReadonlyMap<number, Likeness>,
): ReadonlyMap<number, number> {
  const waiting = new Map<Likeness, number[]>()
  for (const [uid, likeness] of [...copies].toSorted(([one], [other]) => one - other)) {
    waiting.set(likeness, [...(waiting.get(likeness) ?? []), uid])
  }
  const found = new Map<number, number>()
  for (const [uid, likeness] of [...mails].toSorted(([one], [other]) => one - other)) {
    const copy = waiting.get(likeness)?.shift()
    if (copy !== undefined) found.set(uid, copy)
  }
  return found
}
