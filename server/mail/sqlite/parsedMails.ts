/** What the parser read from a message, kept beside its row so that opening a mail parses nothing. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { ParsedMail } from '../../core/mail'
import type { Database } from '../../sql/openDatabase'

const inflated = promisify(inflateRaw)

export async function parsedMail(db: Database, seq: number): Promise<ParsedMail | null> {
  const row = await db.selectFrom('mail_parsed').select('parsed').where('seq', '=', seq).executeTakeFirst()
  return row ? unpacked(row.parsed) : null
}

export async function unpacked(packed: Uint8Array): Promise<ParsedMail> {
  // Written by server/mime/read/mailRecord.ts alone.
  const parsed: ParsedMail = JSON.parse((await inflated(packed)).toString('utf8'))
  return parsed
}
