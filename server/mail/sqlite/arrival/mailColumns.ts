/** What is written of a message that was read: the columns of its row, and its words in the index. */
import { sql } from 'kysely'
import type { Connection } from '#server/sql/connection'
import type { MailRecord, MailRow } from '../../mimeReader.port'
import { insertFiles } from '../attachments/attachmentRows'
import { bareSubject, messageIdOf } from '../conversations/mailThreads'

const previewMost = 200

/** What a row says of its message, whenever that was read. */
export function columnsOf(row: MailRow) {
  return {
    sent_at: instant(row.sentAt),
    has_attachment: row.hasAttachment ? 1 : 0,
    urgent: row.urgent ? 1 : 0,
    from_name: row.from.name,
    from_address: row.from.address,
    recipients: JSON.stringify(row.to.map(({ name, address }) => [name, address])),
    subject: row.subject,
    preview: row.preview.slice(0, previewMost),
    message_id: messageIdOf(row),
    sort_from: (row.from.name || row.from.address).normalize('NFKC').toLowerCase().slice(0, 80),
    sort_subject: bareSubject(row.subject),
  }
}

/** A Date header may claim anything (TRUST R17): what is no instant is null. */
export function instant(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? Math.trunc(value) : null
}

/** What is searched for, and the files that are listed, of a mail whose row is there. */
export async function insertWords(
  db: Connection,
  seq: number,
  { words, files }: Pick<MailRecord, 'words' | 'files'>,
): Promise<void> {
  await insertFiles(db, seq, files)
  const { subject, sender, recipients, body, attachment } = words
  await sql`insert into mail_text (rowid, subject, sender, recipients, body, attachment)
    values (${seq}, ${subject}, ${sender}, ${recipients}, ${body}, ${attachment})`.execute(db)
}
