/** One attachment for each message of a mailbox whose messages are in no index of words. */
import { sql } from 'kysely'
import { attachmentKind } from '#contract/mail/attachmentKinds'
import { dataPathsOf } from '../../../server/mail/spool/dataPaths'

import { indexText, markOf, nameKeyOf } from '../../../server/mime/text/searchTokens'
import { openDatabase } from '../../../server/sql/openDatabase'

const atOnce = 5_000
const large = 60_000_000

const shapes = [
  { word: '发票', ending: 'pdf', type: 'application/pdf' },
  { word: '合同', ending: 'docx', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  { word: 'photo', ending: 'jpg', type: 'image/jpeg' },
  { word: '报价单', ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
]

/** Every tenth is an invoice; the twenty oldest alone are archives, and large. */
function fileOf(seq: number) {
  if (seq <= 20) return { name: `backup 2026 ${seq}.zip`, type: 'application/zip', size: large }
  const at = seq % 10
  const { word, ending, type } = shapes[at === 0 ? 0 : 1 + (at % 3)] ?? { word: 'x', ending: 'bin', type: 'x/x' }
  return { name: `${word}${seq} 2026.${ending}`, type, size: 9_000 + at }
}

export async function enterAttachments(dataDir: string): Promise<void> {
  const db = openDatabase(dataPathsOf(dataDir).database)
  await sql`pragma synchronous = off`.execute(db)
  await sql`delete from attachments`.execute(db)
  await sql`delete from attachments_due`.execute(db)
  await sql`update mails set has_attachment = 1`.execute(db)
  for (let after = 0; ; ) {
    const { rows: found } = await sql<{ seq: number; mailbox: number; sender: string }>`
      select seq, mailbox, from_name || ' ' || from_address as sender from mails
      where seq > ${after} order by seq limit ${atOnce}`.execute(db)
    const last = found.at(-1)
    if (last === undefined) break
    const rows = found.map(({ seq, mailbox, sender }) => {
      const { name, type, size } = fileOf(seq)
      const kind = attachmentKind({ name, type })
      const [text, from] = [name, sender].map((words) => indexText(words, markOf(mailbox)))
      return [seq, name, nameKeyOf(name), type, kind, size, text, from]
    })
    await enter(db, rows)
    after = last.seq
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await db.destroy()
}

async function enter(db: ReturnType<typeof openDatabase>, rows: readonly unknown[]): Promise<void> {
  const json = JSON.stringify(rows)
  await sql`
    insert into attachments (seq, at, mailbox, folder, received_at, part, name, name_key, type, kind, size)
    select m.seq, 0, m.mailbox, m.folder, m.received_at, '2', value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
    from json_each(${json}) cross join mails as m where m.seq = value ->> 0`.execute(db)
  await sql`
    insert or replace into mail_text (rowid, subject, sender, recipients, body, attachment)
    select value ->> 0, '', value ->> 7, '', '', value ->> 6 from json_each(${json})`.execute(db)
}
