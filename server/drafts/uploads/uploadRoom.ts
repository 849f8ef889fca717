/** How much a person's files on their way may take: what the quota leaves beside the mail (TRUST S27). */
import type { MailStore } from '../../mail/mail.store'

/** Bytes for all uploads of the mailbox's owner, as `UploadStore.start` takes them. */
export async function uploadRoom(store: MailStore): Promise<number> {
  const { used, limit } = await store.quota()
  return limit - used
}
