/** The files on their way to the gateway. A file itself is no plain data, so it waits here, beside the store. */
import type { startFileUpload } from '#contract/endpoints/files/transfers'
import { cancelUpload } from '#contract/endpoints/sending/uploads'
import { sendFile } from '#src/store/sendFile'
import type { AppThunk } from '#src/store/typed'
import { selectComposer, uploadChanged, uploadFinished, uploadRemoved } from '../composeSlice'
import { keepLocally } from '../draft/localCopy'

/** What the gateway no longer knows, or has of another file, begins anew. */
const begunAnew: readonly string[] = ['notFound', 'uploadChecksum']

type Running = { readonly file: File; abort: AbortController }
/** Set by what offers links, which comes with the first of them. */
export const begins: { link?: typeof startFileUpload } = {}
const running = new Map<string, Running>()

/** The file of an upload; sending it is for the caller. */
export function holdFile(id: string, file: File): void {
  running.set(id, { file, abort: new AbortController() })
}

/** Null once it is at the gateway, or where this page never had it. */
export function heldFile(id: string): File | null {
  return running.get(id)?.file ?? null
}

/** One after the other: a slow line is not shared out between them. */
export function sendTaken(key: string, ids: readonly string[]): AppThunk<Promise<void>> {
  return async (dispatch) => {
    for (const id of ids) await dispatch(runUpload(key, id))
  }
}

function runUpload(key: string, id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const entry = running.get(id)
    const upload = selectComposer(getState(), key)?.uploads.find((one) => one.id === id)
    // What is stored already becomes a link once its refusal is forgotten.
    if (entry === undefined || upload === undefined || upload.stored !== undefined) return
    const change = (part: { sent?: number; uploadId?: string; stored?: string }) =>
      dispatch(uploadChanged({ key, id, change: part }))
    const send = (uploadId: string | null) =>
      sendFile(
        extra,
        entry.file,
        uploadId,
        {
          cid: upload.cid,
          signal: entry.abort.signal,
          onStarted: (begun) => {
            change({ uploadId: begun })
            void dispatch(keepLocally(key))
          },
          onProgress: (sent) => change({ sent }),
        },
        upload.asLink ? begins.link : undefined,
      )
    const first = await send(upload.uploadId)
    const isOther = upload.uploadId !== null && !first.ok && begunAnew.includes(first.code)
    const result = isOther ? await send(first.code === 'notFound' ? null : upload.uploadId) : first
    if (entry.abort.signal.aborted) return
    if (!result.ok) {
      const anew = begunAnew.includes(result.code) ? { uploadId: null, sent: 0 } : {}
      dispatch(uploadChanged({ key, id, change: { code: result.code, ...anew } }))
      return
    }
    if (upload.asLink) return void change({ stored: result.attachmentId })
    running.delete(id)
    const { name, type, size, cid } = upload
    const attachment = { attachmentId: result.attachmentId, name, type, size, ...(cid === null ? {} : { cid }) }
    dispatch(uploadFinished({ key, id, attachment, now: extra.now() }))
  }
}

/** Goes on where the gateway stands. */
export function retryUpload(key: string, id: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const entry = running.get(id)
    if (entry === undefined) return
    entry.abort = new AbortController()
    dispatch(uploadChanged({ key, id, change: { code: null } }))
    await dispatch(runUpload(key, id))
  }
}

export function stopUpload(key: string, id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, now }) => {
    halt(id)
    const uploadId = selectComposer(getState(), key)?.uploads.find((upload) => upload.id === id)?.uploadId
    dispatch(uploadRemoved({ key, id, now: now() }))
    if (uploadId !== null && uploadId !== undefined) await call(cancelUpload, { uploadId })
  }
}

export function halt(id: string): void {
  running.get(id)?.abort.abort()
  running.delete(id)
}

/** The mail goes without a trace, and they with it. */
export function stopUploads(key: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts }) => {
    for (const { id } of selectComposer(getState(), key)?.uploads ?? []) void dispatch(stopUpload(key, id))
    await localDrafts.remove(key).catch(() => undefined)
  }
}

/** The draft is put away: the gateway keeps what it has of them, this browser their names, until they are chosen again. */
export function pauseUploads(key: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    for (const { id } of selectComposer(getState(), key)?.uploads ?? []) halt(id)
    await dispatch(keepLocally(key))
  }
}
