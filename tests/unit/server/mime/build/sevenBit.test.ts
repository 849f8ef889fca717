import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { carried } from '#server/mime/build/sevenBit'
import { openSource } from '#server/mime/read/byteSource'
import { openPart } from '#server/mime/read/partStream'
import { findParts } from '#server/mime/read/readMail'
import { read } from '../reading'

const bytesOf = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'))

/** In chunks of odd sizes, as they come from a disk or a line. */
async function carry(bytes: Buffer, type = 'message/rfc822', size = 1_237) {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  const file = await carried({
    name: 'a.eml',
    type,
    cid: null,
    open: async () => Readable.from(chunks, { objectMode: false }),
  })
  return { type: file.type, encoding: file.encoding, bytes: await buffer(await file.open()) }
}
const isFit = (bytes: Buffer) =>
  bytes.every((byte) => byte < 128) &&
  bytes
    .toString('latin1')
    .split('\n')
    .every((line) => line.trimEnd().length <= 998)

const long = '日志'.repeat(1_000)
const text = [
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  `${long} end `,
  'two',
  '',
]
const mixed = [
  'From: a@b.cn',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  'Content-Transfer-Encoding: 8bit',
  '',
  'preamble',
  '--b',
  ...text,
  '--b',
  'Content-Type: application/octet-stream; name=x.bin',
  'Content-Transfer-Encoding: binary',
  '',
  `\u00ff${'x'.repeat(200_000)}`,
  '--b',
  'Content-Type: text/html',
  '',
  `<p>${'plain '.repeat(60_000)}</p>`,
  '--b',
  'Content-Type: message/rfc822',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Subject: inner',
  ...text,
  '--b',
  'Content-Type: text/plain; name=kept.txt',
  '',
  'kept as it is',
  '--b--',
  '',
]

describe('a message within another', () => {
  it('goes byte for byte where every server takes it', async () => {
    const bytes = bytesOf(['Subject: a', 'DKIM-Signature: v=1', '', 'x'.repeat(998), 'y'])
    expect(await carry(bytes)).toEqual({ type: 'message/rfc822', encoding: '7bit', bytes })
    const other = Buffer.from('日'.repeat(2_000))
    expect(await carry(other, 'text/plain')).toEqual({ type: 'text/plain', encoding: undefined, bytes: other })
  })

  it.each([1, 1_237, 1_000_000])(
    'has the parts encoded that no server need take, and says the same: in chunks of %i',
    async (size) => {
      const bytes = bytesOf(size === 1 ? mixed.map((line) => line.slice(0, 3_000)) : mixed)
      const found = await carry(bytes, 'message/rfc822', size)
      expect(found).toMatchObject({ type: 'message/rfc822', encoding: '7bit' })
      expect(isFit(found.bytes)).toBe(true)
      const [before, after] = [read(bytes), read(found.bytes)]
      expect(after).toMatchObject({ text: before.text, html: before.html })
      expect(after.attachments.map(({ name, type }) => [name, type])).toEqual(
        before.attachments.map(({ name, type }) => [name, type]),
      )
      const part = async (from: Buffer, number: string) => {
        const place = findParts(openSource({ bytes: from }), [number]).get(number)
        return place === undefined ? null : (await buffer(openPart({ bytes: from }, place))).toString('base64')
      }
      for (const number of ['1', '2', '4.1', '5'])
        expect(await part(found.bytes, number)).toBe(await part(bytes, number))
      expect(found.bytes.toString()).toContain('\r\nkept as it is\r\n--b--')
      expect(found.bytes.toString()).not.toMatch(/8bit|binary/)
    },
  )

  it('has its text encoded though DKIM signed it: others could not open it', async () => {
    const bytes = bytesOf(['DKIM-Signature: v=1', 'Subject: a', ...text])
    const found = await carry(bytes)
    expect(found).toMatchObject({ type: 'message/rfc822', encoding: '7bit' })
    expect(isFit(found.bytes)).toBe(true)
    expect(read(found.bytes)).toMatchObject({ subject: 'a', text: read(bytes).text })
  })

  it('has its own text encoded where it knows nothing of MIME', async () => {
    const found = await carry(bytesOf(['Subject: a', '', '你好', '']))
    expect(isFit(found.bytes)).toBe(true)
    expect(read(found.bytes)).toMatchObject({ subject: 'a', text: '你好\n' })
    expect(found.bytes.toString()).toContain('MIME-Version: 1.0\r\n')
  })

  it.each([
    ['that is signed', ['Subject: a', 'Content-Type: multipart/signed; boundary=b', '', '--b', ...text, '--b--']],
    ['with 8-bit letters in its header', ['Subject: 你好', '', 'x']],
    ['with a header line that is too long', [`X-Long: ${'x'.repeat(1_000)}`, '', 'x']],
    [
      'with 8-bit letters between its parts',
      ['Content-Type: multipart/mixed; boundary=b', '', '你好', '--b', '', 'x', '--b--'],
    ],
  ])('goes whole where nothing of it may be changed: one %s', async (_what, lines) => {
    const bytes = bytesOf(lines)
    expect(await carry(bytes)).toEqual({ type: 'message/global', encoding: 'base64', bytes })
  })
})
