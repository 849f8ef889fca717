/** What a mail being written holds, as plain data: made from the gateway's form, kept in this browser, written to the gateway. */
import * as v from 'valibot'
import { type ComposeForm, type ComposeMode, composeModes } from '../../contract/endpoints/sending'
import { composeAttachment } from '../../contract/shapes'
import { textOfHtml } from '../../lib/html'
import { recipientOf, recipientText } from './recipients'

const recipient = v.object({
  name: v.string(),
  address: v.string(),
  fault: v.nullable(v.picklist(['noAt', 'noName', 'noDomain', 'badCharacter'])),
})

const contentSchema = v.object({
  to: v.array(recipient),
  cc: v.array(recipient),
  bcc: v.array(recipient),
  subject: v.string(),
  /** As the editor holds it. */
  html: v.string(),
  /** Those that the gateway has whole. */
  attachments: v.array(composeAttachment),
  inReplyTo: v.nullable(v.string()),
  mode: v.picklist(composeModes),
  urgent: v.boolean(),
  receipt: v.boolean(),
  saveToSent: v.boolean(),
  /** One for the composed mail's whole life, so that however often it is sent it goes once (TRUST R2). */
  idempotencyKey: v.string(),
})
export type ComposeContent = v.InferOutput<typeof contentSchema>

/** Where a composer was opened: by it a copy kept in this browser is found again. */
export type Origin = { readonly mode: ComposeMode; readonly id: string | null }

const keptSchema = v.object({
  content: contentSchema,
  origin: v.object({ mode: v.picklist(composeModes), id: v.nullable(v.string()) }),
  /** When the gateway last took it, in epoch milliseconds. */
  savedAt: v.nullable(v.number()),
})
export type KeptContent = v.InferOutput<typeof keptSchema>

/** Reads what this browser kept; null when it is of another time or broken. */
export function readKept(value: unknown): KeptContent | null {
  const read = v.safeParse(keptSchema, value)
  return read.success ? read.output : null
}

export function contentOf(form: ComposeForm, html: string, idempotencyKey: string): ComposeContent {
  const chips = (list: ComposeForm['to']) =>
    list.map((entry) => ({ ...entry, fault: recipientOf(entry.address).fault }))
  return {
    to: chips(form.to),
    cc: chips(form.cc),
    bcc: chips(form.bcc),
    subject: form.subject,
    html,
    attachments: form.attachments,
    inReplyTo: form.inReplyTo,
    mode: form.mode,
    urgent: form.urgent,
    receipt: form.receipt,
    saveToSent: true,
    idempotencyKey,
  }
}

/** The fields that a draft and a mail being sent have in common; `restored` is the HTML without addresses of this browser. */
export function writtenFields(content: ComposeContent, restored: string) {
  return {
    to: content.to.map(recipientText),
    cc: content.cc.map(recipientText),
    bcc: content.bcc.map(recipientText),
    subject: oneLine(content.subject),
    html: restored,
    attachmentIds: content.attachments.map((attachment) => attachment.attachmentId),
    mode: content.mode,
    urgent: content.urgent,
    receipt: content.receipt,
    ...(content.inReplyTo === null ? {} : { inReplyTo: content.inReplyTo }),
  }
}

/** Nothing in it is worth a draft. */
export function isBlank({ to, cc, bcc, subject, html, attachments }: ComposeContent): boolean {
  const held = to.length + cc.length + bcc.length + attachments.length
  return held === 0 && subject.trim() === '' && !/<(?:img|hr|table)\b/i.test(html) && textOfHtml(html).trim() === ''
}

/** Whether both say and carry the same. */
export function hasSameWords(one: ComposeContent, other: ComposeContent): boolean {
  const written = (content: ComposeContent) => JSON.stringify(writtenFields(content, content.html))
  return written(one) === written(other)
}

/** A subject is one line whatever was pasted into it (TRUST S11). */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
