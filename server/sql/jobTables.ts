/** The table of work over whole folders. It holds for SQLite and PostgreSQL alike. */
export type JobTables = {
  mail_jobs: {
    id: string
    account_id: string
    /** `mark`, `move` or `remove`; with it goes `mark` or `target`. */
    kind: string
    mark: string | null
    target: string | null
    folder: string
    filter: string
    state: string
    total: number
    done: number
    position: number
    reason: string | null
    created_at: number
    /** Epoch milliseconds; null while it runs. */
    ended_at: number | null
    due_at: number
    leased_until: number
    worker: string | null
  }
}
