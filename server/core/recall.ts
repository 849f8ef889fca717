/** A recall: the taking back of a sent mail from mailboxes that have not read it. Times are epoch milliseconds. */
import type { recalledStates } from '../../src/contract/endpoints/sending/recall'
import type { RecallMark } from '../../src/contract/shapes'
import type { AccountId } from './account'
import type { MailId } from './mail'

export type RecalledState = (typeof recalledStates)[number]
export type { RecallMark }

export type RecallRecipient = { readonly address: string; readonly state: RecalledState }

export type Recall = {
  readonly id: string
  readonly accountId: AccountId
  /** The sender's own copy. */
  readonly mailId: MailId
  /** The journal's entry that sent it. */
  readonly sendId: string
  readonly subject: string
  /** Whether recipients whose mail was taken away are told so. */
  readonly notice: boolean
  readonly mark: RecallMark
  readonly recipients: readonly RecallRecipient[]
  readonly createdAt: number
}

/** What came of it once nobody is waited for. */
export function markOf(recipients: readonly RecallRecipient[]): RecallMark {
  if (recipients.some(({ state }) => state === 'waiting')) return 'running'
  const recalled = recipients.filter(({ state }) => state === 'recalled').length
  if (recalled === 0) return 'failed'
  return recalled === recipients.length ? 'recalled' : 'partly'
}
