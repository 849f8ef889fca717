/** Finds receipts in the mailboxes of whoever asked for them: by their type, and by the mail that they name. */

import type { ImapFlow, MailboxObject } from 'imapflow'
import { writtenFolders } from '#contract/mail/folderRoles'
import type { Account } from '#server/core/account'
import type { MailId } from '#server/core/mail'
import { Refusal } from '#server/core/refusal'
import type { ReceiptFinder } from '#server/outbox/receipts/readReceipts.store'
import { atom, literal } from '../connection/command'
import type { ImapPool } from '../context'
import { mailIdOf } from '../ids'
import type { Folders } from '../operations'
import { dayOf } from '../search/searchTerms'
import { uidSearch } from '../uidSearch'

const dayMs = 86_400_000
/** Days after a send in which a receipt is looked for. */
const days = 60
/** Where nobody's receipt is believed, or none comes to. */
const passedOver: readonly string[] = [...writtenFolders, 'junk']

export function makeReceiptFinder(pool: ImapPool, folders: Pick<Folders, 'layout'>): ReceiptFinder {
  return {
    find: async (account, { messageId, sentAt }) => {
      const found: MailId[] = []
      const between = [
        ...[atom('SINCE'), atom(dayOf(sentAt - dayMs))],
        ...[atom('BEFORE'), atom(dayOf(sentAt + days * dayMs))],
      ]
      // A header first: a server reads the text of those mails alone that are receipts.
      const isReceipt = [atom('HEADER'), atom('Content-Type'), literal('disposition-notification')]
      const isOfThis = [atom('TEXT'), literal(messageId.replace(/^<|>$/g, ''))]
      const { mailboxes } = await folders.layout(account)
      for (const { id, path, holdsMail } of mailboxes) {
        if (!holdsMail || passedOver.includes(id)) continue
        found.push(...(await within(pool, account, path, [...between, ...isReceipt, ...isOfThis])))
      }
      return found
    },
  }
}

function within(
  pool: ImapPool,
  account: Account,
  path: string,
  terms: Parameters<typeof uidSearch>[1],
): Promise<readonly MailId[]> {
  const work = async (client: ImapFlow, { uidValidity }: MailboxObject) =>
    (await uidSearch(client, terms)).map((uid) => mailIdOf(account.id, path, uidValidity, uid))
  return pool.within(account, path, work, { lane: 'slow', readOnly: true, again: true }).catch((error) => {
    // Gone meanwhile.
    if (error instanceof Refusal && error.code === 'notFound') return []
    throw error
  })
}
