/** Lists a folder, page by page, or says that the list which the caller holds is still the same. */
import { createHash } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { AccountStore } from '../../session/account.store'
import type { MailStores } from '../mail.store'
import { summaryView } from '../mailView'
import type { InboxCursors } from '../newMail/inboxCursors.store'

type Deps = { readonly accounts: AccountStore; readonly mailStores: MailStores; readonly inboxCursors: InboxCursors }
type Asked = Form<typeof entries.queryFolder>

export const makeOpenFolder =
  ({ accounts, mailStores, inboxCursors }: Deps) =>
  async ({ known, ...form }: Asked, caller: Caller): Promise<Reply<typeof entries.queryFolder>> => {
    const { account, session, tokenHash } = caller
    const store = mailStores.of(account)
    const pageSize = form.pageSize ?? (await accounts.pageSize(account.id)) ?? limits.pageSize
    // Before the list: a mail that comes between the two is told of twice rather than never.
    if (form.folder === 'inbox') await inboxCursors.set(tokenHash, await store.cursor())
    // Before the list as well: a change between the two makes the version an old one, never the list.
    const counted = known === undefined ? null : await store.version(form.folder)
    const version = counted === null ? null : versionOf(counted, { ...form, pageSize }, caller)
    const grouping = store.groups ? {} : ({ conversations: false } as const)
    const page = { page: form.page, pageSize, ...grouping }
    if (version !== null && known === version) {
      return { list: [], total: 0, unread: null, ...page, version, unchanged: true }
    }
    const found = await store.page({ ...form, pageSize })
    if (!found) throw new Refusal('notFound')
    return {
      list: found.list.map((it) => summaryView(it, session.timezone)),
      total: found.total,
      unread: found.unread,
      ...page,
      ...(version === null ? {} : { version }),
    }
  }

/** Holds for one account, one question and one time zone, so that no answer is ever taken for another. */
function versionOf(counted: string, form: Omit<Asked, 'known'>, { account, session }: Caller): string {
  const asked = Object.entries(form).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const named = JSON.stringify([account.id, session.timezone, asked, counted])
  return createHash('sha256').update(named).digest('base64url').slice(0, 22)
}
