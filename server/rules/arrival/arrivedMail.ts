/** A mail that arrives, and what rules know of it. */
import type { Account } from '../../core/account'
import type { ArrivalFindings, ParsedMail } from '../../core/mail'
import type { SpoolId } from '../../mail/mail.store'

export type Arrival = {
  readonly account: Account
  /** The sender as said on the way; empty for what must not be answered. */
  readonly from: string
  readonly spool: SpoolId
  /** Two arrivals with one key are one; null where nothing tells a second from another. */
  readonly key: string | null
  /** Left out for what was written in this house. */
  readonly found?: ArrivalFindings
}

/** What conditions look at. */
export type MatchedMail = {
  readonly parsed: Pick<ParsedMail, 'from' | 'to' | 'cc' | 'headers' | 'html' | 'text'> & {
    readonly attachments: readonly { readonly inline: boolean }[]
  }
  readonly from: string
  readonly to: string
  readonly size: number
}

export type ArrivedMail = {
  /** Of its header alone, but where a rule looks at its text or files. */
  readonly parsed: ParsedMail
  /** The sender as said on the way (RFC 5321); empty for what must not be answered. */
  readonly from: string
  /** The mailbox that it is for. */
  readonly to: string
  /** Bytes of the whole message. */
  readonly size: number
  /** Whether this house looks who sent it: then nothing found is no proof. */
  readonly isChecked: boolean
  readonly found?: ArrivalFindings
}
