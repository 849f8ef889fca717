/** Files of a share, within the visit of a guest (docs/decisions/0069, TRUST S9, S21). */
import { pipeline, Transform } from 'node:stream'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/sending/sharedFiles'
import { shareLimits } from '#contract/shares/shareRules'
import type { OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import { asGuestSees, type GuestDeps, type GuestFrom, over, visited } from './guests'
import type { SizedFile } from './sharedFiles.port'
import { chosenOf } from './shares'
import type { Share } from './shares.store'

/** Counts bytes to what one share gives, those not sent aside; throws where that is used up. */
async function counted(deps: GuestDeps, { id }: Share, { bytes, open }: SizedFile): Promise<OutgoingFile> {
  if (!(await deps.shares.send(id, bytes, shareLimits.sentBytes))) throw over('usedUp')
  const giveBack = (left: number) => deps.shares.send(id, -left, shareLimits.sentBytes)
  const file = await open().catch(async (error: unknown) => {
    await giveBack(bytes)
    throw error
  })
  let given = 0
  const stream = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      given += piece.length
      done(null, piece)
    },
  })
  stream.once('close', () => {
    // Where this fails they count as sent.
    if (!stream.readableEnded && given < bytes) void giveBack(bytes - given).catch(() => undefined)
  })
  pipeline(file.stream, stream, () => undefined)
  return { ...file, stream }
}

export const makeSharedFolder =
  (deps: GuestDeps) =>
  async (
    { visit, folder, cursor }: Form<typeof entries.sharedFolder>,
    from: GuestFrom,
  ): Promise<Reply<typeof entries.sharedFolder>> => {
    const { share } = await visited(deps, visit, from)
    const page = await deps.sharedFiles.folder(chosenOf(share), folder, cursor)
    return { files: page.entries.map(asGuestSees), path: [...page.path], next: page.next, total: page.total }
  }

export const makeDownloadSharedFile =
  (deps: GuestDeps) =>
  async (
    { visit, id }: Form<typeof entries.downloadSharedFile>,
    from: GuestFrom & { readonly headers: Readonly<Record<string, string | undefined>> },
  ): Promise<OutgoingFile> => {
    const { share } = await visited(deps, visit, from)
    return counted(deps, share, await deps.sharedFiles.file(chosenOf(share), id, from.headers))
  }

export const makeZipShared =
  (deps: GuestDeps) =>
  async ({ visit, ids }: Form<typeof entries.zipShared>, from: GuestFrom): Promise<OutgoingFile> => {
    const { share } = await visited(deps, visit, from)
    // Of a message no archive is made.
    if (share.files.length === 0) throw new Refusal('notFound')
    return counted(deps, share, await deps.sharedFiles.zip(chosenOf(share), ids))
  }

export const makeSharedThumbnail =
  (deps: GuestDeps) =>
  async ({ visit, id }: Form<typeof entries.sharedThumbnail>, from: GuestFrom): Promise<OutgoingFile> => {
    const { share } = await visited(deps, visit, from)
    return deps.sharedFiles.thumbnail(chosenOf(share), id)
  }
