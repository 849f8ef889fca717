/** The present summaries of mails, for rows that were changed elsewhere. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'
import { summaryView } from '../mailView'

export const makeMailSummaries =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async (
    { ids }: Form<typeof entries.viewMails>,
    { account, session }: Caller,
  ): Promise<Reply<typeof entries.viewMails>> => {
    if (ids.length === 0) throw new Refusal('noMailSelected')
    const present = await mailStores.of(account).summaries(ids)
    return { list: present.map((it) => summaryView(it, session.timezone)) }
  }
