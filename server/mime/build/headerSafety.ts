/** What may stand in a header that we write (TRUST S11): a value that could end a line or a mailbox is refused, not repaired. */
import type { Address } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import { extraHeaders, type MessageDraft } from './messageDraft'

const control = /[\p{Cc}\u2028\u2029]/u
const messageId = /^<[^<>\s]{1,900}>$/u
const mediaType = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/
const contentId = /^[^<>\s"]{1,300}$/u

function must(holds: boolean, field: string): void {
  if (!holds) throw new Refusal('headerInvalid', { field })
}

/** True when the address can stand in a header and in RCPT TO as one mailbox. */
export function isPlainAddress(address: string): boolean {
  if (address.length > 320 || control.test(address)) return false
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  const localFits = /^[^\s<>()[\]\\,;:@"]{1,255}$/u.test(local) || /^"[^"\\\r\n]{0,250}"$/u.test(local)
  return at > 0 && localFits && (/^[\p{L}\p{N}\p{M}._-]{1,255}$/u.test(domain) || /^\[[\w.:]{1,100}\]$/.test(domain))
}

export function checkDraft(draft: MessageDraft): void {
  const mailbox = (field: string) => (address: Address) => {
    must(isPlainAddress(address.address), field)
    must(!control.test(address.name), field)
  }
  mailbox('from')(draft.from)
  if (draft.replyTo) mailbox('replyTo')(draft.replyTo)
  draft.to.forEach(mailbox('to'))
  draft.cc.forEach(mailbox('cc'))
  draft.bcc.forEach(mailbox('bcc'))
  must(!control.test(draft.subject.replaceAll('\t', ' ')), 'subject')
  must(draft.messageId === null || messageId.test(draft.messageId), 'messageId')
  must(draft.inReplyTo === null || messageId.test(draft.inReplyTo), 'inReplyTo')
  for (const id of draft.references) must(messageId.test(id), 'references')
  must(Number.isFinite(draft.date), 'date')
  for (const file of draft.files) {
    must(!control.test(file.name), 'attachments')
    must(mediaType.test(file.type), 'attachments')
    must(file.cid === null || contentId.test(file.cid), 'attachments')
  }
  for (const [name, value] of Object.entries(draft.extra ?? {})) {
    must((extraHeaders as readonly string[]).includes(name), name)
    must(!control.test(value), name)
  }
}
