/** A delivery status notification (RFC 3464) with a part that a person can read, in Chinese and in English. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../core/refusal'
import { isPlainAddress } from './headerSafety'

export type BounceRecipient = {
  readonly address: string
  /** `unknown`: the connection broke after the text was handed over, so the mail may have arrived. */
  readonly outcome: 'failed' | 'unknown'
  /** Enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status: string
  /** What the other server said. */
  readonly diagnostic: string
}
export type Bounce = {
  /** Domain of MAILER-DAEMON and Reporting-MTA. */
  readonly domain: string
  /** To whom the sender's mail is returned. */
  readonly to: string
  readonly recipients: readonly BounceRecipient[]
  /** Subject of the mail that did not arrive, decoded. */
  readonly subject: string
  /** The header block of that mail; only this much of it is returned. */
  readonly originalHeaders: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** The whole message; it is to be sent with an empty return path. */
export function buildBounce(bounce: Bounce): Buffer {
  if (!/^[a-z0-9.-]{1,255}$/i.test(bounce.domain)) throw new Refusal('headerInvalid', { field: 'domain' })
  for (const address of [bounce.to, ...bounce.recipients.map((one) => one.address)]) {
    if (!isPlainAddress(address)) throw new Refusal('headerInvalid', { field: 'to' })
  }
  const boundary = `=_ep_${randomUUID()}`
  const unknown = bounce.recipients.every((one) => one.outcome === 'unknown')
  const title = unknown ? '投递结果未知 / Delivery outcome unknown' : '邮件退回 / Undelivered mail'
  const lines = [
    `From: MAILER-DAEMON@${bounce.domain}`,
    `To: <${bounce.to}>`,
    `Subject: =?utf-8?B?${Buffer.from(title).toString('base64')}?=`,
    `Date: ${new Date(bounce.now).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${bounce.domain}>`,
    'Return-Path: <>',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status;\r\n boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...base64Lines(humanText(bounce)),
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    `Reporting-MTA: dns; ${bounce.domain}`,
    ...bounce.recipients.flatMap(statusLines),
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...base64Lines(bounce.originalHeaders.slice(0, 32_768)),
    `--${boundary}--`,
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

function humanText({ subject, recipients }: Bounce): string {
  const failed = recipients.filter((one) => one.outcome === 'failed')
  const unknown = recipients.filter((one) => one.outcome === 'unknown')
  const list = (those: readonly BounceRecipient[]) =>
    those.map((one) => `  <${one.address}>  ${oneLine(one.diagnostic)}`).join('\n')
  const blocks = [
    `主题 / Subject: ${oneLine(subject)}`,
    ...(failed.length > 0
      ? [`您的邮件未能送达以下收件人。\nYour mail could not be delivered to:\n${list(failed)}`]
      : []),
    ...(unknown.length > 0
      ? [
          `连接在发送完成后中断，无法确认以下收件人是否已收到；为避免重复，系统不会自动重发。\nThe connection broke after the mail was handed over. It may have arrived; to avoid a second copy it is not sent again:\n${list(unknown)}`,
        ]
      : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

function statusLines(one: BounceRecipient): string[] {
  const status = /^[245]\.\d{1,3}\.\d{1,3}$/.test(one.status) ? one.status : '5.0.0'
  const ascii = [...one.address].every((char) => char < '\u0080')
  return [
    '',
    `Final-Recipient: ${ascii ? 'rfc822' : 'utf-8'}; ${one.address}`,
    `Action: ${one.outcome === 'failed' ? 'failed' : 'delayed'}`,
    `Status: ${one.outcome === 'failed' ? status : '4.4.2'}`,
    `Diagnostic-Code: smtp; ${oneLine(one.diagnostic).replace(/[^\x20-\x7e]/g, '?')}`,
  ]
}

const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 800)

function base64Lines(text: string): string[] {
  return (
    Buffer.from(text.replace(/\r?\n/g, '\r\n'))
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  )
}
