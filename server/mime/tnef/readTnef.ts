/** Transport Neutral Encapsulation Format (MS-OXTNEF): what Outlook hides in `winmail.dat`, read in one bounded pass (TRUST S27). */
import { mimeLimits } from '../mimeLimits'
import { type AttachmentDraft, contentOf, newAttachment, readAttachmentProperty } from './attachment'
import { decodePage, withoutNul } from './codePage'
import { decompressRtf } from './compressedRtf'
import type { TnefFile, TnefMessage } from './content'
import { type DecodedBytes, TnefFault } from './decodedBytes'
import { type Property, propertiesOf, propertyType, readNumber, readText, readValue } from './properties'
import { readRtf } from './rtf'

export type TnefResult = TnefMessage & {
  /** True when a limit or a fault of the stream cut something. */
  readonly truncated: boolean
}

const signature = 0x223e9f78
/** Attributes (MS-OXTNEF section 2.1.3.3). */
const attribute = {
  codePage: 0x00069007,
  subject: 0x00018004,
  body: 0x0002800c,
  messageProperties: 0x00069003,
  attachment: 0x00069002,
  attachmentTitle: 0x00018010,
  attachmentData: 0x0006800f,
  attachmentProperties: 0x00069005,
} as const
/** Properties (MS-OXPROPS). */
const property = { subject: 0x0037, body: 0x1000, rtf: 0x1009, html: 0x1013, internetPage: 0x3fde } as const

type Draft = {
  page: number
  internetPage: number
  subject: string
  text: string | null
  html: { readonly bytes: Buffer; readonly type: number } | null
  rtf: Buffer | null
  readonly attachments: AttachmentDraft[]
}
/** What the whole stream has cost so far; `text` is the bytes of texts that may still be held. */
type Run = { attributes: number; files: number; text: number; truncated: boolean }

/** Null where the part is no TNEF. Never throws for what the part holds. */
export function readTnef(bytes: DecodedBytes): TnefResult | null {
  const run: Run = { attributes: 0, files: 0, text: mimeLimits.tnefTextBytes, truncated: false }
  const message = readMessage(bytes, Number.MAX_SAFE_INTEGER, 0, run)
  if (message === null || !run.truncated) return message && { ...message, truncated: false }
  bytes.skipTo(Number.MAX_SAFE_INTEGER)
  return { ...message, files: message.files.map((file) => within(file, bytes.position())), truncated: true }
}

/** A stream that ends early may have promised more bytes than it has. */
function within(file: TnefFile, size: number): TnefFile {
  const { content } = file
  if (!('start' in content)) return file
  const start = Math.min(content.start, size)
  return { ...file, content: { start, end: Math.min(content.end, size) } }
}

function readMessage(bytes: DecodedBytes, end: number, depth: number, run: Run): TnefMessage | null {
  const draft: Draft = { page: 1252, internetPage: 0, subject: '', text: null, html: null, rtf: null, attachments: [] }
  try {
    if (bytes.read(6).readUInt32LE(0) !== signature) return null
  } catch (error) {
    return faultOnly(error)
  }
  try {
    readAttributes(bytes, end, depth, run, draft)
  } catch (error) {
    faultOnly(error)
    run.truncated = true
  }
  return finished(draft, run)
}

function faultOnly(error: unknown): null {
  if (error instanceof TnefFault) return null
  throw error
}

function readAttributes(bytes: DecodedBytes, end: number, depth: number, run: Run, draft: Draft): void {
  while (bytes.position() + 9 <= end) {
    const head = headOf(bytes)
    if (head === null) return
    run.attributes += 1
    if (run.attributes > mimeLimits.tnefAttributes) throw new TnefFault('too many attributes')
    const { id, length } = head
    const start = bytes.position()
    if (length > end - start) throw new TnefFault('an attribute is longer than what holds it')
    readAttribute(bytes, { id, start, end: start + length }, depth, run, draft)
    // A wrong checksum is no reason to lose what it counts.
    bytes.skipTo(Math.min(end, start + length + 2))
    if (bytes.position() < start + length) throw new TnefFault('the stream ends early')
  }
}

/** Null at the end, which a stream that has no length of its own finds by its last byte, and behind it only noise. */
function headOf(bytes: DecodedBytes): { readonly id: number; readonly length: number } | null {
  try {
    const head = bytes.read(9)
    const level = head[0] ?? 0
    return level === 1 || level === 2 ? { id: head.readUInt32LE(1), length: head.readUInt32LE(5) } : null
  } catch (error) {
    return faultOnly(error)
  }
}

type Span = { readonly id: number; readonly start: number; readonly end: number }

function readAttribute(bytes: DecodedBytes, span: Span, depth: number, run: Run, draft: Draft): void {
  const { id, start, end } = span
  const text = (most: number) => withoutNul(decodePage(bytes.read(Math.min(end - start, most)), draft.page))
  if (id === attribute.codePage) {
    if (end - start >= 4) draft.page = bytes.read(4).readUInt32LE(0) || draft.page
  } else if (id === attribute.subject) draft.subject ||= text(mimeLimits.tnefNameBytes)
  else if (id === attribute.body) draft.text ??= text(granted(run, end - start))
  else if (id === attribute.messageProperties) readMessageProperties(bytes, end, run, draft)
  else if (id === attribute.attachment) {
    run.files += 1
    if (run.files > mimeLimits.tnefFiles) throw new TnefFault('too many attachments')
    draft.attachments.push(newAttachment())
  }
  const attachment = draft.attachments.at(-1)
  if (attachment === undefined) return
  if (id === attribute.attachmentTitle) attachment.title = text(mimeLimits.tnefNameBytes)
  else if (id === attribute.attachmentData) attachment.data = { start, end }
  else if (id === attribute.attachmentProperties) {
    for (const found of propertiesOf(bytes, end)) {
      const isMessage = readAttachmentProperty(bytes, found, draft.page, attachment)
      if (!isMessage) continue
      if (depth >= mimeLimits.tnefDepth) run.truncated = true
      else attachment.message = readMessage(bytes, found.end, depth + 1, run)
    }
  }
}

/** How many of `wanted` bytes of text may be held. */
function granted(run: Run, wanted: number): number {
  const count = Math.min(wanted, run.text, mimeLimits.tnefValueBytes)
  if (count < wanted) run.truncated = true
  run.text -= count
  return count
}

function readMessageProperties(bytes: DecodedBytes, end: number, run: Run, draft: Draft): void {
  const most = (found: Property) => granted(run, found.end - found.start)
  for (const found of propertiesOf(bytes, end)) {
    if (found.id === property.subject) draft.subject = readText(bytes, found, draft.page) || draft.subject
    else if (found.id === property.body) draft.text = readText(bytes, found, draft.page, most(found)) || draft.text
    else if (found.id === property.internetPage) draft.internetPage = readNumber(bytes, found)
    else if (found.id === property.html) draft.html = { bytes: readValue(bytes, found, most(found)), type: found.type }
    else if (found.id === property.rtf && found.type === propertyType.binary)
      draft.rtf = readValue(bytes, found, most(found))
  }
}

function finished(draft: Draft, run: Run): TnefMessage {
  const rtf = draft.html === null && draft.rtf !== null ? decompressRtf(draft.rtf, run.text) : null
  run.text -= rtf?.length ?? 0
  const body = rtf && readRtf(rtf)
  const text = draft.text ?? (body?.kind === 'text' ? body.body : null)
  return {
    subject: draft.subject,
    html: htmlOf(draft) ?? (body?.kind === 'html' ? body.body : null),
    text: text?.replace(/\r\n?/g, '\n').trimEnd() || null,
    files: draft.attachments.flatMap(contentOf),
  }
}

/** As bytes the HTML is in the internet code page; as a string, in that of the property's type. */
function htmlOf({ html, internetPage, page }: Draft): string | null {
  if (html === null || html.bytes.length === 0) return null
  const isString = html.type === propertyType.string8
  const used = html.type === propertyType.unicode ? 1200 : isString || internetPage === 0 ? page : internetPage
  return withoutNul(decodePage(html.bytes, used))
}
