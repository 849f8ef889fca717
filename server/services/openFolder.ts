/** Lists a folder, page by page. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail'
import { limits } from '../../src/contract/limits'
import { Refusal } from '../core/refusal'
import type { AccountStore } from '../ports/accountStore'
import type { InboxCursors } from '../ports/inboxCursors'
import type { MailStores } from '../ports/mailStores'
import type { Caller } from './caller'
import { summaryView } from './mailView'

type Parts = { readonly accounts: AccountStore; readonly mailStores: MailStores; readonly inboxCursors: InboxCursors }

export const makeOpenFolder =
  ({ accounts, mailStores, inboxCursors }: Parts) =>
  async (
    form: Form<typeof entries.queryFolder>,
    { account, session, tokenHash }: Caller,
  ): Promise<Reply<typeof entries.queryFolder>> => {
    const store = mailStores.of(account)
    const pageSize = form.pageSize ?? (await accounts.pageSize(account.id)) ?? limits.pageSize
    // Before the list: a mail that comes between the two is told of twice rather than never.
    if (form.folder === 'inbox') await inboxCursors.set(tokenHash, await store.cursor())
    const found = await store.page({ ...form, pageSize })
    if (!found) throw new Refusal('notFound')
    return {
      list: found.list.map((it) => summaryView(it, session.timezone)),
      total: found.total,
      unread: found.unread,
      page: form.page,
      pageSize,
    }
  }
