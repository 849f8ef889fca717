/** A picture decoded and written anew, so that the file that came is not stored (TRUST S29). */
import type { Readable } from 'node:stream'
import { decodePicture } from './pictureDecoder'

export type WrittenPicture = { readonly type: string; readonly bytes: Uint8Array }

type Kept = {
  /** Media types that are taken. */
  readonly types: readonly string[]
  /** The longer side, in pixels: larger ones are made smaller. */
  readonly side: number
  /** Pixels of the file that came. */
  readonly mostPixels: number
}

/** Null for more bytes than `most`. */
export async function readPicture(stream: Readable, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.length
    if (size > most) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * Null for what is no picture of these kinds by its bytes, is broken, or has too many pixels. Throws
 * where that is not known: the decoder cannot be started, or takes too long.
 */
export async function writePicture(
  bytes: Uint8Array,
  { types, side, mostPixels }: Kept,
  decode = decodePicture,
): Promise<WrittenPicture | null> {
  const decoded = await decode(async () => bytes, { way: 'kept', types, side, mostPixels })
  if (decoded.kind === 'late') throw new Error('The picture took too long')
  return decoded.kind === 'done' ? decoded.picture : null
}
