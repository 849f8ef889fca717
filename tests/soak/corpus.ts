/** Reads each `.eml` of a folder and compares it with mailparser: `node --import tsx tests/soak/corpus.ts FOLDER`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { openSource } from '../../server/mime/read/byteSource'
import { readMail } from '../../server/mime/read/readMail'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Type the folder of .eml files.')
  process.exit(2)
}

type Seen = { readonly subject: string; readonly sender: string; readonly date: string; readonly files: string }

const plain = (text: string): string =>
  text
    .replace(/\p{Cc}|[\u200e\u200f\u202a-\u202e\ufeff]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
const day = (time: number | undefined): string =>
  time === undefined || Number.isNaN(time) ? '' : new Date(time).toISOString()

function ours(bytes: Buffer): Seen {
  const mail = readMail(openSource({ bytes }), [])
  return {
    subject: plain(mail.subject),
    sender: plain(`${mail.from.name} <${mail.from.address}>`),
    date: day(mail.sentAt ?? undefined),
    files: mail.attachments
      .map(({ name, type }) => plain(name) || `(${type})`)
      .sort()
      .join(' | '),
  }
}

async function theirs(bytes: Buffer): Promise<Seen> {
  const mail = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true })
  const from = mail.from?.value[0]
  const date = mail.headers.has('date') ? day(mail.date?.getTime()) : ''
  return {
    subject: plain(mail.subject ?? ''),
    sender: plain(`${from?.name ?? ''} <${from?.address ?? ''}>`),
    date,
    files: mail.attachments
      .map(({ filename, contentType }) => plain(filename ?? '') || `(${contentType})`)
      .sort()
      .join(' | '),
  }
}

const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
const same = { subject: 0, sender: 0, date: 0, files: 0 }
let slowest = 0
for (const name of names) {
  const bytes = readFileSync(join(folder, name))
  const began = performance.now()
  const mine = ours(bytes)
  slowest = Math.max(slowest, performance.now() - began)
  const other = await theirs(bytes).catch(() => null)
  for (const field of ['subject', 'sender', 'date', 'files'] as const) {
    if (other === null || other[field] === mine[field]) same[field] += 1
    else console.log(`${name} ${field}\n  ours    ${mine[field]}\n  theirs  ${other[field]}`)
  }
}
for (const [field, count] of Object.entries(same)) console.log(`${field}: ${count} of ${names.length} the same`)
console.log(`The slowest took ${slowest.toFixed(0)} ms`)
