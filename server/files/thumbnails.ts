/**
 * Small pictures of pictures. Pixels (by the header) and bytes are judged before any is decoded, in
 * a process with bounds of time and memory (TRUST S27, S29).
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Form } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/files/transfers'
import { type FileEntry, fileLimits } from '../../src/contract/files/fileRules'
import type { AccountId } from '../core/account'
import type { OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import { makeOwnTurns } from '../kit/locks/ownTurns'
import { decodePicture } from '../kit/pictures/pictureDecoder'
import { type TicketChecks, ticketOwner } from '../session/tickets/tickets'
import type { FileBook, Thumbnail } from './fileBook.store'
import { fileOf, openFile } from './fileTransfers'

export const thumbnailLimits = {
  /** Pixels of a side. */
  side: 240,
  /** Pixels and bytes of a picture that one is made of. */
  pixels: 50_000_000,
  bytes: 32 * 1024 * 1024,
  /** Milliseconds until one that took too long is tried again, and how many of them are known. */
  lateMs: 5 * 60_000,
  mostLate: 1_000,
} as const

/** Kinds that are decoded; SVG is none of them, and a bitmap is shown as an icon. */
const decoded: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** As many wait as a page shows. */
const ownTurns = makeOwnTurns(fileLimits.pageRows)

/** When the pictures of files took too long, by the id of the file; the oldest comes first. */
const late = new Map<string, number>()

const none: Thumbnail = { type: '', bytes: Buffer.alloc(0) }

/**
 * Of no type where the bytes are no such picture, are broken, or have too many pixels; null where
 * that is not known, for it took too long. Bytes are read in turn: those that wait take no memory.
 */
export async function makeThumbnail(
  read: () => Promise<Uint8Array>,
  { pixels = thumbnailLimits.pixels as number, decode = decodePicture } = {},
): Promise<Thumbnail | null> {
  const { side } = thumbnailLimits
  const made = await decode(read, { way: 'small', types: decoded, side, mostPixels: pixels })
  if (made.kind === 'late') return null
  return made.kind === 'done' ? made.picture : none
}

export type ThumbnailDeps = {
  readonly files: FileBook
  readonly clock: Clock
  readonly make?: (read: () => Promise<Uint8Array>) => Promise<Thumbnail | null>
}

export const makeFileThumbnail =
  (deps: TicketChecks & ThumbnailDeps) =>
  async ({ sid, id }: Form<typeof entries.fileThumbnail>): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    return thumbnailOf(deps, account.id, await fileOf(deps.files, account.id, id))
  }

/** Throws `notFound` where none can be made, `tooManyTries` where too many wait. */
export async function thumbnailOf(
  deps: ThumbnailDeps,
  account: AccountId,
  entry: FileEntry,
  /** Whose turns: guests keep none of its owner's. */
  asker: string = account,
): Promise<OutgoingFile> {
  if (!decoded.includes(entry.type) || entry.size > thumbnailLimits.bytes) throw new Refusal('notFound')
  const known = await deps.files.thumbnail(account, entry.id)
  const turn = known === null ? await ownTurns(asker, () => madeOnce(deps, account, entry)) : null
  if (known === null && turn === null) throw new Refusal('tooManyTries')
  const { type, bytes } = known ?? turn?.result ?? none
  if (type === '') throw new Refusal('notFound')
  const stream = Readable.from([Buffer.from(bytes)])
  return { name: 'thumbnail.webp', type, size: bytes.length, stream, inline: true }
}

async function madeOnce(
  { files, clock, make = makeThumbnail }: ThumbnailDeps,
  account: AccountId,
  entry: FileEntry,
): Promise<Thumbnail | null> {
  if (clock.now() - (late.get(entry.id) ?? -Infinity) < thumbnailLimits.lateMs) return null
  const known = await files.thumbnail(account, entry.id)
  if (known !== null) return known
  const made = await make(async () => buffer(await openFile(files, account, entry)))
  late.delete(entry.id)
  if (made !== null) await files.keepThumbnail(account, entry.id, made)
  else late.set(entry.id, clock.now())
  for (const id of [...late.keys()].slice(0, -thumbnailLimits.mostLate)) late.delete(id)
  return made
}
