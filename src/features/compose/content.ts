/** What a mail being written holds, as plain data: made from the gateway's form, kept in this browser, written to the gateway. */
import * as v from 'valibot'
import { type ComposeForm, composeModes } from '../../contract/endpoints/sending/sending'
import { composeAttachment } from '../../contract/shapes'
import { ownText, ownTextOfHtml, picturesIn, restoreForSending, textOfHtml, withoutSignature } from '../../lib/html'
import { knownRecipient, recipientText } from './recipients/recipients'

const recipient = v.object({
  name: v.string(),
  address: v.string(),
  fault: v.nullable(v.picklist(['noAt', 'noName', 'noDomain', 'badCharacter'])),
})

export const contentSchema = v.object({
  to: v.array(recipient),
  cc: v.array(recipient),
  bcc: v.array(recipient),
  subject: v.string(),
  /** As the editor holds it; empty where the mail is plain text. */
  html: v.string(),
  /** Whether the mail is plain text alone, and which; left out by older copies. */
  plain: v.optional(v.boolean(), false),
  text: v.optional(v.string(), ''),
  /** Those that the gateway has whole. */
  attachments: v.array(composeAttachment),
  /** Names of files that were to go along and were out of reach as it was begun without a line; left out by older copies. */
  leftOut: v.optional(v.array(v.string()), []),
  inReplyTo: v.nullable(v.string()),
  mode: v.picklist(composeModes),
  urgent: v.boolean(),
  receipt: v.boolean(),
  saveToSent: v.boolean(),
  // Left out by copies from before these could be chosen.
  separate: v.optional(v.boolean(), false),
  /** When it is to go, in epoch milliseconds; null for as soon as it is sent. */
  sendAt: v.optional(v.nullable(v.number()), null),
  /** The business card that goes along; left out by older copies. */
  card: v.optional(v.nullable(v.object({ id: v.string(), name: v.string() })), null),
  /** By which all versions of its draft are known; left out by older copies. */
  lineage: v.optional(v.string(), ''),
  /** One for the composed mail's whole life, so that however often it is sent it goes once (TRUST R2). */
  idempotencyKey: v.string(),
})
export type ComposeContent = v.InferOutput<typeof contentSchema>

/** How a mail says what it says: formatted, or as plain text alone. */
export type ComposeText = Pick<ComposeContent, 'html' | 'plain' | 'text'>

/** `isQuoteless`: an answer that leaves out what it answers, with its pictures. */
export function contentOf(
  form: ComposeForm,
  words: ComposeText,
  idempotencyKey: string,
  isQuoteless = false,
): ComposeContent {
  const chips = (list: ComposeForm['to']) => list.map(knownRecipient)
  return {
    to: chips(form.to),
    cc: chips(form.cc),
    bcc: chips(form.bcc),
    subject: form.subject,
    ...words,
    attachments: attachmentsOf(form, words, isQuoteless),
    leftOut: [],
    inReplyTo: form.inReplyTo,
    mode: form.mode,
    urgent: form.urgent,
    receipt: form.receipt,
    saveToSent: form.saveToSent,
    separate: form.separate,
    sendAt: form.scheduledAt,
    card: form.card ?? null,
    // What no draft was made of yet begins its own.
    lineage: form.lineage ?? idempotencyKey,
    idempotencyKey,
  }
}

/** A picture that no text shows is a file like any other, but for the pictures of the mail that is answered in plain text. */
function attachmentsOf(
  { attachments, draftId, mode }: ComposeForm,
  { html, plain }: ComposeText,
  isQuoteless: boolean,
) {
  const shown = plain ? new Set() : picturesIn(html, { quoted: true })
  const isQuoting = isQuoteless || (plain && draftId === null && (mode === 'reply' || mode === 'replyAll'))
  return attachments.flatMap((attachment) => {
    const { cid, ...file } = attachment
    if (cid === undefined || shown.has(cid)) return [attachment]
    return isQuoting ? [] : [file]
  })
}

/** The files that go along: a picture does while the text shows it, so one that was deleted there comes back with an Undo. */
export function goingFiles({ attachments, html, plain }: ComposeContent): ComposeContent['attachments'] {
  if (attachments.every(({ cid }) => cid === undefined)) return attachments
  const shown = plain ? new Set() : picturesIn(html, { quoted: true })
  return attachments.filter(({ cid }) => cid === undefined || shown.has(cid))
}

/** The words that the writer wrote, without what is quoted. */
export function ownTextOfCompose({ html, plain, text }: ComposeText): string {
  return plain ? ownText(text) : ownTextOfHtml(withoutSignature(html))
}

/** All words, as text. */
export function textOfCompose({ html, plain, text }: ComposeText): string {
  return plain ? text.trim() : textOfHtml(html)
}

/**
 * The fields that a draft and a mail being sent have in common. `awaited`: Content-IDs of pictures that are still on their way; their
 * places are kept.
 */
export function writtenFields(content: ComposeContent, awaited: readonly string[] = []) {
  const files = goingFiles(content)
  const held = new Set([...awaited, ...files.map(({ cid }) => cid)])
  return {
    to: content.to.map(recipientText),
    cc: content.cc.map(recipientText),
    bcc: content.bcc.map(recipientText),
    subject: oneLine(content.subject),
    ...(content.plain ? { text: content.text } : { html: restoreForSending(content.html, (cid) => held.has(cid)) }),
    attachmentIds: files.map((attachment) => attachment.attachmentId),
    mode: content.mode,
    urgent: content.urgent,
    receipt: content.receipt,
    saveToSent: content.saveToSent,
    separate: content.separate,
    ...(content.sendAt === null ? {} : { sendAt: content.sendAt }),
    ...(content.card === null ? {} : { card: content.card.id }),
    ...(content.inReplyTo === null ? {} : { inReplyTo: content.inReplyTo }),
  }
}

/** Nothing in it is worth a draft. */
export function isBlank(content: ComposeContent): boolean {
  const { to, cc, bcc, subject, attachments, plain, text } = content
  const html = withoutSignature(content.html)
  const held = to.length + cc.length + bcc.length + attachments.length
  const showsNothing = plain || !/<(?:img|hr|table)\b/i.test(html)
  return held === 0 && subject.trim() === '' && showsNothing && textOfCompose({ html, plain, text }).trim() === ''
}

/** Whether both say and carry the same. */
export function hasSameText(one: ComposeContent, other: ComposeContent): boolean {
  return JSON.stringify(writtenFields(one)) === JSON.stringify(writtenFields(other))
}

/** A subject is one line whatever was pasted into it (TRUST S11). */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
