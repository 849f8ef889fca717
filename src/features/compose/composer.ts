/** A mail being written as the store knows it. */
import type { ClientCode, RefusalCode } from '../../contract/codes'
import type { ComposeFault } from './checks'
import type { ComposeContent, KeptContent, Origin } from './content'

export type Upload = {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Bytes that went over. */
  sent: number
  /** The gateway's name for it, once it has one. */
  uploadId: string | null
  /** Why it stopped; null while it runs. */
  code: RefusalCode | ClientCode | null
}

/** A newer copy found in this browser. */
export type Restorable = {
  readonly key: string
  readonly changedAt: number
  /** When the gateway's copy was saved; null when it has none. */
  readonly savedAt: number | null
  readonly draftId: string | null
  readonly kept: KeptContent
}

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
  restorable: Restorable | null
}

export type OpenComposer =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: RefusalCode | ClientCode }
  | { readonly status: 'ready'; composer: Composer }
