/** One message read into the domain's words; pure work on bytes, run within the worker. */
import type { Attachment, ParsedMail } from '../../core/mail'
import { readAddresses } from '../header/addressList'
import { authenticationOf } from '../header/authentication'
import { fieldOf, type HeaderField, readFields } from '../header/headerFields'
import { decodeHeader, safeText } from '../header/headerText'
import { readDate } from '../header/mailDate'
import { shownSender } from '../header/shownSender'
import { mimeLimits } from '../mimeLimits'
import { tnefHolder } from '../tnef/tnefHolder'
import { describeTnef, isTnef, placesOfTnef, type UnpackedTnef, unpackTnef } from '../tnef/tnefParts'
import { nameOfUnnamed, safeFileName, withDistinctNames } from './attachmentName'
import { type Bodies, fileNameOf, previewOf, readBodies } from './bodies'
import type { ByteSource } from './byteSource'
import type { PartPlace } from './partRange'
import { contentIdOf, linkPictures, locationsOf } from './pictureLinks'
import { readReceipt } from './readReceipt'
import { type Entity, readStructure } from './structure'
import { decodeAll, decoding } from './transferDecoding'

export function readMail(source: ByteSource, trustedAuthServIds: readonly string[]): ParsedMail {
  const { root, truncated } = readStructure(source)
  const own = readBodies(source, root)
  const unpacked = unpackedOf(source, own)
  const bodies = { ...own, ...bodyOf(own, unpacked) }
  const hint = charsetHint(root)
  const envelope = readEnvelope(root.fields, hint, trustedAuthServIds)
  const described = describedFiles(source, own, unpacked, hint)
  const { html, attachments } = linkPictures(bodies.html, described, locationsOf(root, own.files, hint))
  const displayed = readReceipt(source, root)
  return {
    ...envelope,
    html,
    text: bodies.text,
    preview: previewOf(bodies),
    attachments: withDistinctNames(attachments),
    ...(displayed === undefined ? {} : { displayed }),
    readable: true,
    truncated:
      truncated ||
      bodies.truncated ||
      envelope.truncated ||
      [...unpacked.values()].some((one) => one?.truncated === true),
  }
}

type Unpacked = ReadonlyMap<Entity, UnpackedTnef | null>

const unpackedOf = (source: ByteSource, { files }: Bodies): Unpacked =>
  new Map(files.filter(isTnef).map((entity) => [entity, unpackTnef(source, entity)]))

function describedFiles(source: ByteSource, { files }: Bodies, unpacked: Unpacked, hint: string | null): Attachment[] {
  return files.flatMap((entity) => {
    const found = unpacked.get(entity) ?? null
    const inside = found === null ? [] : describeTnef(entity.part, found.files)
    return found === null || found.truncated ? [describePart(source, entity, hint), ...inside] : inside
  })
}

/** What the mail shows: its own text, or where that is empty the one that TNEF holds. */
function bodyOf({ html, text }: Bodies, unpacked: Unpacked) {
  if ((html ?? '').trim() !== '' || (text ?? '').trim() !== '') return { html, text }
  for (const found of unpacked.values()) {
    if (found !== null && (found.html ?? found.text) !== null) return { html: found.html, text: found.text }
  }
  return { html, text }
}

/** Where the bytes of some parts lie, by their numbers; what the message does not have is left out. */
export function findParts(source: ByteSource, parts: readonly string[]): ReadonlyMap<string, PartPlace> {
  const wanted = new Set(parts)
  const holders = new Set(parts.map((part) => tnefHolder(part)))
  const found = new Map<string, PartPlace>()
  const { root } = readStructure(source)
  const queue: Entity[] = [root]
  for (let entity = queue.pop(); entity !== undefined; entity = queue.pop()) {
    if (wanted.has(entity.part) && !entity.type.startsWith('multipart/') && !found.has(entity.part)) {
      const encoding = entity.children.length > 0 ? 'binary' : entity.encoding
      const attachment = describePart(source, entity)
      found.set(entity.part, { attachment, charset: entity.charset, start: entity.start, end: entity.end, encoding })
    }
    if (holders.has(entity.part))
      for (const [part, place] of placesOfTnef(source, entity)) if (wanted.has(part)) found.set(part, place)
    queue.push(...entity.children)
  }
  return [...found.values()].some(({ attachment }) => attachment.unnamed) ? withNamesOfAll(source, root, found) : found
}

/** A name that was made up has its number among all files of the mail. */
function withNamesOfAll(
  source: ByteSource,
  root: Entity,
  found: ReadonlyMap<string, PartPlace>,
): ReadonlyMap<string, PartPlace> {
  const own = readBodies(source, root)
  const files = withDistinctNames(describedFiles(source, own, unpackedOf(source, own), charsetHint(root)))
  const names = new Map(files.map(({ part, name }) => [part, name]))
  return new Map(
    [...found].map(([part, place]) => {
      const { attachment } = place
      return [part, { ...place, attachment: { ...attachment, name: names.get(part) ?? attachment.name } }]
    }),
  )
}

/** What the header alone tells. */
export function readEnvelope(
  fields: readonly HeaderField[],
  hint: string | null,
  trustedAuthServIds: readonly string[],
) {
  const addresses = (name: string) => {
    const raw = fields.filter((field) => field.name.toLowerCase() === name).map((field) => field.value)
    return readAddresses(raw.join(', '), hint, mimeLimits.recipients)
  }
  const { sender, truncated } = shownSender(fields, hint)
  const lists = [addresses('to'), addresses('cc'), addresses('bcc'), addresses('reply-to')] as const
  const ids = (name: string) => messageIds(fieldOf(fields, name) ?? '')
  return {
    from: sender,
    to: lists[0].list,
    cc: lists[1].list,
    bcc: lists[2].list,
    replyTo: lists[3].list,
    subject: decodeHeader(fieldOf(fields, 'subject') ?? '', hint).slice(0, mimeLimits.subjectCharacters),
    sentAt: readDate(fieldOf(fields, 'date')),
    messageId: ids('message-id')[0] ?? null,
    inReplyTo: ids('in-reply-to')[0] ?? null,
    references: ids('references').slice(-mimeLimits.references),
    urgent: isUrgent(fields),
    receiptRequested: fieldOf(fields, 'disposition-notification-to') !== null,
    unsubscribe: unsubscribeOf(fieldOf(fields, 'list-unsubscribe') ?? ''),
    authentication: authenticationOf(fields, trustedAuthServIds, sender.address),
    headers: fields.slice(0, mimeLimits.headerFields).map((field) => ({
      name: field.name,
      value: decodeHeader(field.value.slice(0, mimeLimits.headerCharacters), hint),
    })),
    truncated: lists.some((list) => list.truncated) || truncated || fields.length > mimeLimits.headerFields,
  }
}

/** As its sender describes it; `inline` is whatever is not called an attachment. */
function describePart(source: ByteSource, entity: Entity, hint: string | null = null): Attachment {
  const contentId = contentIdOf(fieldOf(entity.fields, 'content-id') ?? '', hint)
  const type = entity.type.slice(0, 200)
  const name = safeFileName(fileNameOf(entity))
  return {
    part: entity.part,
    ...(name === '' ? { name: nameOfUnnamed(type, subjectWithin(source, entity)), unnamed: true } : { name }),
    type,
    size: decodedSize(source, entity),
    inline: entity.disposition !== 'attachment',
    ...(contentId === '' ? {} : { cid: contentId }),
  }
}

/** Bytes of an encoded message within in which its subject is looked for. */
const innerHeadBytes = 65_536

/** The subject of a message within; '' for any other part. */
function subjectWithin(source: ByteSource, entity: Entity): string {
  if (!/^message\/(?:rfc822|global)$/.test(entity.type)) return ''
  const [inner] = entity.children
  if (inner !== undefined) return decodeHeader(fieldOf(inner.fields, 'subject') ?? '', charsetHint(inner))
  const start = source.read(entity.start, Math.min(entity.end, entity.start + innerHeadBytes))
  const [head = ''] = decodeAll(start, entity.encoding)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)
  return decodeHeader(fieldOf(readFields(head), 'subject') ?? '', null)
}

function decodedSize(source: ByteSource, entity: Entity): number {
  if (entity.children.length > 0) return entity.end - entity.start
  const step = decoding(entity.encoding)
  let size = 0
  for (let at = entity.start; at < entity.end; at += mimeLimits.chunkBytes) {
    size += step.push(source.read(at, Math.min(entity.end, at + mimeLimits.chunkBytes))).length
  }
  return size + step.end().length
}

function charsetHint(root: Entity): string | null {
  let entity: Entity | undefined = root
  while (entity !== undefined && entity.charset === null) entity = entity.children[0]
  return entity?.charset ?? null
}

function messageIds(raw: string): string[] {
  const ids = [...raw.slice(0, 100_000).matchAll(/<([^<>\s]{1,900})>/g)].map((found) => safeText(`<${found[1] ?? ''}>`))
  const bare = raw.trim().split(/\s+/)[0] ?? ''
  return ids.length > 0 ? ids : bare.includes('@') && bare.length < 900 ? [safeText(`<${bare}>`)] : []
}

function isUrgent(fields: readonly HeaderField[]): boolean {
  if (/^\s*[12](?:\D|$)/.test(fieldOf(fields, 'x-priority') ?? '')) return true
  if (
    /^\s*high\b/i.test(fieldOf(fields, 'importance') ?? '') ||
    /^\s*high\b/i.test(fieldOf(fields, 'x-msmail-priority') ?? '')
  )
    return true
  return /^\s*urgent\b/i.test(fieldOf(fields, 'priority') ?? '')
}

function unsubscribeOf(raw: string): string | null {
  const links = [...raw.slice(0, 20_000).matchAll(/<\s*((?:https|mailto):[^<>]{1,2000})>/gi)].map((found) =>
    safeText((found[1] ?? '').replace(/\s/g, '')),
  )
  return (
    links.find((link) => /^https:/i.test(link) && URL.canParse(link)) ??
    links.find((link) => /^mailto:/i.test(link)) ??
    null
  )
}
