/** What ties a database to the message files beside it. SQLite's own: beside PostgreSQL mail lies on a mail server. */
export type StoreTables = {
  /** One row, made with the database: a copy of it has the same. */
  store_identity: { id: string }
  /** What is to be noted beside the files, since it changed. Kept by trigger. */
  due_notes: {
    kind: 'account' | 'message'
    /** The account's id, or the message file's. */
    id: string
    /** Goes up with each change, so that one which comes while a note is written is not forgotten. */
    changes: number
  }
}
