/** Recalls and what came of them. The tables hold for SQLite and PostgreSQL alike. */
export type RecallTables = {
  recalls: {
    id: string
    account_id: string
    mail_id: string
    /** Unique: a send is recalled once. */
    send_id: string
    subject: string
    notice: 0 | 1
    mark: string
    created_at: number
  }
  recall_recipients: { recall_id: string; position: number; address: string; state: string }
  /** What was taken out of whose mailbox, so that a recall which is worked twice tells the same twice. */
  recalled_mails: { account_id: string; send_id: string }
  /** The same of mailboxes on a mail server: noted before anything is taken there, and `taken` once all of it is. */
  recall_takings: { send_id: string; address: string; taken: 0 | 1 }
}
