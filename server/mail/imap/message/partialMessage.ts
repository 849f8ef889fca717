/** A large mail without its files: header, structure, texts and TNEF, put together so that the parser reads it as it would the whole. */
import { randomBytes } from 'node:crypto'
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow'
import type { ParsedMail } from '#server/core/mail'
import { mimeLimits } from '#server/mime/mimeLimits'
import { isTnefType } from '#server/mime/tnef/tnefHolder'
import { decodedSize, isBodyText, isInlineText, leavesOf, numberOf } from './bodyParts'

export type PartialMessage = { readonly bytes: Buffer; readonly structure: MessageStructureObject }

/** Text deps that are fetched; who has more is told that it was cut. */
const textsMost = 20
/** Encoded bytes up to which the TNEF of a mail is fetched to be unpacked; a larger one is a file like any other. */
const tnefMost = 16 * 1024 * 1024

/** Null where the mail is gone or the server does not tell its structure. */
export async function partialMessageOf(client: ImapFlow, uid: number): Promise<PartialMessage | null> {
  const head = await client.fetchOne(String(uid), { uid: true, headers: true, bodyStructure: true }, { uid: true })
  if (head === undefined || head === false || !head.bodyStructure || !head.headers) return null
  const structure = head.bodyStructure
  const leaves = leavesOf(structure)
  const named = leaves.filter((leaf) => isInlineText(leaf) && !isBodyText(leaf))
  const texts = [...leaves.filter(isBodyText), ...named].slice(0, textsMost).map(numberOf)
  const bodyParts = [
    ...texts.map((key) => ({ key, start: 0, maxLength: mimeLimits.textBytes + 1_024 })),
    ...leaves
      .filter(({ type, size = 0 }) => isTnefType(type) && size <= tnefMost)
      .slice(0, 1)
      .map((leaf) => ({ key: numberOf(leaf) })),
    ...(structure.childNodes === undefined ? [] : leaves.map((leaf) => `${numberOf(leaf)}.MIME`)),
  ]
  const body =
    bodyParts.length === 0 ? null : await client.fetchOne(String(uid), { uid: true, bodyParts }, { uid: true })
  if (body === false || body === undefined) return null
  return { bytes: Buffer.concat([head.headers, ...written(structure, body?.bodyParts ?? new Map(), true)]), structure }
}

/** The parsed skeleton with the sizes that its files really have. */
export function withSizes(parsed: ParsedMail, structure: MessageStructureObject): ParsedMail {
  const sizes = new Map(leavesOf(structure).map((leaf) => [numberOf(leaf), decodedSize(leaf)]))
  const attachments = parsed.attachments.map((file) => ({ ...file, size: sizes.get(file.part) ?? file.size }))
  return { ...parsed, attachments }
}

/** The leaf that a part's number names. */
export function leafOf(structure: MessageStructureObject, part: string): MessageStructureObject | null {
  return leavesOf(structure).find((leaf) => numberOf(leaf) === part) ?? null
}

type Deps = NonNullable<FetchMessageObject['bodyParts']>

function written(node: MessageStructureObject, deps: Deps, isRoot: boolean): readonly Buffer[] {
  if (!node.type.startsWith('multipart/') || node.childNodes === undefined) {
    return [deps.get(numberOf(node).toLowerCase()) ?? innerHead(node)]
  }
  const boundary = isRoot ? (node.parameters?.boundary ?? '') : `ep-${randomBytes(12).toString('hex')}`
  const pieces = node.childNodes.flatMap((child) => [
    Buffer.from(`\r\n--${boundary}\r\n`),
    headOf(child, deps),
    ...written(child, deps, false),
  ])
  const head = isRoot ? [] : [Buffer.from(`Content-Type: ${node.type}; boundary="${boundary}"\r\n\r\n`)]
  return [...head, ...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]
}

/** A message within is called by its subject. */
function innerHead({ envelope }: MessageStructureObject): Buffer {
  const subject = envelope?.subject?.replace(/\s+/g, ' ') ?? ''
  return subject === '' ? Buffer.alloc(0) : Buffer.from(`Subject: ${subject}\r\n\r\n`)
}

function headOf(node: MessageStructureObject, deps: Deps): Buffer {
  if (node.type.startsWith('multipart/') && node.childNodes !== undefined) return Buffer.alloc(0)
  const head = deps.get(`${numberOf(node)}.mime`) ?? Buffer.alloc(0)
  const isClosed = /\r?\n\r?\n$/.test(head.subarray(-4).toString('latin1')) || head.length === 0
  return isClosed && head.length > 0 ? head : Buffer.concat([head, Buffer.from('\r\n')])
}
