/** What a mailbox holds: its folders with their counts, and how much of its room is used. */
import type { Reply } from '../../src/contract/endpoint'
import type { quotaMessages } from '../../src/contract/endpoints/account'
import type * as entries from '../../src/contract/endpoints/mail'
import { limits } from '../../src/contract/limits'
import { type Folder, systemFolders } from '../../src/contract/shapes'
import type { MailStore, MailStores } from '../ports/mailStores'
import type { Caller } from './caller'

type Parts = { readonly mailStores: MailStores }

export const makeFolderInfo =
  ({ mailStores }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.folderInfo>> => {
    const store = mailStores.of(account)
    const folders = await store.folders()
    const isSystem = ({ id }: Folder) => (systemFolders as readonly string[]).includes(id)
    const [system, own] = [folders.filter(isSystem), folders.filter((it) => !isSystem(it))]
    return { folders: [...system, await flagView(store), ...own] }
  }

/** Flagged mail of every folder: a view, so its bytes are counted where they lie. */
async function flagView(store: MailStore): Promise<Folder> {
  const none = { page: 1, pageSize: 0, sort: 'date', order: 'desc', filter: 'all' } as const
  const found = await store.page({ folder: 'flag', ...none })
  return { id: 'flag', name: 'flag', parent: null, total: found?.total ?? 0, unread: found?.unread ?? 0, size: 0 }
}

export const makeQuota =
  ({ mailStores }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof quotaMessages>> => ({
    ...(await mailStores.of(account).quota()),
    limitPerMail: limits.attachmentBytesPerMail,
  })
