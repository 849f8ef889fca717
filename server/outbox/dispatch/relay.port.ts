/** Carries a message to mailboxes that are not ours, over SMTP submission (RFC 6409). */
import type { Readable } from 'node:stream'
import type { AccountId } from '../../core/account'

export type RelayResult = {
  readonly address: string
  readonly state: 'sent' | 'temporary' | 'permanent' | 'unconfirmed'
  /** The server's own words, without line ends, for a bounce. */
  readonly reason: string | null
}

export type RelayEnvelope = {
  /** Whose mail it is: a submission server lets nobody else send it. */
  readonly sender: AccountId
  readonly from: string
  readonly to: readonly string[]
}

export type Relay = {
  /**
   * Hands one message over. `beforeLastDot` is awaited after the last byte and before the closing dot, so that the caller can
   * put on record that from here on the outcome may be unknown. Never rejects: a line that broke is `temporary` before the dot
   * and `unconfirmed` after it.
   */
  readonly hand: (
    envelope: RelayEnvelope,
    message: () => Promise<Readable>,
    beforeLastDot: (accepted: readonly string[]) => Promise<void>,
  ) => Promise<readonly RelayResult[]>
}
