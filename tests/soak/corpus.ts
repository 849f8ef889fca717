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

type SeenFile = { readonly name: string; readonly type: string }
type Seen = {
  readonly subject: string
  readonly sender: string
  readonly date: string
  readonly files: readonly SeenFile[]
}

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
    files: mail.attachments.map(({ name, type }) => ({ name: plain(name), type: type.toLowerCase() })),
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
    files: mail.attachments.map(({ filename, contentType }) => ({
      name: plain(filename ?? ''),
      type: contentType.toLowerCase(),
    })),
  }
}

const shown = (value: string | readonly SeenFile[]): string =>
  typeof value === 'string'
    ? value
    : value
        .map(({ name, type }) => name || `(${type})`)
        .sort()
        .join(' | ')

type Difference = {
  readonly kind: 'unnamed there' | 'another name' | 'only ours' | 'only theirs'
  readonly type: string
}

/** Each file that only one of the two lists, or lists under another name; files of one type are taken for the same. */
function differences(mine: readonly SeenFile[], other: readonly SeenFile[]): readonly Difference[] {
  const left = [...mine]
  const take = (isIt: (file: SeenFile) => boolean) => left.splice(left.findIndex(isIt) >>> 0, 1).length > 0
  const unlike = other.filter((file) => !take(({ name }) => name !== '' && name === file.name))
  const theirs = unlike.flatMap((file): Difference[] => {
    const isPair = take(({ type }) => type === file.type)
    if (!isPair) return [{ kind: 'only theirs', type: file.type }]
    return [{ kind: file.name === '' ? 'unnamed there' : 'another name', type: file.type }]
  })
  return [...theirs, ...left.map(({ type }): Difference => ({ kind: 'only ours', type }))]
}

const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
const same = { subject: 0, sender: 0, date: 0, files: 0 }
/** By kind and type: how many files, in how many messages. */
const counted = new Map<string, { files: number; messages: number }>()
let onlyNamed = 0
let slowest = 0
for (const name of names) {
  const bytes = readFileSync(join(folder, name))
  const began = performance.now()
  const mine = ours(bytes)
  slowest = Math.max(slowest, performance.now() - began)
  const other = await theirs(bytes).catch(() => null)
  for (const field of ['subject', 'sender', 'date', 'files'] as const) {
    if (other === null || shown(other[field]) === shown(mine[field])) same[field] += 1
    else console.log(`${name} ${field}\n  ours    ${shown(mine[field])}\n  theirs  ${shown(other[field])}`)
  }
  const found = other === null ? [] : differences(mine.files, other.files)
  if (found.length > 0 && found.every(({ kind }) => kind === 'unnamed there')) onlyNamed += 1
  for (const key of new Set(found.map(({ kind, type }) => `${kind}\t${type}`))) {
    const count = counted.get(key) ?? { files: 0, messages: 0 }
    count.messages += 1
    count.files += found.filter(({ kind, type }) => `${kind}\t${type}` === key).length
    counted.set(key, count)
  }
}
for (const [field, count] of Object.entries(same)) console.log(`${field}: ${count} of ${names.length} the same`)
console.log(`files: ${onlyNamed} more differ only in names that ours gives to files without one`)
for (const [key, { files, messages }] of [...counted].sort())
  console.log(`${key}\t${files} files in ${messages} messages`)
console.log(`The slowest took ${slowest.toFixed(0)} ms`)
