/** Rows of mailboxes. These tables are SQLite's own: counters by trigger, text search by FTS5 (see migrations/0001mail.ts). */
import type { Generated } from 'kysely'

declare module '../../sql/schema' {
  interface Schema {
    /** One row for each mailbox, so that everything beneath it has a short integer for its owner. */
    mailboxes: {
      mailbox: Generated<number>
      account_id: string
      /** Bytes and mails kept; by trigger. */
      used: Generated<number>
      count: Generated<number>
      /** Goes up with each change of a mail in it; by trigger. */
      changes: Generated<number>
    }
    mail_folders: {
      folder: Generated<number>
      mailbox: number
      /** What the wire calls it: a system folder's word or a random id. */
      id: string
      name: string
      /** The name as two equal names of one place share it; null for system folders. */
      name_key: string | null
      /** The number of the folder that it stands in; null at the top. */
      parent: Generated<number | null>
      /** Kept by trigger. */
      total: Generated<number>
      unread: Generated<number>
      size: Generated<number>
    }
    mails: {
      /** Order of arrival; a mail keeps it for life, so that an Undo puts it back in its place. */
      seq: Generated<number>
      id: string
      mailbox: number
      folder: number
      idempotency_key: string | null
      spool: string
      received_at: number
      sent_at: number | null
      size: number
      seen: number
      flagged: number
      answered: number
      forwarded: number
      /** Whether the receipt that it asks for was sent or declined. */
      receipt: Generated<number>
      /** Whether the gateway put it here to tell that its sender took a mail back. */
      tells_recall: Generated<number>
      /** What a scanner made of it; null where none was asked. */
      scan: string | null
      /** What put it into Junk; null where it is no junk, or that is not known. */
      junk_by: string | null
      has_attachment: number
      urgent: number
      from_name: string
      from_address: string
      /** JSON: the first recipients of To. */
      recipients: string
      subject: string
      preview: string
      message_id: string | null
      thread_id: string | null
      sort_from: string
      sort_subject: string
      /** Of mail in Deleted: where it lay before, and since when it lies there. */
      left_folder: Generated<string | null>
      deleted_at: Generated<number | null>
    }
    /** What the parser read, as deflated JSON. */
    mail_parsed: { seq: number; parsed: Uint8Array }
    /** Messages that could not be read: how often it was tried, by which `readerVersion`. */
    unread_messages: { seq: number; tries: number; reader: number }
    /**
     * How many mails a scope holds in each run of 512 arrivals: what makes page 2,000 cost what page 1 costs.
     * A scope is a folder, or minus a mailbox for its view of flagged mail. Kept by trigger.
     */
    mail_buckets: {
      scope: number
      bucket: number
      total: number
      unread: number
      flagged: number
      attachment: number
    }
    /**
     * What a folder holds of each conversation: its newest mail's `seq`, how many mails, and how many of them are so marked.
     * A mail without a thread is a conversation under its own id. Kept by trigger.
     */
    mail_conversations: {
      folder: number
      thread: string
      newest: number
      held: number
      unread: number
      flagged: number
      attachment: number
    }
    /** FTS5 over tokens that server/mime/text/searchTokens.ts cuts; `rowid` is `mails.seq`. */
    mail_text: {
      rowid: number
      mail_text: string
      subject: string
      sender: string
      recipients: string
      body: string
      attachment: string
    }
  }
}
