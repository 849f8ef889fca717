/** What a receipt that came back says to programs (RFC 8098 section 3): that a mail was displayed, and in whose mailbox. */
import type { ParsedMail } from '../../core/mail'
import { fieldOf, readFields } from '../header/headerFields'
import type { ByteSource } from './byteSource'
import type { Entity } from './structure'
import { decodeAll } from './transferDecoding'

/** Bytes of the report that are looked at: it has a handful of short fields. */
const reportBytes = 16_384
const addressCharacters = 320

/** Undefined for what is no receipt, or says something else than `displayed`. */
export function readReceipt(source: ByteSource, root: Entity): ParsedMail['displayed'] {
  const kind = root.params.get('report-type')?.toLowerCase()
  if (root.type !== 'multipart/report' || kind !== 'disposition-notification') return undefined
  const report = root.children.find(({ type }) => /^message\/(?:global-)?disposition-notification$/.test(type))
  if (report === undefined) return undefined
  const bytes = source.read(report.start, Math.min(report.end, report.start + reportBytes))
  const fields = readFields(decodeAll(bytes, report.encoding).toString('utf8'))
  const [, disposition = ''] = (fieldOf(fields, 'disposition') ?? '').split(';')
  if (!/^\s*displayed\b/i.test(disposition)) return undefined
  const messageId = /<[^<>\s]{1,900}>/.exec(fieldOf(fields, 'original-message-id') ?? '')?.[0]
  if (messageId === undefined) return undefined
  const recipients = ['final-recipient', 'original-recipient'].flatMap((name) => addressIn(fieldOf(fields, name)))
  return { messageId, recipients }
}

/** `rfc822; wang@ep.test`: in lower case, without the type. */
function addressIn(field: string | null): readonly string[] {
  const address = /^[^;]{1,40};\s*<?([^\s<>]+)>?\s*$/.exec(field ?? '')?.[1]?.toLowerCase()
  return address !== undefined && address.length <= addressCharacters ? [address] : []
}
