/** What receipts of other programs say (RFC 8098), and what says nothing. */
import { describe, expect, it } from 'vitest'
import { openSource } from '#server/mime/read/byteSource'
import { readMail } from '#server/mime/read/readMail'

type Deps = { readonly type?: string; readonly report?: readonly string[]; readonly encoding?: string }

const said = [
  'Reporting-UA: mail.example; Program 1.0',
  'Original-Recipient: rfc822;Zoe@Elsewhere.example',
  'Final-Recipient: RFC822; <zoe.li@elsewhere.example>',
  'Original-Message-ID: <s1@ep.test>',
  'Disposition: automatic-action/MDN-sent-automatically; displayed',
]

function read({ type = 'disposition-notification', report = said, encoding }: Deps = {}) {
  const text = report.join('\r\n')
  const message = [
    `From: zoe@elsewhere.example\r\nContent-Type: multipart/report;\r\n report-type="${type}"; boundary="b"`,
    '\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Read</p>',
    '--b\r\nContent-Type: message/disposition-notification',
    ...(encoding === undefined ? ['', text] : [`Content-Transfer-Encoding: ${encoding}`, '', btoa(text)]),
    '--b--\r\n',
  ]
  return readMail(openSource({ bytes: Buffer.from(message.join('\r\n')) }), []).displayed
}

const told = { messageId: '<s1@ep.test>', recipients: ['zoe.li@elsewhere.example', 'zoe@elsewhere.example'] }
const without = (name: string) => said.filter((line) => !line.startsWith(name))

describe('a receipt that came back', () => {
  it.each<[string, Deps]>([
    ['plainly', {}],
    ['in base64', { encoding: 'base64' }],
    ['with a modifier', { report: [...without('Disposition'), 'Disposition: manual-action/x; displayed/error'] }],
    ['with folded fields', { report: [...without('Original-Message'), 'Original-Message-ID:\r\n <s1@ep.test>'] }],
  ])('says %s that a mail was displayed, and where', (_how, parts) => {
    expect(read(parts)).toEqual(told)
  })

  it('may leave out whose mailbox it is', () => {
    expect(read({ report: [...without('Final').filter((line) => !line.startsWith('Original-R'))] })).toEqual({
      ...told,
      recipients: [],
    })
  })

  it.each<[string, Deps]>([
    ['a report of another kind', { type: 'delivery-status' }],
    [
      'a mail that was deleted unread',
      { report: [...without('Disposition'), 'Disposition: manual-action/x; deleted'] },
    ],
    ['no disposition', { report: without('Disposition') }],
    ['no mail', { report: without('Original-Message') }],
    ['nothing', { report: [] }],
    ['too much', { report: [`X: ${'y'.repeat(40_000)}`, ...said] }],
  ])('says nothing where it tells of %s', (_what, parts) => {
    expect(read(parts)).toBeUndefined()
  })
})
