/** Files on their way in and out; what a file is its bytes say (TRUST S9, S10, S27). */

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/files/transfers'
import { type FileEntry, fileLimits } from '../../src/contract/files/fileRules'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { askedRange, type OutgoingFile } from '../core/outgoingFile'
import { Refusal } from '../core/refusal'
import type { UploadStore } from '../drafts/uploads/uploads.store'
import { guessText } from '../kit/charset'
import type { Checkpoint } from '../kit/checkpoint'
import { distinctFileNames } from '../kit/fileName'
import { zipStream } from '../kit/zip/zipStream'
import { type TicketChecks, ticketOwner } from '../session/tickets/tickets'
import type { FileBook, FoundFile } from './fileBook.store'
import { type FileDeps, roomForFiles, storedName } from './files'
import { fileType, headBytes } from './fileType'

export type TransferDeps = FileDeps &
  TicketChecks & {
    readonly uploads: UploadStore
    /** Bytes of one file. */
    readonly fileLimit: number
    readonly checkpoint?: Checkpoint
  }

export const makeStartFileUpload =
  ({ uploads, mailStores, clock, fileLimit }: TransferDeps) =>
  async (
    { name, size }: Form<typeof entries.startFileUpload>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.startFileUpload>> => {
    if (size > fileLimit) throw new Refusal('fileTooLarge', { field: 'size', payload: { limit: fileLimit } })
    const { used, limit } = await mailStores.of(account).quota()
    // Whatever the browser calls it: its bytes are looked at.
    const file = { name: storedName(name), type: 'application/octet-stream', size, cid: null }
    const { id, offset } = await uploads.start(account.id, file, clock.now(), limit - used)
    return { uploadId: id, offset }
  }

export const makeAddFile =
  (deps: TransferDeps) =>
  async (
    { uploadId, folder, name, same }: Form<typeof entries.addFile>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.addFile>> => {
    const { files, uploads, clock, fileLimit } = deps
    const known = await files.findByUpload(account.id, uploadId)
    if (known !== null) {
      await forgetUpload(deps, account.id, uploadId)
      return { entry: known }
    }
    const upload = await uploads.find(account.id, uploadId)
    if (upload === null) throw new Refusal('notFound')
    if (!upload.finished) throw new Refusal('attachmentsPending')
    if (upload.size > fileLimit) throw new Refusal('fileTooLarge', { payload: { limit: fileLimit } })
    const open = async () => {
      const stream = await uploads.read(account.id, uploadId)
      if (stream === null) throw new Refusal('notFound')
      return stream
    }
    const type = fileType(await headOf(await open()))
    const source = { open, path: await uploads.path(account.id, uploadId) }
    const file = { upload: uploadId, parent: folder, name: storedName(name), size: upload.size, type, source }
    const at = { now: clock.now(), room: await roomForFiles(deps, account) }
    const entry = await files.addFile(account.id, file, same, at)
    await deps.checkpoint?.('fileRecorded')
    await forgetUpload(deps, account.id, uploadId)
    return { entry }
  }

/** Once it is stored it takes no room any more; where this fails it is swept. */
const forgetUpload = ({ uploads }: TransferDeps, account: AccountId, uploadId: string) =>
  uploads.remove(account, uploadId).catch(() => undefined)

async function headOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    pieces.push(piece)
    size += piece.length
    // The stream is closed by leaving it.
    if (size >= headBytes) break
  }
  return Buffer.concat(pieces).subarray(0, headBytes)
}

/** A file that is no folder; throws `notFound`. */
export async function fileOf(files: Pick<FileBook, 'find'>, account: AccountId, id: string): Promise<FileEntry> {
  const entry = await files.find(account, id)
  if (entry === null || entry.isFolder) throw new Refusal('notFound')
  return entry
}

/** All bytes of a file, or those of a range. */
export async function openFile(
  files: Pick<FileBook, 'read'>,
  account: AccountId,
  { id, size }: Pick<FileEntry, 'id' | 'size'>,
  range = { from: 0, to: size },
): Promise<Readable> {
  const stream = await files.read(account, id, range)
  if (stream === null) throw new Refusal('notFound')
  return stream
}

/** A file to be saved, whole or the range that is asked for; `size` bytes come of it. */
export function readFileRange(
  files: Pick<FileBook, 'read'>,
  account: AccountId,
  entry: FileEntry,
  headers: Readonly<Record<string, string | undefined>>,
): { readonly size: number; readonly open: () => Promise<OutgoingFile> } {
  // A file never gets other bytes: one that is replaced is another file.
  const tag = `"${entry.id}"`
  const range = askedRange(headers, { tag, size: entry.size })
  const { from, to } = range ?? { from: 0, to: entry.size }
  const told = { name: entry.name, type: entry.type, size: to - from, tag, ...(range !== null && { range }) }
  const open = async () => ({ ...told, stream: await openFile(files, account, entry, { from, to }), inline: false })
  return { size: to - from, open }
}

export const makeDownloadFile =
  (deps: TransferDeps) =>
  async (
    { sid, id, inline }: Form<typeof entries.downloadFile>,
    { headers }: { readonly headers: Readonly<Record<string, string | undefined>> },
  ): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    const entry = await fileOf(deps.files, account.id, id)
    return { ...(await readFileRange(deps.files, account.id, entry, headers).open()), inline }
  }

export const makeDownloadFiles =
  (deps: TransferDeps) =>
  async ({ sid, ids }: Form<typeof entries.downloadFiles>): Promise<OutgoingFile> => {
    const account = await ticketOwner(deps, sid)
    if (ids.length === 0) throw new Refusal('noFileSelected')
    const found: FoundFile[] = []
    for await (const file of deps.files.within(account.id, ids)) found.push(file)
    const [only] = ids
    const root = ids.length === 1 && only !== undefined ? await deps.files.find(account.id, only) : null
    if (found.length === 0 && root === null) throw new Refusal('notFound')
    return archiveOf(deps.files, account.id, found, root?.name ?? 'files')
  }

/** Streamed: each file is opened when its turn comes. */
export function archiveOf(
  files: Pick<FileBook, 'find' | 'read'>,
  account: AccountId,
  found: readonly FoundFile[],
  name: string,
): OutgoingFile {
  const zipped = archiveNames(found).map(({ name: path, id }) => ({
    name: path,
    open: async () => openFile(files, account, await fileOf(files, account, id)),
  }))
  return { name: `${name}.zip`, type: 'application/zip', size: null, stream: zipStream(zipped), inline: false }
}

type Directory = { readonly folders: Map<string, Directory>; readonly files: Pick<FoundFile, 'name' | 'id'>[] }

/** Each file's path within an archive: every step safe, none twice in its folder (TRUST S10). */
export function archiveNames(
  found: readonly Pick<FoundFile, 'folders' | 'name' | 'id'>[],
): readonly { readonly name: string; readonly id: string }[] {
  const top: Directory = { folders: new Map(), files: [] }
  for (const file of found) {
    let at = top
    for (const step of file.folders) {
      const next: Directory = at.folders.get(step) ?? { folders: new Map(), files: [] }
      at.folders.set(step, next)
      at = next
    }
    at.files.push(file)
  }
  const named = ({ folders, files }: Directory, above: string): { name: string; id: string }[] => {
    const names = distinctFileNames([...folders.keys(), ...files.map(({ name }) => name)]).map((name) => above + name)
    return [
      ...[...folders.values()].flatMap((folder, at) => named(folder, `${names[at] ?? ''}/`)),
      ...files.map(({ id }, at) => ({ id, name: names[folders.size + at] ?? id })),
    ]
  }
  return named(top, '')
}

export const makeFileText =
  ({ files }: Pick<TransferDeps, 'files'>) =>
  async ({ id }: Form<typeof entries.fileText>, { account }: Caller): Promise<Reply<typeof entries.fileText>> => {
    const entry = await fileOf(files, account.id, id)
    const isCut = entry.size > fileLimits.textBytes
    const range = { from: 0, to: Math.min(entry.size, fileLimits.textBytes) }
    const bytes = await buffer(await openFile(files, account.id, entry, range))
    return { text: guessText(bytes, isCut), isCut }
  }
