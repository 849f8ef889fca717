/** What a draft knows beyond a mail: carried in one header of its own, as JSON in base64 so that nothing typed becomes a header. */
import * as v from 'valibot'
import { composeModes } from '../../src/contract/endpoints/sending/sending'
import type { ParsedMail } from '../core/mail'

const notesHeader = 'X-EP-Draft'

const notes = v.object({
  attachmentIds: v.array(v.string()),
  mode: v.picklist(composeModes),
  inReplyTo: v.nullable(v.string()),
  receipt: v.boolean(),
  // Left out by drafts from before these could be chosen.
  separate: v.optional(v.boolean(), false),
  saveToSent: v.optional(v.boolean(), true),
  plain: v.optional(v.boolean(), false),
  sendAt: v.optional(v.nullable(v.number()), null),
  /** Id of the business card that goes along. */
  card: v.optional(v.nullable(v.string()), null),
  /** One for all versions of a draft, and one for each window that writes it. Left out by older drafts. */
  lineage: v.optional(v.string()),
  writer: v.optional(v.string()),
  /** What stands in an address field and is no address yet. */
  unread: v.object({ to: v.array(v.string()), cc: v.array(v.string()), bcc: v.array(v.string()) }),
})
export type DraftNotes = v.InferOutput<typeof notes>

export function draftHeaders(draft: DraftNotes): readonly { readonly name: string; readonly value: string }[] {
  const encoded = Buffer.from(JSON.stringify(draft)).toString('base64')
  // In pieces with spaces between, so that the header can be folded.
  return [{ name: notesHeader, value: encoded.match(/.{1,64}/g)?.join(' ') ?? '' }]
}

/** Null for a draft that another program wrote. */
export function readDraftNotes(parsed: ParsedMail): DraftNotes | null {
  const header = parsed.headers.find(({ name }) => name.toLowerCase() === notesHeader.toLowerCase())
  if (header === undefined) return null
  try {
    const text = Buffer.from(header.value.replace(/\s/g, ''), 'base64').toString('utf8')
    const read = v.safeParse(notes, JSON.parse(text))
    return read.success ? read.output : null
  } catch {
    return null
  }
}
