/** Marks mails, or a whole folder. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'

export const makeMarkMails =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async (
    { ids, folder, mark }: Form<typeof entries.markMails>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.markMails>> => {
    const store = mailStores.of(account)
    if (ids.length > 0) {
      const changed = await store.mark(ids, mark)
      if (changed === 0 && (await store.summaries(ids)).length === 0) throw new Refusal('notFound')
      return { mark, changed }
    }
    if (folder === undefined) throw new Refusal('noMailSelected')
    const isThere = folder === 'flag' || (await store.folders()).some((it) => it.id === folder)
    if (!isThere) throw new Refusal('notFound')
    return { mark, changed: await store.mark({ folder }, mark) }
  }
