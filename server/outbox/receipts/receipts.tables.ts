/** What was decided of the receipts that mails ask for, and what came of those that were asked for here. The tables hold for SQLite and PostgreSQL alike. */
export type ReceiptTables = {
  /** One row for each message, wherever its copies lie: the first decision stands. */
  receipt_decisions: { account_id: string; mail: string; decision: string; at: number }
  /** Who has read a mail that this account sent, as they let it be told: the first receipt of each stands. */
  read_receipts: { account_id: string; send_id: string; address: string; read_at: number }
}
