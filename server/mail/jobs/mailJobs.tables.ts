/** The table of long work over mail. It holds for SQLite and PostgreSQL alike. */
export type JobTables = {
  mail_jobs: {
    id: string
    account_id: string
    /** `mark`, `move`, `remove`, `export`, `import` or `recall`; with it goes `mark`, `target` or, as JSON, `details`. */
    kind: string
    mark: string | null
    target: string | null
    details: string | null
    folder: string
    /** A `MailSearch` as JSON; null where folder and filter are meant. */
    search: string | null
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
