/** A mail being written as the store knows it. */
import type { ClientCode, RefusalCode } from '../../contract/codes'
import type { Upload } from './attachments/upload'
import type { ComposeContent } from './content'
import type { LocalContent, Origin } from './draft/localContent'
import type { ComposeFault } from './send/sendChecks'
import type { SendQuestion } from './send/sendQuestions'

/** A newer copy found in this browser. */
export type Restorable = {
  readonly key: string
  readonly changedAt: number
  /** When the gateway's copy was saved; null when it has none. */
  readonly savedAt: number | null
  readonly draftId: string | null
  readonly kept: LocalContent
}

/** Whom the gateway would not take when the mail was to be sent. */
export type RefusedRecipients = { readonly code: RefusalCode | ClientCode; readonly addresses: string[] }

export type DraftConflict = { readonly id: string; readonly savedAt: number }

export type Composer = {
  readonly key: string
  readonly origin: Origin
  content: ComposeContent
  /** Grows when the text is exchanged as a whole, so that the editor takes it. */
  bodyVersion: number
  draftId: string | null
  /** When the gateway last took it, and when it was last changed, in epoch milliseconds. */
  savedAt: number | null
  changedAt: number | null
  /** `kept`: the gateway did not take it, this browser did; `lost`: neither did. */
  saving: 'idle' | 'waiting' | 'saving' | 'saved' | 'kept' | 'lost'
  saveCode: RefusalCode | ClientCode | null
  uploads: Upload[]
  isSending: boolean
  fault: ComposeFault | null
  refused: RefusedRecipients | null
  restorable: Restorable | null
  /** Another window saved a newer version of the draft: which one, and when (epoch milliseconds). */
  conflict: DraftConflict | null
  /** Asked before it goes. */
  question: SendQuestion | null
}

export type OpenComposer =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: RefusalCode | ClientCode }
  | { readonly status: 'ready'; composer: Composer }
