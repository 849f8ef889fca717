/** Every attachment of the mailbox, newest message first (docs/decisions/0067). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { instant, optional, text, whole, withDefault, word } from '../../field'
import { attachmentKinds } from '../../mail/attachmentKinds'
import { address } from '../../shapes'

const foundAttachment = v.object({
  /** Of the message that it came with, and its part there. */
  mailId: v.string(),
  part: v.string(),
  name: v.string(),
  type: v.string(),
  kind: v.picklist(attachmentKinds),
  size: v.number(),
  folder: v.string(),
  from: address,
  subject: v.string(),
  receivedAt: v.number(),
})
export type FoundAttachment = v.InferOutput<typeof foundAttachment>

export const attachments = endpoint({
  method: 'POST',
  path: 'webmail/query/attachments.action',
  fields: {
    /** Where the page before ended, as it said. */
    after: withDefault(text(40), ''),
    /** Words of the file's name; simplified and traditional characters are one. */
    name: withDefault(text(200), ''),
    /** Words of the sender's name or address. */
    sender: withDefault(text(200), ''),
    kind: optional(word(attachmentKinds)),
    /** `all`: without drafts, junk and what was deleted. */
    where: withDefault(word(['all', 'received', 'sent', 'folder']), 'all'),
    /** With `where=folder`. */
    folder: withDefault(text(200), ''),
    since: optional(instant()),
    before: optional(instant()),
    /** Bytes at the least. */
    size: optional(whole(0, Number.MAX_SAFE_INTEGER)),
  },
  reply: v.object({
    list: v.array(foundAttachment),
    /** Where the next page begins; null at the end. */
    next: v.nullable(v.string()),
    /** Messages whose attachments are still to be entered. */
    waiting: v.number(),
    /** All messages, where a job goes through them; else null. */
    total: v.nullable(v.number()),
  }),
  codes: ['notFound'],
})
