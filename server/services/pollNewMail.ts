/** Tells how much has arrived in the inbox since a cursor. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail'
import type { InboxCursors } from '../ports/inboxCursors'
import type { MailStores } from '../ports/mailStores'
import type { Caller } from './caller'
import { summaryView } from './mailView'

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
