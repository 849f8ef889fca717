/** Writing, drafts and sending (SPEC §7; CONTRACT "Further calls"). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { chosenInstant, flag, list, optional, text, whole, withDefault, word } from '../../field'
import { limits } from '../../limits'
import { address, composeAttachment } from '../../shapes'

export const composeModes = ['new', 'reply', 'replyAll', 'forward', 'attach', 'draft', 'resend', 'scheduled'] as const
export type ComposeMode = (typeof composeModes)[number]

const composeForm = v.object({
  to: v.array(address),
  cc: v.array(address),
  bcc: v.array(address),
  subject: v.string(),
  html: v.string(),
  /** Of a mail that is plain text alone; then `html` is only how it looks. */
  text: v.optional(v.string()),
  /** The mail that this one answers or forwards is plain text alone. */
  answersPlain: v.optional(v.boolean()),
  attachments: v.array(composeAttachment),
  scheduledAt: v.nullable(v.number()),
  /** The draft that this form continues. */
  draftId: v.nullable(v.string()),
  /** The mail that this one answers or forwards. */
  inReplyTo: v.nullable(v.string()),
  mode: v.picklist(composeModes),
  urgent: v.boolean(),
  receipt: v.boolean(),
  /** One mail for each recipient. */
  separate: v.boolean(),
  saveToSent: v.boolean(),
  /** When the draft was last saved, in epoch milliseconds. */
  savedAt: v.nullable(v.number()),
  /** By which all versions of a draft are known. */
  lineage: v.optional(v.string()),
  /** The business card that goes along; it is made as the message is sent. */
  card: v.optional(v.object({ id: v.string(), name: v.string() })),
  /** What is to stand below it, which a draft holds already. */
  signature: v.optional(v.object({ id: v.string(), html: v.string() })),
})
export type ComposeForm = v.InferOutput<typeof composeForm>

export const openCompose = endpoint({
  method: 'POST',
  path: 'webmail/writemail/contentDate2',
  fields: {
    mode: withDefault(word(composeModes), 'new'),
    id: optional(text(200)),
    /** The mails that go along whole, where the mode is `attach`. */
    ids: list(limits.forwardedMails, 200),
  },
  reply: v.object({ form: composeForm }),
  codes: ['notFound', 'attachmentsTooLarge', 'quotaExceeded', 'uploadsFull', 'diskFull'],
})

/** Addresses are RFC 5322 strings (`王丽 <w@example.cn>`), one per key. */
const addresses = () => list(1_000, 1_000)

const written = {
  to: addresses(),
  cc: addresses(),
  bcc: addresses(),
  subject: withDefault(text(limits.subjectCharacters), ''),
  html: withDefault(text(limits.htmlCharacters), ''),
  /** Where it is given, the mail is plain text alone, and `html` is left aside. */
  text: optional(text(limits.htmlCharacters)),
  attachmentIds: list(limits.attachmentsPerMail, 200),
  /** Id of the business card that goes along. */
  card: optional(text(100)),
  /** Of the mail answered or forwarded. */
  inReplyTo: optional(text(200)),
  mode: withDefault(word(composeModes), 'new'),
  urgent: withDefault(flag(), false),
  receipt: withDefault(flag(), false),
  /** One mail for each recipient, who sees no other address. */
  separate: withDefault(flag(), false),
  saveToSent: withDefault(flag(), true),
  /** When it is to go; a draft remembers it. Left empty, it is to go later and nobody knows when. */
  sendAt: optional(chosenInstant()),
}

export const saveDraft = endpoint({
  method: 'POST',
  path: 'webmail/writemail/saveDraft.action',
  /**
   * `lineage` names all versions of the draft, `writer` the window that writes this one. `again`: an earlier saving of this window may have
   * come in though no answer came back, and is to be found by those two.
   */
  fields: {
    ...written,
    draftId: optional(text(200)),
    lineage: optional(text(100)),
    writer: optional(text(100)),
    again: optional(flag()),
  },
  // `id` replaces `draftId`: over IMAP every saving makes a new message.
  reply: v.object({ id: v.string(), savedAt: v.number() }),
  codes: ['attachmentUnknown', 'attachmentsTooLarge', 'quotaExceeded', 'headerInvalid', 'diskFull', 'draftConflict'],
  formBytes: limits.textFormBytes,
})

export const recipientStates = ['queued', 'sent', 'retrying', 'failed', 'unconfirmed', 'cancelled'] as const

/** The sender was asked about recipients outside; without it `notAllowed` names them. */
export const outside = /* @__PURE__ */ withDefault(flag(), false)

/** What a mail that is to be sent can be refused for, at once or for its time. */
export const sendCodes = [
  'recipientEmpty',
  'recipientInvalid',
  'recipientTooMany',
  'recipientOutside',
  'recipientUnknown',
  'notAllowed',
  'subjectEmpty',
  'headerInvalid',
  'attachmentsPending',
  'attachmentUnknown',
  'attachmentsTooLarge',
  'cardGone',
  'draftConflict',
  'draftSent',
  'scheduleEmpty',
  'scheduleTooSoon',
  'scheduleTooFar',
  'quotaExceeded',
  'diskFull',
  'sendsUsedUp',
] as const

export const sendMail = endpoint({
  method: 'POST',
  path: 'webmail/writemail/sendMail.action',
  fields: {
    ...written,
    idempotencyKey: text(100),
    draftId: optional(text(200)),
    /** As in saving: by them a window is told that another one has saved a newer version of its draft, or has sent one. */
    lineage: optional(text(100)),
    writer: optional(text(100)),
    /** How long it waits so that it can be taken back: one of `limits.holdSeconds`. */
    holdSeconds: withDefault(whole(0, 60), 0),
    outside,
  },
  reply: v.object({
    id: v.string(),
    /** When it goes, where it waits until then. */
    sendAt: v.optional(v.number()),
    recipients: v.array(v.object({ address: v.string(), state: v.picklist(recipientStates) })),
  }),
  codes: [...sendCodes, 'idempotencyConflict'],
  formBytes: limits.textFormBytes,
})

/** What became of a send, by recipient: the page after sending asks it. */
export const sendStatus = endpoint({
  method: 'GET',
  path: 'webmail/writemail/sendStatus.action',
  fields: { id: text(200) },
  reply: v.object({
    subject: v.string(),
    /** When it goes, and whether it waits for an Undo or for its time; while it waits. */
    sendAt: v.optional(v.number()),
    planned: v.optional(v.picklist(['hold', 'schedule'])),
    separate: v.boolean(),
    /** Whether something is still to be done about it: only after that can it be told whether what failed can be sent again. */
    underWay: v.boolean(),
    /** Whether what failed of it can be sent again. */
    canSendAgain: v.boolean(),
    recipients: v.array(
      v.object({
        address: v.string(),
        state: v.picklist(recipientStates),
        /** A mailbox of this gateway: `sent` is in it then, and otherwise with a mail server. */
        local: v.boolean(),
        /** What a mail server answered, as it put it. */
        reason: v.nullable(v.string()),
      }),
    ),
  }),
  codes: ['notFound'],
})

export const corporateSendCount = endpoint({
  method: 'POST',
  path: 'webmail/main/sendMailByCorpMailCount.action',
  reply: v.object({ sent: v.number(), limit: v.number() }),
})
