/** What a reader's journey reads: a mail that gives reasons for caution and carries a file of every kind that can be looked at. */
import type Mail from 'nodemailer/lib/mailer'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 50 100 Td (Hello PDF) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

const calendar = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'SUMMARY:Weekly',
  'DTSTART:20261123T020000Z',
  'DTEND:20261123T030000Z',
  'LOCATION:Room 3',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

const letter = [
  'From: Li Ming <li@example.cn>',
  'To: wang@example.cn',
  'Subject: Forwarded <i>whole</i>',
  'Date: Fri, 20 Nov 2026 09:30:00 +0800',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Within the mail</p><img src="https://tracker.example/x.png">',
].join('\r\n')

/** A tenth of a second of silence. */
function silence(): Buffer {
  const samples = Buffer.alloc(800, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** @param judge the server whose word about the sender is believed */
export function readerMail(to: string, judge: string): Mail.Options {
  return {
    from: '"boss@ep.test" <wang@example.cn>',
    replyTo: 'thief@elsewhere.example',
    to,
    subject: 'Newer',
    date: new Date('2036-01-01T00:00:00Z'),
    html: '<p>Yes, <a href="https://elsewhere.example/">https://bank.example</a></p><blockquote type="cite">Shall we?</blockquote>',
    headers: [
      { key: 'Authentication-Results', value: 'elsewhere.example; spf=pass; dkim=pass; dmarc=pass' },
      { key: 'Authentication-Results', value: `${judge}; spf=pass smtp.mailfrom=example.cn; dkim=none; dmarc=fail` },
      { key: 'List-Unsubscribe', value: '<mailto:out@list.example?subject=leave>' },
    ],
    icalEvent: { method: 'REQUEST', content: calendar },
    attachments: [
      { filename: 'note.txt', content: '你好 <b>' },
      { filename: 'dot.gif', content: pixel },
      { filename: 'plan.pdf', content: pdf },
      { filename: 'tone.wav', content: silence(), contentType: 'audio/wav' },
      { filename: 'clip.webm', content: Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), contentType: 'video/webm' },
      { filename: 'letter.eml', content: letter, contentType: 'message/rfc822' },
    ],
  }
}
