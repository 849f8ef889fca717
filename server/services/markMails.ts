/** Marks mails, or a whole folder. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail'
import { Refusal } from '../core/refusal'
import type { MailStores } from '../ports/mailStores'
import type { Caller } from './caller'

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
