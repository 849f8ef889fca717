/** The outlines of a PDF's fonts: a damaged subset shows nothing though its text is found. */
import { inflateSync } from 'node:zlib'

/** Every stream of a PDF, inflated where it is packed so. */
function streamsOf(pdf: Buffer): readonly Buffer[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: start }) => {
    const from = index + start.length
    const bytes = pdf.subarray(from, text.indexOf('endstream', from))
    return bytes[0] === 0x78 ? inflateSync(bytes) : bytes
  })
}

/** Bytes of each glyph's outline (TrueType `loca` and `glyf`). */
function outlinesOf(font: Buffer): readonly Buffer[] {
  const table = (tag: string) => {
    const rows = Array.from({ length: font.readUInt16BE(4) }, (_, at) => font.subarray(12 + at * 16, 28 + at * 16))
    const row = rows.find((it) => it.toString('latin1', 0, 4) === tag)
    if (!row) throw new Error(`The font has no ${tag}`)
    return font.subarray(row.readUInt32BE(8), row.readUInt32BE(8) + row.readUInt32BE(12))
  }
  const [loca, glyf, head] = [table('loca'), table('glyf'), table('head')]
  const isLong = head.readInt16BE(50) === 1
  const count = loca.length / (isLong ? 4 : 2)
  const at = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  return Array.from({ length: count - 1 }, (_, glyph) => glyf.subarray(at(glyph), at(glyph + 1)))
}

/** By character what a font of the PDF draws for it: the bytes of its outline. */
export function drawnCharacters(pdf: Buffer): readonly ReadonlyMap<string, Buffer>[] {
  const streams = streamsOf(pdf)
  const fonts = streams.filter((it) => it.readUInt32BE(0) === 0x00010000 || it.toString('latin1', 0, 4) === 'true')
  const maps = streams.map((it) => it.toString('latin1')).filter((it) => it.includes('beginbfrange'))
  return fonts.map((font, at) => {
    const codes = [...(maps[at] ?? '').matchAll(/\[([^\]]*)\]/g)].flatMap(
      ([, list = '']) => list.match(/[0-9a-f]+/gi) ?? [],
    )
    const outlines = outlinesOf(font)
    return new Map(
      codes.map((code, glyph) => {
        const character = Buffer.from(code, 'hex').swap16().toString('utf16le')
        return [character, outlines[glyph] ?? Buffer.alloc(0)]
      }),
    )
  })
}
