/** What a mailbox holds: its folders with their counts, and how much of its room is used. */
import type { Reply } from '../../src/contract/endpoint'
import type { quotaMessages } from '../../src/contract/endpoints/account'
import type * as entries from '../../src/contract/endpoints/mail'
import { limits } from '../../src/contract/limits'
import type { MailStores } from '../ports/mailStores'
import type { Caller } from './caller'

type Parts = { readonly mailStores: MailStores }

export const makeFolderInfo =
  ({ mailStores }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.folderInfo>> => ({
    folders: [...(await mailStores.of(account).folders())],
  })

export const makeQuota =
  ({ mailStores }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof quotaMessages>> => ({
    ...(await mailStores.of(account).quota()),
    limitPerMail: limits.attachmentBytesPerMail,
  })
