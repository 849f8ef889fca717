/** What a mailbox holds: its folders with their counts, and how much of its room is used. */
import type { Reply } from '#contract/endpoint'
import type { quotaMessages } from '#contract/endpoints/account/account'
import type * as entries from '#contract/endpoints/mail/mail'
import { limits } from '#contract/limits'
import { type Folder, systemFolders } from '#contract/shapes'
import type { Caller } from '../../core/caller'
import type { UploadStore } from '../../drafts/uploads/uploads.store'
import type { MailStore, MailStores } from '../mail.store'

type Deps = { readonly mailStores: MailStores }

export const makeFolderInfo =
  ({ mailStores }: Deps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.folderInfo>> => {
    const store = mailStores.of(account)
    const folders = await store.folders()
    const isSystem = ({ id }: Folder) => (systemFolders as readonly string[]).includes(id)
    const [system, own] = [folders.filter(isSystem), folders.filter((it) => !isSystem(it))]
    const [flagged, scheduled, outbox] = await Promise.all([
      view(store, 'flag'),
      view(store, 'scheduled'),
      view(store, 'outbox'),
    ])
    const waiting = [scheduled, outbox]
    // What waits to be sent is named while anything does.
    return { folders: [...system, flagged, ...waiting.filter(({ total }) => total > 0), ...own] }
  }

/** A view of mail that lies elsewhere, so its bytes are counted there. */
async function view(store: MailStore, id: 'flag' | 'scheduled' | 'outbox'): Promise<Folder> {
  const none = { page: 1, pageSize: 0, sort: 'date', order: 'desc', filter: 'all' } as const
  const found = await store.page({ folder: id, ...none })
  return { id, name: id, parent: null, total: found?.total ?? 0, unread: found?.unread ?? 0, size: 0 }
}

/** Files of mails being written, and those to be imported, take room as well: what is refused for want of it must be seen here. */
export const makeQuota =
  ({ mailStores, uploads }: Deps & { readonly uploads: Pick<UploadStore, 'taken'> }) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof quotaMessages>> => {
    const { used, ...quota } = await mailStores.of(account).quota()
    return { ...quota, used: used + (await uploads.taken(account.id)), limitPerMail: limits.attachmentBytesPerMail }
  }
