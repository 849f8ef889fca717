/** Tells how much has arrived in the inbox since a cursor. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import type { Caller } from '../../core/caller'
import type { MailStores } from '../mail.store'
import { summaryView } from '../mailView'
import type { InboxCursors } from './inboxCursors.store'

/** Summaries that a notice can show (CONTRACT "Calls of the specification"). */
const newestShown = 3

type Parts = { readonly mailStores: MailStores; readonly inboxCursors: InboxCursors }

export const makePollNewMail =
  ({ mailStores, inboxCursors }: Parts) =>
  async (
    form: Form<typeof entries.pollNewMail>,
    { account, session, tokenHash }: Caller,
  ): Promise<Reply<typeof entries.pollNewMail>> => {
    const store = mailStores.of(account)
    const since = form.since ?? (await inboxCursors.get(tokenHash))
    if (since === null) return { newmailcount: 0, cursor: await store.cursor(), newest: [] }
    const { count, newest, cursor } = await store.arrivals(since, newestShown)
    return { newmailcount: count, cursor, newest: newest.map((it) => summaryView(it, session.timezone)) }
  }
