/** The tables of rules that the gateway itself carries out. They hold for SQLite and PostgreSQL alike. */
export type RuleTables = {
  /** `rules` is JSON. */
  rule_sets: { account_id: string; rules: string; version: number }
  /** Who was answered automatically, for which reason, and when last. */
  auto_replies: { account_id: string; reason: string; sender: string; at: number }
}
