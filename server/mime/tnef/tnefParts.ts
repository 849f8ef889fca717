/** A part that is TNEF shown as the files and the text that it holds; each file is a part with a number of its own, as `2/tnef/3`. */
import type { Attachment } from '../../core/mail'
import { safeText, wellFormed } from '../header/headerText'
import { mimeLimits } from '../mimeLimits'
import { nameOfUnnamed, safeFileName } from '../read/attachmentName'
import { fileNameOf } from '../read/bodies'
import type { ByteSource } from '../read/byteSource'
import type { PartPlace } from '../read/partRange'
import type { Entity } from '../read/structure'
import type { TnefFile } from './content'
import { openDecoded } from './decodedBytes'
import { readTnef } from './readTnef'
import { isTnefType } from './tnefHolder'

export type UnpackedTnef = {
  readonly html: string | null
  readonly text: string | null
  readonly files: readonly TnefFile[]
  /** The part stays a file beside what was found in it. */
  readonly truncated: boolean
}

export function isTnef(entity: Entity): boolean {
  if (entity.children.length > 0) return false
  return isTnefType(entity.type) || fileNameOf(entity).toLowerCase() === 'winmail.dat'
}

/** Null where nothing can be taken out: the part is then a file like any other. */
export function unpackTnef(source: ByteSource, entity: Entity): UnpackedTnef | null {
  const found = readTnef(openDecoded(source, entity))
  if (found === null || (found.files.length === 0 && found.html === null && found.text === null)) return null
  return { ...found, html: shownText(found.html), text: shownText(found.text) }
}

const shownText = (text: string | null): string | null =>
  text === null ? null : wellFormed(text.slice(0, mimeLimits.textCharacters).replaceAll('\u0000', ''))

export function describeTnef(part: string, files: readonly TnefFile[]): Attachment[] {
  return files.map((file, at) => describe(`${part}/tnef/${at + 1}`, file))
}

function describe(part: string, { name, type, cid, content }: TnefFile): Attachment {
  const id = safeText(cid).replace(/^<|>$/g, '').trim().slice(0, 500)
  const size = 'start' in content ? content.end - content.start : content.length
  const safe = safeFileName(name)
  const named = safe === '' ? { name: nameOfUnnamed(type, ''), unnamed: true } : { name: safe }
  return { part, ...named, type, size, inline: true, ...(id === '' ? {} : { cid: id }) }
}

/** Where the bytes of each file lie, by its number. */
export function placesOfTnef(source: ByteSource, entity: Entity): readonly (readonly [string, PartPlace])[] {
  const found = isTnef(entity) ? unpackTnef(source, entity) : null
  if (found === null) return []
  const { start, end, encoding } = entity
  return describeTnef(entity.part, found.files).flatMap((attachment, at) => {
    const content = found.files[at]?.content
    if (content === undefined) return []
    const place = { attachment, charset: null, start, end, encoding }
    return [[attachment.part, 'start' in content ? { ...place, within: content } : { ...place, bytes: content }]]
  })
}
