/** The table of searches that people have given names. It holds for SQLite and PostgreSQL alike. */
export type SearchTables = {
  saved_searches: {
    account_id: string
    id: string
    name: string
    /** The name as two that look alike share it. */
    name_key: string
    keyword: string
    location: string
    folder: string | null
    created_at: number
  }
}
