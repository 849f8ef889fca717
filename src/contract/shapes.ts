/** The shapes that several replies share (CONTRACT "Mail shapes"). */
import * as v from 'valibot'
import { tierIds } from './tiers'

export const address = /* @__PURE__ */ v.object({ name: v.string(), address: v.string() })
export type Address = v.InferOutput<typeof address>

/** What a row of a list of conversations stands for; the row itself is its newest mail in the folder. */
export const conversation = /* @__PURE__ */ v.object({
  /** Mails that are shown where it is opened, those of other folders included. */
  count: v.number(),
  /** Who wrote them, each once, whoever wrote last at the end. */
  people: v.array(address),
  /** Its mails in the folder, newest first: what is done to the row is done to these. */
  mails: v.array(v.object({ id: v.string(), seen: v.boolean(), flagged: v.boolean(), hasAttachment: v.boolean() })),
})
export type Conversation = v.InferOutput<typeof conversation>

/** What came of a recall as a whole. */
export const recallMarks = ['running', 'recalled', 'partly', 'failed'] as const
export type RecallMark = (typeof recallMarks)[number]

/** What a row tells of a recall: of a mail in Sent what came of it, or that it is the word of one that was taken back (`withdrawn`). */
const shownRecalls = [...recallMarks, 'withdrawn'] as const
export type ShownRecall = (typeof shownRecalls)[number]

const summaryEntries = {
  id: v.string(),
  folder: v.string(),
  from: address,
  to: v.array(address),
  subject: v.string(),
  /** The first words of the text; null until known (IMAP). */
  preview: v.nullable(v.string()),
  /** Arrival as `YYYY-MM-DD HH:mm:ss` in the session's time zone. */
  date: v.string(),
  /** Arrival in epoch milliseconds. */
  receivedAt: v.number(),
  /** What the Date header claims, in epoch milliseconds, or null. */
  sentAt: v.nullable(v.number()),
  /** Bytes of the whole message. */
  size: v.number(),
  seen: v.boolean(),
  flagged: v.boolean(),
  answered: v.boolean(),
  forwarded: v.boolean(),
  hasAttachment: v.boolean(),
  urgent: v.boolean(),
  recalled: v.optional(v.picklist(shownRecalls)),
  /** Of a mail that went, or is to go, to each of its recipients alone: by what `sendStatus` knows it, and how many they are. */
  separately: v.optional(v.object({ sendId: v.string(), recipients: v.number() })),
  /** Of mail that waits to be sent: when it goes by plan, and how far it is. */
  scheduledAt: v.optional(v.number()),
  waits: v.optional(v.picklist(['waiting', 'sending', 'failed'])),
  /** Of mail that was deleted for good and can be recovered: when it goes for ever. */
  recoverableUntil: v.optional(v.number()),
  threadId: v.nullable(v.string()),
  threadCount: v.nullable(v.number()),
  /** In a list of conversations alone; then `seen`, `flagged` and `hasAttachment` are of all its mails in the folder. */
  conversation: v.optional(conversation),
}

export const mailSummary = /* @__PURE__ */ v.object(summaryEntries)
export type MailSummary = v.InferOutput<typeof mailSummary>

export const attachment = /* @__PURE__ */ v.object({
  /** Names the part within its mail. */
  part: v.string(),
  name: v.string(),
  /** The sender gave it no name: `name` is made of its subject or its type. */
  unnamed: v.optional(v.boolean()),
  type: v.string(),
  /** Bytes, decoded. */
  size: v.number(),
  inline: v.boolean(),
  cid: v.optional(v.string()),
})
export type Attachment = v.InferOutput<typeof attachment>

const verdict = /* @__PURE__ */ v.picklist(['pass', 'fail', 'none'])
const junkReason = /* @__PURE__ */ v.picklist(['scanner', 'blacklist', 'authentication', 'rule', 'person'])

export const mail = /* @__PURE__ */ v.object({
  ...summaryEntries,
  cc: v.array(address),
  bcc: v.array(address),
  replyTo: v.array(address),
  html: v.optional(v.string()),
  text: v.optional(v.string()),
  attachments: v.array(attachment),
  receiptRequested: v.boolean(),
  /** Remote pictures are wanted from this sender, as far as it is known to be them. */
  imagesAllowed: v.optional(v.boolean()),
  /** The contact whose name the sender bears without being them. */
  knownName: v.optional(address),
  /** Only where the receipt is still to be decided on, and may be. */
  receipt: v.optional(
    v.object({
      /** Who would be told. */
      to: v.string(),
      answer: v.picklist(['ask', 'send']),
      /** False where the mail server keeps no note of it: other mail programs may ask again. */
      isKept: v.boolean(),
    }),
  ),
  unsubscribe: v.optional(v.string()),
  authentication: v.object({ spf: verdict, dkim: verdict, dmarc: verdict }),
  /** Of a mail in Junk: what put it there, where that is known. */
  junkBy: v.optional(junkReason),
  /** The scanner that should have judged it gave no verdict in time. */
  unscanned: v.optional(v.literal(true)),
  headers: v.optional(v.array(v.object({ name: v.string(), value: v.string() }))),
  /** False when the message could not be read; then it can still be downloaded. */
  readable: v.boolean(),
  /** True when the text or the list of parts was cut at a limit. */
  truncated: v.boolean(),
})
export type Mail = v.InferOutput<typeof mail>

export const folder = /* @__PURE__ */ v.object({
  id: v.string(),
  /** The custom folder's own name; system folders carry their id and are named by the client. */
  name: v.string(),
  parent: v.nullable(v.string()),
  total: v.number(),
  unread: v.number(),
  /** Bytes. */
  size: v.number(),
  /** Stands before those that are not, among the folders of one place. */
  pinned: v.optional(v.boolean()),
  /** Was put in order by the person; all others of its place follow, by name. */
  placed: v.optional(v.boolean()),
  /** Left out of the sidebar. */
  hidden: v.optional(v.boolean()),
  /** False where it only holds other folders: it cannot be opened, and no mail goes into it. */
  holdsMail: v.optional(v.boolean()),
})
export type Folder = v.InferOutput<typeof folder>

/** An attachment that a mail being written holds. */
export const composeAttachment = /* @__PURE__ */ v.object({
  attachmentId: v.string(),
  name: v.string(),
  type: v.string(),
  size: v.number(),
  /** Set where the text shows this file (`cid:`). */
  cid: v.optional(v.string()),
})
export type ComposeAttachment = v.InferOutput<typeof composeAttachment>

export const tierId = /* @__PURE__ */ v.picklist(tierIds)

/** What a sign-in gives (CONTRACT "Replies by example"). */
export const signInReply = /* @__PURE__ */ v.object({
  status: v.string(),
  tokenType: v.string(),
  accessToken: v.string(),
  userInfo: v.object({ username: v.string(), displayName: v.string() }),
  userMailType: tierId,
  domainName: v.string(),
  organization: v.nullable(v.string()),
})

export type SignedIn = v.InferOutput<typeof signInReply>

/** The folder roles: what each system folder is for, in the order in which folders are listed. */
export const systemFolders = ['inbox', 'sent', 'draft', 'archive', 'deleted', 'junk'] as const
export const folderViews = ['flag', 'scheduled', 'outbox', 'recoverReceive', 'recoverSent'] as const
export type SystemFolder = (typeof systemFolders)[number]
