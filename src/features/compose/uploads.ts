/** The files on their way to the gateway. A file itself is no plain data, so it waits here, beside the store. */
import { nanoid } from '@reduxjs/toolkit'
import { cancelUpload } from '../../contract/endpoints/sending'
import type { AppThunk } from '../../store/typed'
import { fits } from './checks'
import {
  contentChanged,
  faultFound,
  selectComposer,
  uploadAdded,
  uploadChanged,
  uploadFinished,
  uploadRemoved,
} from './composeSlice'
import { oneLine } from './content'
import { sendFile } from './sendFile'

type Running = { readonly file: File; abort: AbortController }
const running = new Map<string, Running>()

/** Takes files in; when they would go over 50M none of them is begun (SPEC §5, TRUST R14). */
export function attachFiles(key: string, files: readonly File[]): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const composer = selectComposer(getState(), key)
    if (composer === null || files.length === 0) return
    const more = files.reduce((sum, file) => sum + file.size, 0)
    const pending = composer.uploads.map((upload) => upload.size)
    if (!fits(composer.content, pending, more)) {
      dispatch(faultFound({ key, fault: { field: 'attachments', code: 'attachmentsTooLarge' } }))
      return
    }
    const ids = files.map((file) => {
      const upload = {
        id: nanoid(),
        name: oneLine(file.name),
        type: file.type || 'application/octet-stream',
        size: file.size,
        sent: 0,
        uploadId: null,
        code: null,
      }
      running.set(upload.id, { file, abort: new AbortController() })
      dispatch(uploadAdded({ key, upload }))
      return upload.id
    })
    // One after the other: a slow line is not shared out between them.
    for (const id of ids) await dispatch(runUpload(key, id))
  }
}

function runUpload(key: string, id: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const entry = running.get(id)
    const upload = selectComposer(getState(), key)?.uploads.find((one) => one.id === id)
    if (entry === undefined || upload === undefined) return
    const change = (part: { sent?: number; uploadId?: string }) => dispatch(uploadChanged({ key, id, change: part }))
    const result = await sendFile(extra, entry.file, upload.uploadId, {
      signal: entry.abort.signal,
      onStarted: (uploadId) => change({ uploadId }),
      onProgress: (sent) => change({ sent }),
    })
    if (entry.abort.signal.aborted) return
    if (!result.ok) {
      // What the gateway no longer knows, or holds wrong, begins anew.
      const begunAnew =
        result.code === 'notFound' || result.code === 'uploadChecksum' ? { uploadId: null, sent: 0 } : {}
      dispatch(uploadChanged({ key, id, change: { code: result.code, ...begunAnew } }))
      return
    }
    running.delete(id)
    const { name, type, size } = upload
    const attachment = { attachmentId: result.attachmentId, name, type, size }
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
  return async (dispatch, getState, { call }) => {
    running.get(id)?.abort.abort()
    running.delete(id)
    const uploadId = selectComposer(getState(), key)?.uploads.find((upload) => upload.id === id)?.uploadId
    dispatch(uploadRemoved({ key, id }))
    if (uploadId !== null && uploadId !== undefined) await call(cancelUpload, { uploadId })
  }
}

export function removeAttachment(key: string, attachmentId: string): AppThunk {
  return (dispatch, getState, { now }) => {
    const attachments = selectComposer(getState(), key)?.content.attachments ?? []
    const change = { attachments: attachments.filter((attachment) => attachment.attachmentId !== attachmentId) }
    dispatch(contentChanged({ key, change, now: now() }))
  }
}
