/** Lets a recalled mail of Sent bear what came of its recall, in whichever list it stands. */
import type { RecallStore } from '../../recall/recall.store'
import type { MailStores } from '../mail.store'
import { marked } from './markedMails'

export function withRecallMarks(inner: MailStores, recalls: RecallStore): MailStores {
  return {
    ...inner,
    of: (account) =>
      marked(inner.of(account), {
        onRows: async (rows) => {
          const sent = rows.filter(({ folder }) => folder === 'sent').map(({ id }) => id)
          const found = await recalls.marks(account.id, sent)
          if (found.size === 0) return rows
          return rows.map((mail) => {
            const recalled = found.get(mail.id)
            return recalled === undefined ? mail : { ...mail, recalled }
          })
        },
        version: async () => String(await recalls.version(account.id)),
      }),
  }
}
