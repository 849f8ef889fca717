/** A picture decoded and written anew, so that the file that came is not stored (TRUST S29). */
import type { Readable } from 'node:stream'
import { makeKeyedSemaphore } from '../locks/keyedSemaphore'
import { pictureType } from './pictureType'

export type WrittenPicture = { readonly type: string; readonly bytes: Uint8Array }

type Kept = {
  /** Media types that are taken. */
  readonly types: readonly string[]
  /** The longer side, in pixels: larger ones are made smaller. */
  readonly side: number
  /** Pixels of the file that came. */
  readonly mostPixels: number
}

/** Pictures that are decoded at once by one gateway, each with up to 100 MB of pixels. */
const atOnce = 2
const decodeSeconds = 10
const turns = makeKeyedSemaphore()

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
 * where that is not known: the decoder cannot be loaded, or takes too long.
 */
export async function writePicture(
  bytes: Uint8Array,
  kept: Kept,
  load: () => Promise<unknown> = () => import('sharp'),
): Promise<WrittenPicture | null> {
  if (!kept.types.includes(pictureType(bytes) ?? '')) return null
  return turns(
    'picture',
    async () => atOnce,
    async () => {
      await load()
      return written(bytes, kept).catch((error: unknown) => {
        if (error instanceof Error && error.message.includes('timeout')) throw error
        return null
      })
    },
  )
}

/** The work is done by threads of libuv; the library is loaded with the first picture. */
async function written(bytes: Uint8Array, { side, mostPixels }: Kept): Promise<WrittenPicture> {
  const { default: sharp } = await import('sharp')
  // Of an animation the first frame alone is read; EXIF turns the picture, and goes.
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'truncated' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: decodeSeconds })
  const { hasAlpha } = await picture.metadata()
  if (hasAlpha) return { type: 'image/png', bytes: await picture.png({ palette: true }).toBuffer() }
  return { type: 'image/jpeg', bytes: await picture.jpeg({ quality: 85 }).toBuffer() }
}
