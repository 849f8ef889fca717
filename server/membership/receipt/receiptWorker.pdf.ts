/** The thread that prints one receipt and ends: fonts are cut to what it says (decision 57). */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import PdfDocument from 'pdfkit'
import subsetFont from 'subset-font'
import * as v from 'valibot'
import type { ReceiptText } from './receiptPrinter.port'

const row = v.object({ name: v.string(), value: v.string() })
const receipt = v.object({
  ...{ title: v.string(), note: v.string(), total: row },
  ...{ facts: v.array(row), lines: v.array(row) },
})

const fonts = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified'

const page = { left: 64, right: 531, labels: 150 }
const ink = { text: '#1f2329', quiet: '#646a73', rule: '#d0d3d6' }

async function cutFont(weight: 400 | 500, text: string): Promise<Buffer> {
  const file = createRequire(import.meta.url).resolve(`${fonts}-${weight}-normal.woff2`)
  return subsetFont(await readFile(file), text, { targetFormat: 'truetype' })
}

async function print(text: ReceiptText): Promise<Uint8Array> {
  const said = JSON.stringify(text)
  const document = new PdfDocument({ size: 'A4', margin: page.left, info: { Title: text.title } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  document.registerFont('text', await cutFont(400, said)).registerFont('strong', await cutFont(500, said))
  draw(document, text)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

function draw(document: PDFKit.PDFDocument, { title, facts, lines, total, note }: ReceiptText): void {
  const write = (font: 'text' | 'strong', size: number, color: string) =>
    document.font(font).fontSize(size).fillColor(color)
  const rule = () => {
    document.moveTo(page.left, document.y).lineTo(page.right, document.y).lineWidth(0.6).stroke(ink.rule)
    document.y += 14
  }
  write('strong', 22, ink.text).text(title, page.left, 72)
  document.y += 14
  rule()
  for (const { name, value } of facts) {
    const { y } = document
    write('text', 10.5, ink.quiet).text(name, page.left, y, { width: page.labels - 12 })
    const below = document.y
    write('text', 10.5, ink.text).text(value, page.left + page.labels, y, {
      width: page.right - page.left - page.labels,
    })
    document.y = Math.max(document.y, below) + 7
  }
  document.y += 7
  rule()
  for (const { name, value } of [...lines, total]) {
    const isTotal = name === total.name
    const { y } = document
    write(isTotal ? 'strong' : 'text', isTotal ? 13 : 10.5, ink.text).text(name, page.left, y, { width: 300 })
    document.text(value, page.left + 300, y, { width: page.right - page.left - 300, align: 'right' })
    document.y += 7
  }
  document.y += 7
  rule()
  write('text', 9, ink.quiet).text(note, page.left, document.y, { width: page.right - page.left })
}

parentPort?.postMessage(await print(v.parse(receipt, workerData)))
