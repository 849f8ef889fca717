/** Takes files into a mail being written, and out of it again. */
import { nanoid } from '@reduxjs/toolkit'
import type { AppThunk } from '#src/store/typed'
import { contentChanged, faultFound, selectComposer, uploadAdded, uploadChanged } from '../composeSlice'
import { oneLine } from '../content'
import { showOwnPicture } from '../editor/pictures/pictures'
import { fits, roomLeft } from '../send/sendChecks'
import { holdFile, sendTaken } from './runningUploads'
import { pendingSizes, type Upload } from './upload'

/** A file, and where the text shows it its Content-ID. */
export type Wanted = { readonly file: File; readonly cid: string | null }

/** By composer: what was too much for attachments, and may go as links. */
export const overFiles = new Map<string, readonly File[]>()

/** Takes files in as attachments. */
export function attachFiles(key: string, files: readonly File[]): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const ids = dispatch(
      takeFiles(
        key,
        files.map((file) => ({ file, cid: null })),
      ),
    )
    await dispatch(sendTaken(key, ids ?? []))
  }
}

/** Takes files in, without sending them yet; when they would go over 50M none of them is begun, and the answer is null (SPEC §5, TRUST R14). */
export function takeFiles(key: string, wanted: readonly Wanted[]): AppThunk<readonly string[] | null> {
  return (dispatch, getState, { now }) => {
    const composer = selectComposer(getState(), key)
    if (composer === null || wanted.length === 0) return null
    const again = chosenAgain(composer.uploads, wanted)
    const size = wanted.reduce((sum, { file }) => sum + (again.has(file) ? 0 : file.size), 0)
    const pending = pendingSizes(composer.uploads)
    if (!fits(composer.content, pending, size)) {
      overFiles.set(
        key,
        wanted.map(({ file }) => file),
      )
      const room = Math.max(0, roomLeft(composer.content, pending))
      dispatch(faultFound({ key, fault: { field: 'attachments', code: 'attachmentsTooLarge', over: { size, room } } }))
      return null
    }
    return wanted.map(({ file, cid }) => {
      const left = again.get(file)
      if (left !== undefined) {
        holdFile(left.id, file)
        if (left.cid !== null) showOwnPicture(key, left.cid, file)
        dispatch(uploadChanged({ key, id: left.id, change: { needsFile: false } }))
        return left.id
      }
      const upload = {
        id: nanoid(),
        name: oneLine(file.name),
        type: file.type || 'application/octet-stream',
        size: file.size,
        cid,
        sent: 0,
        uploadId: null,
        code: null,
        needsFile: false,
      }
      holdFile(upload.id, file)
      dispatch(uploadAdded({ key, upload, now: now() }))
      return upload.id
    })
  }
}

/** Which of the chosen files are those that were under way when their page was left: of the same name and length; their bytes are compared as they end. */
function chosenAgain(uploads: readonly Upload[], wanted: readonly Wanted[]): ReadonlyMap<File, Upload> {
  const left = uploads.filter(({ needsFile }) => needsFile)
  const found = new Map<File, Upload>()
  for (const { file, cid } of wanted) {
    const at = left.findIndex(({ name, size }) => cid === null && name === oneLine(file.name) && size === file.size)
    for (const upload of at < 0 ? [] : left.splice(at, 1)) found.set(file, upload)
  }
  return found
}

export function removeAttachment(key: string, attachmentId: string): AppThunk {
  return (dispatch, getState, { now }) => {
    const attachments = selectComposer(getState(), key)?.content.attachments ?? []
    const change = { attachments: attachments.filter((attachment) => attachment.attachmentId !== attachmentId) }
    dispatch(contentChanged({ key, change, now: now() }))
  }
}
