/** Numbers of flagged mails by mailbox, kept for as long as the mailbox's own marks say that nothing in it has changed. */
import type { ImapFlow, MailboxObject } from 'imapflow'
import type { Account, AccountId } from '#server/core/account'
import { Refusal } from '#server/core/refusal'
import { atom } from '../connection/command'
import type { ImapContext } from '../context'
import type { Mailbox } from '../operations'
import { uidSearch } from '../uidSearch'

/** Accounts of which numbers are kept, and numbers of one mailbox. */
const accountsMost = 500
const keptMost = 5_000

type Numbers = {
  readonly uidValidity: bigint
  readonly uids: readonly number[]
  readonly unread: readonly number[]
}

export type FlaggedIn = Numbers & { readonly mailbox: Mailbox }

type Kept = ReadonlyMap<string, { readonly stamp: string; readonly numbers: Numbers }>

const byContext = new WeakMap<ImapContext, Map<AccountId, Kept>>()

/** Off the line on which a person waits: looking into each folder would leave another one than the inbox selected there. */
const aside = { lane: 'slow', readOnly: true, again: true } as const

export async function flaggedNumbers(
  context: ImapContext,
  account: Account,
  mailboxes: readonly Mailbox[],
): Promise<readonly FlaggedIn[]> {
  const accounts = byContext.get(context) ?? new Map<AccountId, Kept>()
  byContext.set(context, accounts)
  const known = accounts.get(account.id)
  // Before the looking: what changes in between shows in the next stamp.
  const stamps = await context.pool.within(account, 'INBOX', stampsOf, aside)
  const now = new Map<string, { readonly stamp: string; readonly numbers: Numbers }>()
  const found: FlaggedIn[] = []
  for (const mailbox of mailboxes) {
    const stamp = stamps.get(mailbox.path)
    const held = known?.get(mailbox.path)
    const isHeld = stamp !== undefined && held?.stamp === stamp
    const numbers = isHeld
      ? held.numbers
      : await context.pool.within(account, mailbox.path, numbersIn, aside).catch(unlessGone)
    if (numbers === null) continue
    found.push({ mailbox, ...numbers })
    if (stamp !== undefined && numbers.uids.length <= keptMost) now.set(mailbox.path, { stamp, numbers })
  }
  accounts.delete(account.id)
  accounts.set(account.id, now)
  for (const oldest of accounts.keys()) {
    if (accounts.size <= accountsMost) break
    accounts.delete(oldest)
  }
  return found
}

export function forgetFlagged(context: ImapContext, id: AccountId): void {
  byContext.get(context)?.delete(id)
}

/**
 * What differs after any change of mails or flags (CONDSTORE, RFC 7162 §3.1), by path; none where the server counts no changes. A mail that
 * goes need not raise the count on a server without QRESYNC, hence the number of mails beside it.
 */
async function stampsOf(client: ImapFlow): Promise<ReadonlyMap<string, string>> {
  const stamps = new Map<string, string>()
  if (!client.capabilities.has('CONDSTORE') && !client.enabled.has('CONDSTORE')) return stamps
  const statusQuery = { messages: true, uidNext: true, uidValidity: true, highestModseq: true }
  for (const { path, status } of await client.list({ statusQuery })) {
    const { messages, uidNext, uidValidity, highestModseq } = status ?? {}
    if (highestModseq) stamps.set(path, `${uidValidity} ${highestModseq} ${uidNext} ${messages}`)
  }
  return stamps
}

async function numbersIn(client: ImapFlow, { exists, uidValidity }: MailboxObject): Promise<Numbers> {
  const uids = exists === 0 ? [] : await uidSearch(client, [atom('FLAGGED')])
  const unread = uids.length === 0 ? [] : await uidSearch(client, [atom('FLAGGED'), atom('UNSEEN')])
  return { uidValidity, uids, unread }
}

/** A mailbox that another client has removed holds nothing that is flagged. */
function unlessGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'notFound') return null
  throw error
}
