/** Where the inbox stands, as UIDVALIDITY and UIDNEXT (RFC 9051 §2.3.1.1), and what has come since. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account } from '#server/core/account'
import type { StoredSummary } from '#server/core/mail'
import type { ImapContext } from '../context'
import type { Folders } from '../operations'
import { matching } from './pages'
import { rowsWithin } from './summaries'

export type Arrivals = {
  readonly count: number
  readonly newest: readonly StoredSummary[]
  readonly cursor: string
}

export async function inboxCursor({ pool }: ImapContext, folders: Folders, account: Account): Promise<string> {
  // On a new connection imapflow lists a mailbox before it selects it, unless all have been listed.
  const inbox = await folders.find(account, 'inbox')
  return pool.within(
    account,
    inbox?.path ?? 'INBOX',
    async (client, inbox) => cursorOf(inbox.uidValidity, await nextUid(client, inbox)),
    { again: true },
  )
}

/** A cursor of another mailbox, or of none, counts as one of this moment. */
export async function arrivalsSince(
  context: ImapContext,
  folders: Folders,
  account: Account,
  since: string,
  most: number,
): Promise<Arrivals> {
  const now = async (): Promise<Arrivals> => ({
    count: 0,
    newest: [],
    cursor: await inboxCursor(context, folders, account),
  })
  const read = /^(\d{1,20})\.(\d{1,10})$/.exec(since)
  const inbox = await folders.find(account, 'inbox')
  if (read === null || inbox === null) return now()
  const [validity, next] = [BigInt(read[1] ?? ''), Number(read[2])]
  const found = await context.pool.within(
    account,
    inbox.path,
    async (client, selected): Promise<Arrivals | null> => {
      if (selected.uidValidity !== validity || next < 1) return null
      // `n:*` names the last mail even where its UID is below n.
      const uids = (await matching(client, { uid: `${next}:*` })).filter((uid) => uid >= next)
      const newest = uids.slice(uids.length - Math.min(most, uids.length)).toReversed()
      const rows = newest.length === 0 ? [] : await rowsWithin(context, account, client, selected, inbox, newest)
      const last = uids.at(-1)
      return {
        count: uids.length,
        newest: rows.map(({ summary }) => summary).toReversed(),
        cursor: last === undefined ? since : cursorOf(validity, last + 1),
      }
    },
    { again: true },
  )
  return found ?? now()
}

/** Of the selected mailbox, by its last mail: for UIDNEXT a STATUS would open it once more, and what a SELECT said of it grows old. */
export async function nextUid(client: ImapFlow, { exists, uidNext }: MailboxObject): Promise<number> {
  const last = exists > 0 && (await client.fetchOne('*', { uid: true }))
  return Math.max(uidNext ?? 1, last ? last.uid + 1 : 1)
}

function cursorOf(uidValidity: bigint, uidNext: number): string {
  return `${uidValidity}.${uidNext}`
}
