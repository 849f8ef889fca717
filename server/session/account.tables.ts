/**
 * The tables beside the mail: owners, sessions, tries, tickets, uploads and the journal of sends. They hold for SQLite and
 * PostgreSQL alike: instants and sizes are `bigint`, truths are 0 or 1, short bytes are base64 text.
 */
type Truth = 0 | 1

export type AccountTables = {
  accounts: {
    id: string
    /** In lower case, unique. */
    address: string
    display_name: string
    password_hash: string
    tier: string
    organization: string | null
    locked: Truth
    due_at: number | null
    page_size: number | null
  }
  sessions: {
    token_hash: string
    account_id: string
    username: string
    timezone: string
    created_at: number
    expires_at: number
    sealed_secret: string | null
    /** Where the inbox stood when it was last listed. */
    inbox_cursor: string | null
    is_kept: Truth
  }
  attempts: { key: string; at: number }
  tickets: {
    ticket_hash: string
    account_id: string
    kind: string
    expires_at: number
    /** The session that asked for it; null in rows from before it was noted. */
    session_hash: string | null
  }
  uploads: {
    /** Also the file's name. */
    id: string
    account_id: string
    name: string
    type: string
    size: number
    /** Bytes that are safe on the disk. */
    held: number
    finished: Truth
    cid: string | null
    touched_at: number
  }
  outbox: {
    id: string
    account_id: string
    idempotency_key: string
    content_hash: string
    sender: string
    subject: string
    spool: string
    save_to_sent: Truth
    created_at: number
    draft_id: string | null
    /** By what all versions of its draft are known. */
    lineage: string | null
    answers_id: string | null
    answers_kind: string | null
    /** When it is to be worked on; null when it is done. */
    due_at: number | null
    /** Until when a worker has it; 0 when none does. */
    leased_until: number
    /** Names the one claim that has it in hand: whoever bears another name has lost it. */
    worker: string | null
    /** The sender's password at the mail server, sealed; only while it is not done. */
    sealed_secret: string | null
    /** `hold`, `schedule`, or null where it went at once. */
    planned: string | null
    /** When it goes by plan; null in rows from before there was one. */
    send_at: number | null
    separate: Truth
    /** What a list shows of it, as JSON. */
    shown: string | null
    /** Of a separate send: the id of its copy in Sent. */
    sent_id: string | null
    /** Until when the message of an entry that is done is kept, to be sent again. */
    kept_until: number | null
  }
  outbox_recipients: {
    outbox_id: string
    /** As it was written by the sender, from 0. */
    position: number
    address: string
    local: Truth
    state: string
    attempts: number
    reason: string | null
  }
}

export const truth = (value: boolean): Truth => (value ? 1 : 0)
