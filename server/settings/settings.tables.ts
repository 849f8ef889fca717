/** The table of what people have chosen for their accounts. It holds for SQLite and PostgreSQL alike. */
export type SettingTables = {
  settings: { account_id: string; name: string; value: string }
}
