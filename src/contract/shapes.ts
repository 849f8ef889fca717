/** The shapes that several replies share (CONTRACT.md, Mail shapes). */
import * as v from 'valibot'
import { tierIds } from './tiers'

export const address = /* @__PURE__ */ v.object({ name: v.string(), address: v.string() })
export type Address = v.InferOutput<typeof address>

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
  recalled: v.optional(v.string()),
  scheduledAt: v.optional(v.number()),
  threadId: v.nullable(v.string()),
  threadCount: v.nullable(v.number()),
}

export const mailSummary = /* @__PURE__ */ v.object(summaryEntries)
export type MailSummary = v.InferOutput<typeof mailSummary>

export const attachment = /* @__PURE__ */ v.object({
  /** Names the part within its mail. */
  part: v.string(),
  name: v.string(),
  type: v.string(),
  /** Bytes, decoded. */
  size: v.number(),
  inline: v.boolean(),
  cid: v.optional(v.string()),
})
export type Attachment = v.InferOutput<typeof attachment>

const verdict = /* @__PURE__ */ v.picklist(['pass', 'fail', 'none'])

export const mail = /* @__PURE__ */ v.object({
  ...summaryEntries,
  cc: v.array(address),
  bcc: v.array(address),
  replyTo: v.array(address),
  html: v.optional(v.string()),
  text: v.optional(v.string()),
  attachments: v.array(attachment),
  receiptRequested: v.boolean(),
  unsubscribe: v.optional(v.string()),
  authentication: v.object({ spf: verdict, dkim: verdict, dmarc: verdict }),
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

/** What a sign-in gives (CONTRACT.md, Replies by example). */
export const signedIn = /* @__PURE__ */ v.object({
  status: v.string(),
  tokenType: v.string(),
  accessToken: v.string(),
  userInfo: v.object({ username: v.string(), displayName: v.string() }),
  userMailType: tierId,
  domainName: v.string(),
  organization: v.nullable(v.string()),
})

/** System folder ids in the order of the sidebar, then the views. */
export const systemFolders = ['inbox', 'sent', 'draft', 'deleted', 'junk'] as const
export const folderViews = ['flag', 'scheduled', 'outbox', 'recoverReceive', 'recoverSent'] as const
export type SystemFolder = (typeof systemFolders)[number]
