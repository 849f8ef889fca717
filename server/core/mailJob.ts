/** Work over all that a folder and a filter hold, done in the background. Times are epoch milliseconds. */
import type { RefusalCode } from '../../src/contract/codes'
import type { Filter, Mark } from '../../src/contract/endpoints/mail'
import type { AccountId } from './account'
import type { FolderId } from './mail'

export type MailWork =
  | { readonly kind: 'mark'; readonly mark: Mark }
  | { readonly kind: 'move'; readonly target: FolderId }
  | { readonly kind: 'remove' }

export type MailJob = {
  readonly id: string
  readonly accountId: AccountId
  readonly work: MailWork
  readonly folder: FolderId
  readonly filter: Filter
  readonly state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Mails that it was about when it was asked for. */
  readonly total: number
  /** Mails that it has changed by now. */
  readonly done: number
  /** How far it has read, where what it changes stays in its folder and filter. */
  readonly position: number
  /** Why it failed. */
  readonly reason: RefusalCode | null
  readonly createdAt: number
}
