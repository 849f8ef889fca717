/** Mails of several mailboxes in one order of arrival, newest first, without asking more of the server than one page needs. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import type { StoredSummary } from '#server/core/mail'
import { Refusal } from '#server/core/refusal'
import type { ImapContext } from '../context'
import type { Mailbox } from '../operations'
import { uidChunks } from '../uidSets'
import { instantOf, summariesOf } from './summaries'

export type InMailbox = { readonly mailbox: Mailbox; readonly uidValidity: bigint; readonly uids: Iterable<number> }

export type Place = { readonly mailbox: Mailbox; readonly uid: number }

/** The page's mails. Within a mailbox a greater UID came later; between two, INTERNALDATE decides. */
export async function newestFirst(
  context: ImapContext,
  account: Account,
  found: readonly InMailbox[],
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<readonly StoredSummary[]> {
  const most = page * pageSize
  const heads = found.map((one) => ({ ...one, uids: descending(one.uids).slice(0, most) }))
  const places: Place[] = []
  if (heads.length === 1) {
    for (const { mailbox, uids } of heads) for (const uid of uids) places.push({ mailbox, uid })
  } else {
    const dated: (Place & { readonly at: number })[] = []
    for (const head of heads) {
      const dates = await datesOf(context, account, head)
      let at = Number.POSITIVE_INFINITY
      for (const uid of head.uids) {
        // A date that an import made older or newer must not put a mailbox out of its own order.
        at = Math.min(at, dates.get(uid) ?? 0)
        dated.push({ mailbox: head.mailbox, uid, at })
      }
    }
    places.push(...dated.toSorted((one, other) => other.at - one.at))
  }
  return summariesAt(context, account, places.slice(most - pageSize, most))
}

function descending(uids: Iterable<number>): readonly number[] {
  return Array.from(Uint32Array.from(uids).sort().reverse())
}

async function datesOf(
  { pool }: ImapContext,
  account: Account,
  { mailbox, uidValidity, uids }: InMailbox,
): Promise<ReadonlyMap<number, number>> {
  const dates = new Map<number, number>()
  const work = async (client: ImapFlow, selected: MailboxObject) => {
    if (selected.uidValidity !== uidValidity) return
    for (const { set } of uidChunks(uids)) {
      const found = await client.fetchAll(set, { uid: true, internalDate: true }, { uid: true })
      for (const { uid, internalDate } of found) dates.set(uid, instantOf(internalDate))
    }
  }
  await pool.within(account, mailbox.path, work, { readOnly: true, again: true }).catch((error) => {
    if (!(error instanceof Refusal && error.code === 'notFound')) throw error
  })
  return dates
}

/** Rows in the order of the places, without what is gone. */
export async function summariesAt(
  context: ImapContext,
  account: Account,
  places: readonly Place[],
): Promise<readonly StoredSummary[]> {
  const byMailbox = new Map<Mailbox, number[]>()
  for (const { mailbox, uid } of places) byMailbox.set(mailbox, [...(byMailbox.get(mailbox) ?? []), uid])
  const rows = new Map<string, StoredSummary>()
  for (const [mailbox, uids] of byMailbox) {
    const found = await summariesOf(context, account, mailbox, uids)
    for (const [uid, row] of paired(uids, found)) rows.set(`${mailbox.path} ${uid}`, row)
  }
  return places.flatMap(({ mailbox, uid }) => rows.get(`${mailbox.path} ${uid}`) ?? [])
}

/** `summariesOf` leaves out what is gone: an id ends in its UID. */
function paired(
  uids: readonly number[],
  rows: readonly StoredSummary[],
): readonly (readonly [number, StoredSummary])[] {
  const byEnd = new Map(rows.map((row) => [row.id.slice(row.id.lastIndexOf('.') + 1), row]))
  return uids.flatMap((uid) => {
    const row = byEnd.get(uid.toString(36))
    return row === undefined ? [] : [[uid, row] as const]
  })
}
