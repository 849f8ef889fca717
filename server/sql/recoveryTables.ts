/** Mail that was deleted for good and is kept out of sight for a while, and since when an account may take it back. */
import type { Generated } from 'kysely'

export type RecoveryTables = {
  /** One row for each account that has turned recovery on. It holds for SQLite and PostgreSQL alike. */
  recovery: { account_id: string; enabled_at: number }
  /** SQLite's own, as the mails are. The columns are those of `mails`, so that a mail comes back as it went. */
  removed_mails: {
    seq: number
    id: string
    mailbox: number
    /** Where it lay before it went to Deleted; null where nobody knows. */
    left_folder: string | null
    is_sent: number
    removed_at: number
    idempotency_key: string | null
    spool: string
    received_at: number
    sent_at: number | null
    size: number
    seen: number
    flagged: number
    answered: number
    forwarded: number
    receipt: Generated<number>
    tells_recall: Generated<number>
    has_attachment: number
    urgent: number
    from_name: string
    from_address: string
    recipients: string
    subject: string
    preview: string
    message_id: string | null
    thread_id: string | null
    sort_from: string
    sort_subject: string
    parsed: Uint8Array | null
  }
}
