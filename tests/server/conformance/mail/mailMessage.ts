/** Messages for tests of what keeps mail: short, whole and valid. */
import type { NewMail } from '#server/mail/mail.store'

export type MessageParts = {
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  readonly text?: string
  /** The name of a file that goes with it. */
  readonly file?: string
  /** Further header lines. */
  readonly head?: readonly string[]
}

export function message(parts: MessageParts = {}): Buffer {
  const head = [
    `From: ${parts.from ?? 'Wang Wei <wang@example.com>'}`,
    `To: ${parts.to ?? 'Lin <lin@ep.test>'}`,
    `Subject: ${parts.subject ?? 'Report'}`,
    'MIME-Version: 1.0',
    ...(parts.head ?? []),
  ]
  const text = parts.text ?? 'Good morning.'
  if (parts.file === undefined) {
    return Buffer.from([...head, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n'))
  }
  const body = [
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--b1',
    `Content-Type: application/octet-stream; name="${parts.file}"`,
    `Content-Disposition: attachment; filename="${parts.file}"`,
    '',
    `content of ${parts.file}`,
    '--b1--',
    '',
  ]
  return Buffer.from(
    [...head, `X-File: ${parts.file}`, 'Content-Type: multipart/mixed; boundary="b1"', '', ...body].join('\r\n'),
  )
}

export function newMail(parts: MessageParts = {}, change: Partial<NewMail> = {}): NewMail {
  return {
    folder: 'inbox',
    source: { kind: 'bytes', bytes: message(parts) },
    flags: {},
    receivedAt: 1_750_000_000_000,
    key: null,
    ...change,
  }
}
