/** Tells who has read a mail that this account sent, as far as receipts have come back. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/receipts'
import type { Account } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { entryIdIn, messageIdOf } from '../../core/sentId'
import type { MailStores } from '../../mail/mail.store'
import type { OutboxEntry } from '../outbox.store'
import type { ReceiptFinder } from './readReceipts.store'
import { noteReceived, type ReceivedDeps } from './receivedReceipt'

export type ReceiptStateDeps = ReceivedDeps & {
  readonly mailStores: MailStores
  /** Null where receipts are read as they arrive. */
  readonly receiptFinder: ReceiptFinder | null
}

/** Mails that are opened for one question. */
const openedMost = 100

export const makeReceiptState =
  (deps: ReceiptStateDeps) =>
  async (
    { id }: Form<typeof entries.receiptState>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.receiptState>> => {
    const opened = await deps.mailStores.of(account).open(id)
    if (opened === null) throw new Refusal('notFound')
    const isAsked = opened.summary.folder === 'sent' && opened.parsed.receiptRequested
    const entryId = isAsked ? entryIdIn(opened.parsed.messageId) : null
    // By the journal alone: what lies in Sent may have been put there by any program.
    const entry = entryId === null ? null : await deps.outbox.find(account.id, entryId)
    if (entry === null) return { recipients: [] }
    const known = await deps.readReceipts.of(account.id, entry.id)
    const read = known.size < entry.recipients.length ? await lookedFor(deps, account, entry, known) : known
    return { recipients: entry.recipients.map(({ address }) => ({ address, readAt: read.get(address) ?? null })) }
  }

async function lookedFor(
  deps: ReceiptStateDeps,
  account: Account,
  { id, from, sendAt }: OutboxEntry,
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  if (deps.receiptFinder === null) return known
  const found = await deps.receiptFinder.find(account, { messageId: messageIdOf(id, from), sentAt: sendAt })
  const store = deps.mailStores.of(account)
  for (const mailId of found.slice(-openedMost)) {
    const opened = await store.open(mailId)
    // The mail server lets nobody send in another's name; what comes from outside its checks tell of.
    const received = opened && { parsed: opened.parsed, receivedAt: opened.summary.receivedAt, isOwn: false }
    if (received !== null) await noteReceived(deps, account, received)
  }
  return deps.readReceipts.of(account.id, id)
}
