/** What SPEC §5 asks of a mail before it is sent, in its order; the first that fails is shown beside its field. */
import type { ClientCode, RefusalCode } from '#contract/codes'
import { limits } from '#contract/limits'
import { type TierId, tiers } from '#contract/tiers'
import { type ComposeContent, goingFiles } from '../content'
import { recipientCount } from '../recipients/recipientLists'

export type FaultField = 'to' | 'cc' | 'bcc' | 'subject' | 'attachments' | 'time' | 'send'
export type ComposeFault = {
  readonly field: FaultField
  readonly code: RefusalCode | ClientCode
  /** Of files that were not taken: their bytes, and how many still go. */
  readonly over?: { readonly size: number; readonly room: number }
}

/** Recipients of one mail that a membership allows; null for one that is not known yet. */
export function recipientLimit(tier: TierId | null): number {
  return Math.min(limits.recipientsPerMail, tier === null ? limits.recipientsPerMail : tiers[tier].recipientsPerMail)
}

/** `pendingBytes` has one entry for each upload that is not finished, `mostRecipients` is what the membership allows. */
export function firstFault(
  content: ComposeContent,
  pendingBytes: readonly number[],
  mostRecipients: number,
): ComposeFault | null {
  if (content.to.length + content.cc.length + content.bcc.length === 0) return { field: 'to', code: 'recipientEmpty' }
  for (const field of ['to', 'cc', 'bcc'] as const) {
    if (content[field].some((recipient) => recipient.fault !== null)) return { field, code: 'recipientInvalid' }
  }
  if (recipientCount(content) > mostRecipients) return { field: 'to', code: 'recipientTooMany' }
  if (content.subject.trim() === '') return { field: 'subject', code: 'subjectEmpty' }
  if (pendingBytes.length > 0) return { field: 'attachments', code: 'attachmentsPending' }
  if (!fits(content, pendingBytes, 0)) return { field: 'attachments', code: 'attachmentsTooLarge' }
  return null
}

/** Whether `more` bytes still go within the 50M of a mail. */
export function fits(content: ComposeContent, pendingBytes: readonly number[], more: number): boolean {
  return more <= roomLeft(content, pendingBytes)
}

/** Bytes that still go within the 50M of a mail. */
export function roomLeft(content: ComposeContent, pendingBytes: readonly number[]): number {
  const held = goingFiles(content).reduce((sum, attachment) => sum + attachment.size, 0)
  const pending = pendingBytes.reduce((sum, bytes) => sum + bytes, 0)
  return limits.attachmentBytesPerMail - held - pending
}

/** Beside which field a refusal of the gateway stands. */
export function faultOfRefusal(code: RefusalCode | ClientCode, field: string | undefined): ComposeFault {
  if (code === 'subjectEmpty' || field === 'subject') return { field: 'subject', code }
  if (field === 'cc' || field === 'bcc') return { field, code }
  if (code.startsWith('recipient') || field === 'to') return { field: 'to', code }
  if (field === 'sendAt') return { field: 'time', code }
  if (code.startsWith('attachment')) return { field: 'attachments', code }
  return { field: 'send', code }
}
