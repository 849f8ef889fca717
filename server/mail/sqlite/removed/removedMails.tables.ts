/** Mail that was deleted for good and is kept out of sight for a while, and since when an account may take it back. */
import type { MailTables } from '../mail.tables'

export type RecoveryTables = {
  /** One row for each account that has turned recovery on. It holds for SQLite and PostgreSQL alike. */
  recovery: { account_id: string; enabled_at: number }
  /** SQLite's own, as the mails are. The columns are those of `mails`, so that a mail comes back as it went. */
  removed_mails: Omit<MailTables['mails'], 'seq' | 'folder' | 'left_folder' | 'deleted_at'> & {
    seq: number
    /** Where it lay before it went to Deleted; null where nobody knows. */
    left_folder: string | null
    is_sent: number
    removed_at: number
    parsed: Uint8Array | null
  }
}
