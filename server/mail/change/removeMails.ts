/** Deletes for good, which only folders of unwanted or unsent mail allow (CONTRACT "Calls of the specification"). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import { removableFolders } from '#contract/mail/folderRoles'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { MailStores } from '../mail.store'

const emptied = new Set<string>([...removableFolders, 'scheduled', 'recoverReceive', 'recoverSent'])

export const makeRemoveMails =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async (
    { ids }: Form<typeof entries.removeMails>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.removeMails>> => {
    if (ids.length === 0) throw new Refusal('noMailSelected')
    const store = mailStores.of(account)
    const present = await store.summaries(ids)
    if (present.length === 0) throw new Refusal('notFound')
    if (present.some((it) => !emptied.has(it.folder))) throw new Refusal('notAllowed')
    return { removed: [...(await store.remove(present.map((it) => it.id)))] }
  }
