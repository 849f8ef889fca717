/** Small true files for the demo mails: a PDF that opens, a picture, a table, a packed workbook. */
import { deflateSync } from 'node:zlib'
import type { DemoFile } from './demoMail'
import { crc32, zipOf } from './zip'

/** A PDF of one page (ISO 32000-1) with these lines, which must be ASCII. */
export function pdfFile(name: string, lines: readonly string[]): DemoFile {
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n')
  const content = `BT /F1 14 Tf 60 780 Td 22 TL\n${escaped}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`
  return { name, type: 'application/pdf', bytes: Buffer.from(text, 'latin1') }
}

/** A workbook of one sheet (ECMA-376) with texts and numbers. */
export function xlsxFile(name: string, rows: readonly (readonly (string | number)[])[]): DemoFile {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
  const sheetRows = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const office = 'http://schemas.openxmlformats.org'
  const relation = `${office}/officeDocument/2006/relationships`
  const main = `${office}/spreadsheetml/2006/main`
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const parts: readonly (readonly [string, string])[] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', `<worksheet xmlns="${main}"><sheetData>${sheetRows}</sheetData></worksheet>`],
  ]
  return { name, type: `${kind}.sheet`, bytes: zipOf(parts.map(([path, xml]) => [path, Buffer.from(head + xml)])) }
}

/** A PNG of bars, as a chart in a report has them; heights from 0 to 1. */
export function chartFile(name: string, cid: string, heights: readonly number[]): DemoFile {
  const [width, height, gap] = [heights.length * 40, 160, 6]
  const lines: Buffer[] = []
  for (let y = 0; y < height; y++) {
    const line = Buffer.alloc(1 + width * 3, 250)
    line[0] = 0
    for (let x = 0; x < width; x++) {
      const bar = heights[Math.floor(x / 40)] ?? 0
      const isInside = x % 40 >= gap && x % 40 < 40 - gap && y >= height * (1 - bar)
      if (isInside) line.set([47, 107, 255], 1 + x * 3)
    }
    lines.push(line)
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const pixels = deflateSync(Buffer.concat(lines))
  const chunks = [pngChunk('IHDR', size), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.of())]
  return { name, type: 'image/png', cid, bytes: Buffer.concat([signature, ...chunks]) }
}

function pngChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
