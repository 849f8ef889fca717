import { describe, expect, it } from 'vitest'
import { openSource } from '#server/mime/read/byteSource'
import { findParts } from '#server/mime/read/readMail'
import { message, read } from './reading'

const mixed = (...parts: string[][]) =>
  message(['Content-Type: multipart/mixed; boundary=b', '', ...parts.flatMap((part) => ['--b', ...part]), '--b--'])
const attached = (type: string, ...content: string[]) => [
  `Content-Type: ${type}`,
  'Content-Disposition: attachment',
  '',
  ...(content.length > 0 ? content : ['x']),
]
const inner = (subject: string) => attached('message/rfc822', `Subject: ${subject}`, '', 'inner')
const namesOf = (...parts: string[][]) => read(mixed(['', 'text'], ...parts)).attachments.map(({ name }) => name)

describe('a file whose sender gave it no name', () => {
  it.each([
    ['image/png', 'image.png'],
    ['image/jpeg', 'image.jpg'],
    ['image/heic', 'image.heic'],
    ['audio/mpeg', 'audio.mp3'],
    ['video/mp4', 'video.mp4'],
    ['application/pdf', 'attachment.pdf'],
    ['application/x-pdf', 'attachment.pdf'],
    ['text/plain', 'attachment.txt'],
    ['text/calendar', 'attachment.ics'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'attachment.docx'],
    ['application/octet-stream', 'attachment.bin'],
    ['application/vnd.rar', 'attachment.rar'],
    ['application/pkcs7-mime', 'attachment.p7m'],
    ['application/pgp-signature', 'attachment.asc'],
    ['application/ld+json', 'attachment.json'],
    ['text/rtf', 'attachment.rtf'],
    ['text/x-unheard-of', 'attachment.txt'],
  ])('of the type %s is called %s', (type, name) => {
    expect(read(mixed(attached(type))).attachments).toMatchObject([{ name, unnamed: true }])
  })

  it('that is a message is called by its subject, in any encoding', () => {
    const encoded = Buffer.from('Subject: Far\r\n\r\nSubject: no\r\n').toString('base64')
    expect(
      namesOf(
        inner('=?utf-8?B?5oql5Lu3?='),
        inner('Re: a/b'),
        inner(''),
        inner('...'),
        ['Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', '', encoded],
        ['Content-Type: message/global', '', 'Subject: 春', '', 'inner'],
      ),
    ).toEqual(['报价.eml', 'Re_ a_b.eml', 'mail.eml', 'mail (2).eml', 'Far.eml', '春.eml'])
    // 255 bytes, which file systems take, and no part of a sign.
    expect([...(namesOf(inner('长'.repeat(500)))[0] ?? '')]).toHaveLength(87)
  })

  it('is numbered beside others of its name, and leaves the names that were given as they are', () => {
    const given = ['Content-Type: image/png; name="image.png"', 'Content-Disposition: attachment', '', 'x']
    const parts = [attached('image/png'), given, given, attached('image/png'), inner('A'), inner('a')]
    const names = ['image (3).png', 'image.png', 'image.png', 'image (4).png', 'A.eml', 'a (2).eml']
    expect(namesOf(...parts)).toEqual(names)
    const source = openSource({ bytes: mixed(['', 'text'], ...parts) })
    const numbers = names.map((_, at) => String(at + 2))
    const found = findParts(source, numbers)
    expect(numbers.map((number) => found.get(number)?.attachment.name)).toEqual(names)
    expect(findParts(source, ['5']).get('5')?.attachment.name).toBe('image (4).png')
  })
})

describe('a file with two names', () => {
  const nameOf = (fileName: string, name: string) =>
    namesOf([
      `Content-Type: application/pdf; name="${name}"`,
      `Content-Disposition: attachment; filename="${fileName}"`,
      '',
      'x',
    ])[0]
  it.each([
    ['????.pdf', '=?utf-8?B?5oql5Lu3LnBkZg==?=', '报价.pdf'],
    ['Q3 ??.pdf', 'Q3 报价.pdf', 'Q3 报价.pdf'],
    ['____.pdf', '报价.pdf', '报价.pdf'],
    ['', '报价.pdf', '报价.pdf'],
    ['报价.pdf', '????.pdf', '报价.pdf'],
    ['????.pdf', '???.pdf', '????.pdf'],
    ['one.pdf', 'two.pdf', 'one.pdf'],
    ['????.pdf', '', '????.pdf'],
  ])('filename=%s and name=%s is called %s', (fileName, name, expected) => {
    expect(nameOf(fileName, name)).toBe(expected)
  })
})
