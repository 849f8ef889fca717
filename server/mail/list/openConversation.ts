/** Shows which mails make up a conversation, without their texts. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/conversations'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import { summaryView } from '../mailView'

export const makeOpenConversation =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async (
    { id, page, pageSize }: Form<typeof entries.openConversation>,
    { account, session }: Caller,
  ): Promise<Reply<typeof entries.openConversation>> => {
    const found = await mailStores.of(account).conversation(id, { page, pageSize })
    if (found === null) throw new Refusal('notFound')
    return { list: found.list.map((it) => summaryView(it, session.timezone)), total: found.total, page, pageSize }
  }
