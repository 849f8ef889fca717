/** Finds and takes the copies of one sent mail in one mailbox of its owner: by the Message-ID and the sender that the journal holds. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import { readHead } from '#server/mime'
import type { Delivered } from '#server/recall/recaller.port'
import { messageIdIn } from '../append/appendedMessage'
import { atom, command, literal, sequence } from '../connection/command'
import type { ImapPool } from '../context'
import { expungeExactly } from '../message/expunge'
import { refuseReadOnly } from '../message/moves'
import { dayOf } from '../search/searchTerms'
import { uidSearch, uidsAmong } from '../uidSearch'

const dayMs = 86_400_000

/** With the modification sequence (RFC 7162) by which a mark that comes between is noticed; null where the server keeps none. */
type Copy = { readonly uid: number; readonly isRead: boolean; readonly modseq: bigint | null }

export type Copies = { readonly path: string; readonly uidValidity: bigint; readonly list: readonly Copy[] }

export function findCopies(pool: ImapPool, account: Account, path: string, mail: Delivered): Promise<Copies> {
  const work = async (client: ImapFlow, { uidValidity }: MailboxObject): Promise<Copies> => {
    const bare = mail.messageId.replace(/^<|>$/g, '')
    // By arrival, with room for clocks and zones that differ: a recall is of the last day, a mailbox of many years.
    const since = [atom('SINCE'), atom(dayOf(mail.sentAt - 2 * dayMs))]
    const uids = await uidSearch(client, [...since, atom('HEADER'), atom('Message-ID'), literal(bare)])
    if (uids.length === 0) return { path, uidValidity, list: [] }
    const asked = { uid: true, flags: true, headers: ['message-id', 'from', 'sender'] }
    const found = await client.fetchAll(uids.join(','), asked, { uid: true })
    const list = found.flatMap(({ uid, flags, headers, modseq }): Copy[] => {
      const block = headers ?? Buffer.alloc(0)
      // A search finds parts of words, and anybody may write a header: both must be what the journal says.
      const isOurs = messageIdIn(block.toString('latin1')) === bare
      const isTheirs = readHead(block, null).from.address.toLowerCase() === mail.from.toLowerCase()
      return isOurs && isTheirs ? [{ uid, isRead: flags?.has('\\Seen') === true, modseq: modseq ?? null }] : []
    })
    return { path, uidValidity, list }
  }
  return pool.within(account, path, work, { readOnly: true, again: true })
}

/** False, with everything left as it was, where one of them was read or changed since it was found. */
export function takeCopies(pool: ImapPool, account: Account, { path, uidValidity, list }: Copies): Promise<boolean> {
  const work = async (client: ImapFlow, mailbox: MailboxObject): Promise<boolean> => {
    if (mailbox.uidValidity !== uidValidity) return false
    refuseReadOnly(mailbox)
    const uids = list.map(({ uid }) => uid)
    for (const { uid, modseq } of list) {
      const unchanged = modseq === null ? [] : [[atom('UNCHANGEDSINCE'), atom(String(modseq))]]
      await command(client, 'UID STORE', [sequence(String(uid)), ...unchanged, atom('+FLAGS.SILENT'), deleted])
    }
    const still = await uidsAmong(client, uids, atom('DELETED'), atom('UNSEEN'))
    if (still.length === uids.length) {
      await expungeExactly(client, uids)
      return true
    }
    for (const uid of uids) await command(client, 'UID STORE', [sequence(String(uid)), atom('-FLAGS.SILENT'), deleted])
    return false
  }
  return pool.within(account, path, work)
}

const deleted = [atom('\\Deleted')]
