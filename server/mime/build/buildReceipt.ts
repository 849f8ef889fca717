/** A message disposition notification (RFC 8098): says that a mail was shown, and no more than that needs. */
import type { Readable } from 'node:stream'
import MimeNode from 'nodemailer/lib/mime-node'
import type { Address } from '../../core/mail'
import { Refusal } from '../../core/refusal'
import { isPlainAddress } from './headerSafety'

export type Receipt = {
  /** Whose mailbox showed the mail. */
  readonly from: Address
  /** Who asked. */
  readonly to: string
  /** Of the mail that was shown, decoded. */
  readonly subject: string
  /** Of the mail that was shown; null where it has none that can be repeated. */
  readonly originalMessageId: string | null
  /** Whether the person's own setting sent it, and nobody was asked. */
  readonly automatic: boolean
  readonly messageId: string
  /** Epoch milliseconds. */
  readonly date: number
}

const subjectCharacters = 500
const repeatable = /^<[!-;=?-~]{1,900}>$/

/** To be sent with an empty return path. Throws `headerInvalid` where a value could make a header or a recipient (TRUST S11). */
export function buildReceipt(receipt: Receipt): Readable {
  const { from, to, automatic, date } = receipt
  if (!isPlainAddress(to)) throw new Refusal('headerInvalid', { field: 'to' })
  if (!isPlainAddress(from.address) || /\p{Cc}/u.test(from.name)) throw new Refusal('headerInvalid', { field: 'from' })
  if (!repeatable.test(receipt.messageId)) throw new Refusal('headerInvalid', { field: 'messageId' })
  const subject = oneLine(receipt.subject)
  const original = repeatable.test(receipt.originalMessageId ?? '') ? receipt.originalMessageId : null
  const root = new MimeNode('multipart/report; report-type=disposition-notification', { newline: 'win' })
  root.setHeader({
    from: { ...from },
    to: [{ name: '', address: to }],
    subject: `已读 / Read: ${subject}`,
    date: new Date(date).toUTCString().replace('GMT', '+0000'),
    'message-id': receipt.messageId,
    ...(original === null ? {} : { 'in-reply-to': original, references: original }),
    'auto-submitted': 'auto-replied',
    'mime-version': '1.0',
  })
  root.createChild('text/plain; charset=utf-8').setContent(humanText(from.address, subject, date))
  root
    .createChild('message/disposition-notification')
    .setContent(
      [
        `Reporting-UA: ${from.address.slice(from.address.lastIndexOf('@') + 1)}`,
        `Final-Recipient: ${isAscii(from.address) ? 'rfc822' : 'utf-8'}; ${from.address}`,
        ...(original === null ? [] : [`Original-Message-ID: ${original}`]),
        `Disposition: ${automatic ? 'automatic-action/MDN-sent-automatically' : 'manual-action/MDN-sent-manually'}; displayed`,
        '',
      ].join('\r\n'),
    )
  return root.createReadStream()
}

function humanText(own: string, subject: string, date: number): string {
  const at = `${new Date(date).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [
    `您发给 ${own} 的邮件“${subject}”已于 ${at} 显示。这不表示对方已读完或理解其内容。`,
    '',
    `Your mail "${subject}" to ${own} was displayed at ${at}. This does not mean that it was read or understood.`,
    '',
  ].join('\r\n')
}

const isAscii = (text: string) => [...text].every((char) => char < '\u0080')

const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, subjectCharacters).join('')
