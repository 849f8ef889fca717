import { describe, expect, it } from 'vitest'
import { openMimeReader } from '#server/mime'
import { openSource } from '#server/mime/read/byteSource'
import { openPart } from '#server/mime/read/partStream'
import { findParts } from '#server/mime/read/readMail'
import { decompressRtf } from '#server/mime/tnef/compressedRtf'
import { readRtf } from '#server/mime/tnef/rtf'
import { embedded, plainRtf, tnef, tnefTypes as type, winmail } from '#tests/support/mail/tnefWriter'
import { read } from './reading'

const pdf = Buffer.from('%PDF-1.4 \u00e9 and so on')
const picture = Buffer.from('89504e470d0a1a0a', 'hex')
const html = '<p>Grüße</p><img src="cid:p1@x">'
const report = {
  title: Buffer.from('BERICH~1.PDF'),
  data: pdf,
  properties: [
    { id: 0, type: type.unicode, value: 'x', name: 'Named' },
    { id: 0x3707, type: type.unicode, value: '报告 2026.pdf' },
    { id: 0x370e, type: type.string8, value: 'application/pdf' },
  ],
}
const logo = {
  properties: [
    { id: 0x3704, type: type.string8, value: 'logo.png' },
    { id: 0x370e, type: type.unicode, value: 'image/png' },
    { id: 0x3712, type: type.unicode, value: 'p1@x' },
    { id: 0x3714, type: type.long, value: 4 },
    { id: 0x3701, type: type.binary, value: picture },
  ],
}

async function contentOf(mail: Buffer, part: string): Promise<Buffer> {
  const place = findParts(openSource({ bytes: mail }), [part]).get(part)
  if (place === undefined) throw new Error(`no part ${part}`)
  return Buffer.concat(await openPart({ bytes: mail }, place).toArray())
}

describe('winmail.dat', () => {
  const body = [
    { id: 0x1013, type: type.binary, value: Buffer.from(html, 'latin1') },
    { id: 0x3fde, type: type.long, value: 1252 },
  ]
  const mail = winmail(tnef(body, [report, logo]))

  it('is shown as the files and the text that it holds', () => {
    const { attachments, html: shown, preview, truncated } = read(mail)
    expect(attachments).toEqual([
      { part: '2/tnef/1', name: '报告 2026.pdf', type: 'application/pdf', size: pdf.length, inline: false },
      { part: '2/tnef/2', name: 'logo.png', type: 'image/png', size: 8, inline: true, cid: 'p1@x' },
    ])
    expect({ shown, preview, truncated }).toEqual({ shown: html, preview: 'Grüße', truncated: false })
  })
  it('gives each file’s own bytes, also through the worker', async () => {
    expect(await contentOf(mail, '2/tnef/1')).toEqual(pdf)
    expect(await contentOf(mail, '2/tnef/2')).toEqual(picture)
    const reader = openMimeReader({ workers: 1 })
    try {
      const found = await reader.part({ bytes: mail }, '2/tnef/1')
      expect(found?.attachment).toMatchObject({ part: '2/tnef/1', name: '报告 2026.pdf', size: pdf.length })
      expect(Buffer.concat((await found?.stream.toArray()) ?? [])).toEqual(pdf)
    } finally {
      await reader.close()
    }
    expect((await contentOf(mail, '2')).readUInt32LE(0)).toBe(0x223e9f78)
    const absent = ['2/tnef/3', '2/tnef/0', '1/tnef/1', '7/tnef/1']
    expect([...findParts(openSource({ bytes: mail }), [...absent, '2/tnef/1', '2']).keys()].sort()).toEqual([
      '2',
      '2/tnef/1',
    ])
  })
  it('gives a file of megabytes whole, from whichever chunk it lies in', async () => {
    const large = Buffer.alloc(3_000_000, 'abcdefg')
    const filed = winmail(tnef([], [report, { title: Buffer.from('big.bin'), data: large }, report]))
    expect((await contentOf(filed, '2/tnef/2')).equals(large)).toBe(true)
    expect(await contentOf(filed, '2/tnef/3')).toEqual(pdf)
  })
  it('leaves the mail’s own text where it has one', () => {
    const { text, html: shown, attachments } = read(winmail(tnef(body, [report]), 'Own words'))
    expect({ text, shown, names: attachments.map(({ name }) => name) }).toEqual({
      text: 'Own words',
      shown: null,
      names: ['报告 2026.pdf'],
    })
  })
  it('is known by its other type and by its name alone', () => {
    for (const kind of ['application/vnd.ms-tnef', 'application/octet-stream'])
      expect(
        read(winmail(tnef([], [report]), '', kind)).attachments.map(({ part }) => part),
        kind,
      ).toEqual(['2/tnef/1'])
  })
  it('stays a file where nothing can be taken out, and beside what was taken out of a broken one', () => {
    const names = (stream: Buffer) => read(winmail(stream, 'x')).attachments.map(({ name }) => name)
    expect(names(Buffer.from('no TNEF at all'))).toEqual(['winmail.dat'])
    expect(names(tnef([]))).toEqual(['winmail.dat'])
    const cut = tnef([], [report, { title: Buffer.from('b.bin'), data: Buffer.alloc(5_000) }]).subarray(0, -3_000)
    expect(names(cut)).toEqual(['winmail.dat', '报告 2026.pdf', 'b.bin'])
    expect(read(winmail(cut)).truncated).toBe(true)
  })
  it('reads names and texts in the code page that it states', () => {
    const named = tnef(
      [{ id: 0x1000, type: type.string8, value: Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0]) }],
      [{ title: Buffer.from([0xb1, 0xa8, 0xb8, 0xe6, 0x2e, 0x64, 0x6f, 0x63, 0]), data: pdf }],
      936,
    )
    const { text, attachments } = read(winmail(named))
    expect({ text, name: attachments[0]?.name }).toEqual({ text: '你好', name: '报告.doc' })
  })
  it('S10: a name with directories and controls is made safe', () => {
    const named = tnef([], [{ title: Buffer.from('..\\..\\a/b\u0007.exe'), data: pdf }])
    expect(read(winmail(named)).attachments[0]?.name).toBe('b.exe')
  })
  it('shows a message within it as a message, and the files of that one beside it', async () => {
    const inner = tnef(
      [
        { id: 0x37, type: type.unicode, value: '会议 Agenda' },
        { id: 0x1000, type: type.unicode, value: 'See the report' },
      ],
      [report],
    )
    const holder = { properties: [{ id: 0x3701, type: type.object, value: embedded(inner) }] }
    const outer = winmail(tnef([], [holder, logo]))
    const { attachments } = read(outer)
    expect(attachments.map(({ name }) => name)).toEqual(['会议 Agenda.eml', '报告 2026.pdf', 'logo.png'])
    const message = read(await contentOf(outer, '2/tnef/1'))
    expect(message).toMatchObject({ subject: '会议 Agenda', text: expect.stringContaining('See the report') })
    expect(await contentOf(outer, '2/tnef/2')).toEqual(pdf)
  })
})

describe('compressed RTF', () => {
  /** The two examples of MS-OXRTFCP section 4. */
  const hello = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0'
  const crossing = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0'
  it('is unpacked as its specification shows', () => {
    expect(decompressRtf(Buffer.from(hello, 'hex'), 1_000)?.toString()).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    )
    expect(decompressRtf(Buffer.from(crossing, 'hex'), 1_000)?.toString()).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}')
    expect(decompressRtf(Buffer.from(crossing, 'hex'), 10)?.toString()).toBe('{\\rtf1 WXY')
    expect(decompressRtf(Buffer.from('short'), 10)).toBeNull()
  })
  it('is the text of a mail that has no other', () => {
    const rtf = Buffer.from(hello, 'hex')
    const { text, attachments } = read(winmail(tnef([{ id: 0x1009, type: type.binary, value: rtf }])))
    expect({ text, attachments }).toEqual({ text: 'hello world', attachments: [] })
  })
  it('gives back the HTML that it encapsulates', () => {
    const rtf =
      '{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset134 SimSun;}}' +
      "{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Gr\\'fc\\u223 ?e \\f1\\'c4\\'e3\\htmlrtf \\f0}\\htmlrtf0 {\\*\\htmltag72 </p>}\\htmlrtf\\par\\htmlrtf0 }"
    const { html: shown } = read(winmail(tnef([{ id: 0x1009, type: type.binary, value: plainRtf(rtf) }])))
    expect(shown).toBe('<p>Grüße 你</p>')
  })
  it('is read as words, without tables of fonts, pictures and notes for programs', () => {
    const rtf =
      '{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator X;}{\\info{\\title T}}One\\par \\b Two\\b0\\tab \\{3\\} \\~{\\pict 00ff}\\emdash\\par}'
    expect(readRtf(Buffer.from(rtf))).toEqual({ kind: 'text', body: 'One\nTwo\t{3} \u00a0—' })
    expect(readRtf(Buffer.from('no rtf'))).toBeNull()
  })
})
