/** Lets the one copy of a separate send tell what it is: its row how many it went to, and under which name the journal knows it. */
import type { Account } from '../../core/account'
import type { StoredSummary } from '../../core/mail'
import { entryIdIn } from '../../core/sentId'
import type { OutboxStore } from '../../outbox/outbox.store'
import type { MailStores, OpenedMail } from '../mail.store'
import { marked } from './markedMails'

type Journal = Pick<OutboxStore, 'find' | 'copies' | 'copyCount'>

/** Views in which mails of Sent stand as well. */
const folders = ['sent', 'flag']

export function withSeparateMarks(inner: MailStores, outbox: Journal): MailStores {
  return {
    ...inner,
    of: (account) =>
      marked(inner.of(account), {
        onRows: (rows) => onRows(outbox, account, rows),
        onOpened: (opened) => onOpened(outbox, account, opened),
        version: async (folder) => (folders.includes(folder) ? String(await outbox.copyCount(account.id)) : ''),
      }),
  }
}

async function onRows(outbox: Journal, account: Account, rows: readonly StoredSummary[]) {
  const sent = rows.filter(({ folder }) => folder === 'sent').map(({ id }) => id)
  if (sent.length === 0) return rows
  const found = await outbox.copies(account.id, sent)
  if (found.size === 0) return rows
  return rows.map((mail) => {
    const send = found.get(mail.id)
    return send === undefined ? mail : { ...mail, separately: { sendId: send.id, recipients: send.recipients } }
  })
}

/** By its Message-ID, which it keeps wherever it was moved; whose send that is, the journal alone tells (TRUST S22). */
async function onOpened(outbox: Journal, account: Account, { summary, parsed }: OpenedMail) {
  const entryId = summary.folder === 'sent' ? entryIdIn(parsed.messageId) : null
  const entry = entryId === null ? null : await outbox.find(account.id, entryId)
  if (entry === null || !entry.separate) return undefined
  return { ...summary, separately: { sendId: entry.id, recipients: entry.recipients.length } }
}
