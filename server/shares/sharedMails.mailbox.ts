/** Messages that lie here are read in their mailbox, so that a share ends with its message. */
import type { Account } from '../core/account'
import type { MailStores, OpenedMail } from '../mail/mail.store'
import type { SharedMail, SharedMails } from './sharedMails.port'

export function makeSharedMailbox(mailStores: MailStores): SharedMails {
  const summariesOf = async (account: Account, ids: readonly string[]) =>
    (await mailStores.of(account).summaries([...new Set(ids)])).filter(({ folder }) => folder !== 'deleted')
  const open: SharedMails['open'] = async (account, { mailId, withAttachments }) => {
    const opened = await mailStores.of(account).open(mailId)
    return opened === null ? null : sharedOf(opened, withAttachments)
  }
  return {
    take: async (account, { mailId }) => {
      const [found] = await summariesOf(account, [mailId])
      return found === undefined ? null : { subject: found.subject, copiedBytes: 0 }
    },
    readable: async (account, shares) => {
      const found = await summariesOf(
        account,
        shares.map(({ mailId }) => mailId),
      )
      const ids = new Set(found.map(({ id }) => id))
      return new Set(shares.filter(({ mailId }) => ids.has(mailId)).map(({ id }) => id))
    },
    open,
    part: async (account, share, part) => {
      const mail = await open(account, share)
      if (!mail?.attachments.some((file) => file.part === part)) return null
      return mailStores.of(account).part(share.mailId, part)
    },
    drop: async () => undefined,
  }
}

/** Null where it lies in the trash. */
export function sharedOf({ summary, parsed }: OpenedMail, withAttachments: boolean): SharedMail | null {
  if (summary.folder === 'deleted') return null
  const { subject, from, to, cc, html, text, attachments, readable, truncated } = parsed
  // A picture within the text belongs to the text.
  const isInText = ({ inline, cid, type }: (typeof attachments)[number]) =>
    html !== null && inline && cid !== undefined && type.startsWith('image/')
  return {
    ...{ subject, from, to, cc, html, text, readable, truncated, receivedAt: summary.receivedAt },
    attachments: withAttachments ? attachments : attachments.filter(isInText),
  }
}
