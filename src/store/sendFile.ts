/** One file to the gateway in parts; after a cut it goes on where the gateway stands (CONTRACT "Transport"). */
import type { ClientCode, RefusalCode } from '../contract/codes'
import type { startFileUpload } from '../contract/endpoints/files/transfers'
import type { startImportUpload } from '../contract/endpoints/mail/jobs'
import { finishUpload, startUpload, uploadPart, uploadState } from '../contract/endpoints/sending/uploads'
import { limits } from '../contract/limits'
import { type Hash, sha256 } from '../lib/hash/sha256'
import type { Services } from './services'

export type FileSent =
  | { readonly ok: true; readonly attachmentId: string }
  | { readonly ok: false; readonly code: RefusalCode | ClientCode }

type Watch = {
  /** Where a text shows the file: its Content-ID. */
  readonly cid?: string | null
  readonly signal: AbortSignal
  readonly onStarted: (uploadId: string) => void
  /** Bytes that the gateway has, or is just being given. */
  readonly onProgress: (sent: number) => void
}

/** `uploadId` continues what was begun; `begin` says what the file is for. */
export async function sendFile(
  { call, sendBytes }: Services,
  file: File,
  uploadId: string | null,
  { cid = null, signal, onStarted, onProgress }: Watch,
  begin: typeof startUpload | typeof startImportUpload | typeof startFileUpload = startUpload,
): Promise<FileSent> {
  const options = { signal }
  const said = { name: file.name, type: file.type || 'application/octet-stream', size: file.size }
  const begun =
    uploadId === null
      ? await call(begin, cid === null ? said : { ...said, cid }, options)
      : await call(uploadState, { uploadId }, options)
  if (!begun.ok) return begun
  const id = 'uploadId' in begun.value ? begun.value.uploadId : (uploadId ?? '')
  onStarted(id)

  const hash = sha256()
  let end = begun.value.offset
  await addTo(hash, file, 0, end)
  while (end < file.size) {
    const offset = end
    end = Math.min(file.size, offset + limits.uploadPartBytes)
    const part = await sendBytes(uploadPart, { uploadId: id, offset }, file.slice(offset, end), {
      signal,
      onProgress: (sent) => onProgress(Math.min(end, offset + sent)),
    })
    if (!part.ok) return part
    // The gateway holds what it says it holds; anything but this part's end means that parts were mixed up.
    if (part.value.offset !== end) return { ok: false, code: 'uploadOffset' }
    await addTo(hash, file, offset, end)
    onProgress(end)
  }
  const finished = await call(finishUpload, { uploadId: id, sha256: hash.hex() }, options)
  return finished.ok ? { ok: true, ...finished.value } : finished
}

async function addTo(hash: Hash, file: File, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += limits.uploadPartBytes) {
    const piece = file.slice(at, Math.min(to, at + limits.uploadPartBytes))
    hash.add(new Uint8Array(await piece.arrayBuffer()))
  }
}
