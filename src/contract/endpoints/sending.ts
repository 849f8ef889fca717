/** Writing, drafts, uploads and sending (SPEC §7; CONTRACT.md, Transport and last section). */
import * as v from 'valibot'
import { endpoint } from '../endpoint'
import { flag, instant, list, optional, text, whole, withDefault, word } from '../field'
import { limits } from '../limits'
import { address, composeAttachment, mailSummary } from '../shapes'

export const composeModes = ['new', 'reply', 'replyAll', 'forward', 'draft', 'resend', 'scheduled'] as const
export type ComposeMode = (typeof composeModes)[number]

const composeForm = v.object({
  to: v.array(address),
  cc: v.array(address),
  bcc: v.array(address),
  subject: v.string(),
  html: v.string(),
  attachments: v.array(composeAttachment),
  scheduledAt: v.nullable(v.number()),
  /** The draft that this form continues. */
  draftId: v.nullable(v.string()),
  /** The mail that this one answers or forwards. */
  inReplyTo: v.nullable(v.string()),
  mode: v.picklist(composeModes),
  urgent: v.boolean(),
  receipt: v.boolean(),
  /** When the draft was last saved, in epoch milliseconds. */
  savedAt: v.nullable(v.number()),
})
export type ComposeForm = v.InferOutput<typeof composeForm>

export const openCompose = endpoint({
  method: 'POST',
  path: 'webmail/writemail/contentDate2',
  fields: { mode: withDefault(word(composeModes), 'new'), id: optional(text(200)) },
  reply: v.object({ form: composeForm }),
  codes: ['notFound', 'attachmentsTooLarge'],
})

/** Addresses are RFC 5322 strings (`王丽 <w@example.cn>`), one per key. */
const addresses = () => list(1_000, 1_000)

const written = {
  to: addresses(),
  cc: addresses(),
  bcc: addresses(),
  subject: withDefault(text(limits.subjectCharacters), ''),
  html: withDefault(text(limits.htmlCharacters), ''),
  attachmentIds: list(limits.attachmentsPerMail, 200),
  /** Of the mail answered or forwarded. */
  inReplyTo: optional(text(200)),
  mode: withDefault(word(composeModes), 'new'),
  urgent: withDefault(flag(), false),
  receipt: withDefault(flag(), false),
}

export const saveDraft = endpoint({
  method: 'POST',
  path: 'webmail/writemail/saveDraft.action',
  fields: { ...written, draftId: optional(text(200)) },
  // `id` replaces `draftId`: over IMAP every saving makes a new message.
  reply: v.object({ id: v.string(), savedAt: v.number() }),
  codes: ['attachmentUnknown', 'attachmentsTooLarge', 'quotaExceeded', 'headerInvalid', 'diskFull'],
  formBytes: limits.textFormBytes,
})

export const recipientStates = ['queued', 'sent', 'retrying', 'failed', 'unconfirmed'] as const

export const sendMail = endpoint({
  method: 'POST',
  path: 'webmail/writemail/sendMail.action',
  fields: {
    ...written,
    idempotencyKey: text(100),
    draftId: optional(text(200)),
    separate: withDefault(flag(), false),
    saveToSent: withDefault(flag(), true),
    sendAt: optional(instant()),
    holdSeconds: withDefault(whole(0, 60), 0),
  },
  reply: v.object({
    id: v.string(),
    recipients: v.array(v.object({ address: v.string(), state: v.picklist(recipientStates) })),
  }),
  codes: [
    'recipientEmpty',
    'recipientInvalid',
    'recipientTooMany',
    'recipientOutside',
    'recipientUnknown',
    'subjectEmpty',
    'headerInvalid',
    'attachmentsPending',
    'attachmentUnknown',
    'attachmentsTooLarge',
    'idempotencyConflict',
    'draftConflict',
    'notYetAvailable',
    'quotaExceeded',
    'diskFull',
    'tooManyTries',
  ],
  formBytes: limits.textFormBytes,
})

/** What became of a send, by recipient: the page after sending asks it. */
export const sendStatus = endpoint({
  method: 'GET',
  path: 'webmail/writemail/sendStatus.action',
  fields: { id: text(200) },
  reply: v.object({
    subject: v.string(),
    recipients: v.array(
      v.object({ address: v.string(), state: v.picklist(recipientStates), reason: v.nullable(v.string()) }),
    ),
  }),
  codes: ['notFound'],
})

export const startUpload = endpoint({
  method: 'POST',
  path: 'webmail/writemail/startUpload.action',
  fields: { name: text(1_000), type: text(200), size: whole(0, Number.MAX_SAFE_INTEGER), cid: optional(text(200)) },
  reply: v.object({ uploadId: v.string(), offset: v.number() }),
  codes: ['attachmentsTooLarge', 'quotaExceeded', 'diskFull'],
})

/** Takes raw bytes from `offset` on and answers the offset it now holds, so that a cut upload goes on. */
export const uploadPart = endpoint({
  method: 'POST',
  path: 'webmail/writemail/uploadPart.action',
  fields: { uploadId: text(200), offset: whole(0, Number.MAX_SAFE_INTEGER) },
  reply: v.object({ offset: v.number() }),
  codes: ['notFound', 'uploadOffset', 'tooLarge', 'diskFull'],
  body: 'bytesIn',
})

export const uploadState = endpoint({
  method: 'GET',
  path: 'webmail/writemail/uploadState.action',
  fields: { uploadId: text(200) },
  reply: v.object({ offset: v.number(), size: v.number() }),
  codes: ['notFound'],
})

export const finishUpload = endpoint({
  method: 'POST',
  path: 'webmail/writemail/finishUpload.action',
  /** `sha256` of the whole file, in lower-case hexadecimal. */
  fields: { uploadId: text(200), sha256: text(64) },
  reply: v.object({ attachmentId: v.string() }),
  codes: ['notFound', 'uploadOffset', 'uploadChecksum', 'diskFull'],
})

export const cancelUpload = endpoint({
  method: 'POST',
  path: 'webmail/writemail/cancelUpload.action',
  fields: { uploadId: text(200) },
  codes: ['notFound'],
})

export const scheduleDraft = endpoint({
  method: 'POST',
  path: 'webmail/writemail/startDate.action',
  fields: { id: text(200), sendAt: instant() },
  reply: v.object({ id: v.string(), sendAt: v.number() }),
  codes: ['notFound', 'recipientEmpty', 'subjectEmpty'],
})

export const scheduleStatus = endpoint({
  method: 'GET',
  path: 'webmail/writemail/reMailDateStatus.action',
  fields: { id: text(200) },
  reply: v.object({
    state: v.picklist(['waiting', 'sending', 'sent', 'failed']),
    reason: v.nullable(v.string()),
  }),
  codes: ['notFound'],
})

export const scheduleList = endpoint({
  method: 'GET',
  path: 'webmail/writemail/reMailDateList.action',
  fields: {
    page: withDefault(whole(1, limits.pageMax), 1),
    pageSize: optional(whole(1, limits.pageSizeMax)),
  },
  reply: v.object({ list: v.array(mailSummary), total: v.number() }),
})

export const sendReceipt = endpoint({
  method: 'POST',
  path: 'webmail/writemail/sendreceipt2.action',
  fields: { id: text(200) },
  codes: ['notFound', 'notAllowed'],
})

export const corporateSendCount = endpoint({
  method: 'POST',
  path: 'webmail/main/sendMailByCorpMailCount.action',
  reply: v.object({ sent: v.number(), limit: v.number() }),
})
