/** The world as thunks see it: tests build the same store with other doubts. */
import type { CallGateway, LinkTo, SendBytes } from '../lib/http/outcome'
import type { LocalDrafts } from '../lib/storage/localDrafts'
import type { StoredItems } from '../lib/storage/storedItems'

export type Services = {
  readonly call: CallGateway
  readonly sendBytes: SendBytes
  readonly linkTo: LinkTo
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly stored: StoredItems
  readonly localDrafts: LocalDrafts
}
