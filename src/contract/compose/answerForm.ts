/** The form of an answer or a forward, but for the files that go along: the gateway gives it, and without a line the app has it from what it kept. */

import type { ComposeForm } from '../endpoints/sending/sending'
import type { Address } from '../shapes'
import { answerRecipients } from './answerRecipients'
import { contentIdsIn } from './contentIds'
import { emptyForm } from './emptyForm'
import { markedSubject, type QuotedMail, quoteMail } from './quoteMail'

export const answerModes = ['reply', 'replyAll', 'forward'] as const
export type AnswerMode = (typeof answerModes)[number]

export type AnsweredMail = QuotedMail & {
  readonly id: string
  readonly replyTo: readonly Address[]
  /** Epoch milliseconds. */
  readonly receivedAt: number
}

/** `own` is the account's address, in lower case. */
export function answerForm(mail: AnsweredMail, mode: AnswerMode, own: string): ComposeForm {
  const isForward = mode === 'forward'
  return {
    ...emptyForm,
    ...(isForward ? {} : answerRecipients(mail, own, mode === 'replyAll')),
    subject: markedSubject(mail.subject, isForward ? 'forward' : 'answer'),
    html: quoteMail(mail, mail.receivedAt),
    answersPlain: mail.html === null,
    inReplyTo: mail.id,
    mode,
  }
}

/** The files of a mail that go along: with a forward all of them, with an answer the pictures that the quoted text shows. */
export function filesAlong<File extends { readonly cid?: string | undefined }>(
  mail: { readonly html: string | null; readonly attachments: readonly File[] },
  mode: AnswerMode,
): readonly File[] {
  if (mode === 'forward') return mail.attachments
  const shown = contentIdsIn(mail.html ?? '')
  return mail.attachments.filter(({ cid }) => cid !== undefined && shown.has(cid))
}
