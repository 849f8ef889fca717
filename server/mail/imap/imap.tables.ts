/** What the gateway notes of mail that it puts on a mail server. They hold for SQLite and PostgreSQL alike. */
export type ImapTables = {
  /**
   * An append that must happen once: noted before it is tried, with `uid` and `uidvalidity` once it is done. `noted_at` (epoch
   * milliseconds) says when whoever tries it was last alive; 0 when nobody does.
   */
  imap_appends: {
    account_id: string
    key: string
    folder: string
    uidvalidity: string | null
    uid: number | null
    noted_at: number
  }
}
