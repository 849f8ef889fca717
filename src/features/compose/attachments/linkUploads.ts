/** Uploads that become files, and links to them. */
import { nanoid } from '@reduxjs/toolkit'
import type { Reply } from '#contract/endpoint'
import { makeFileLink, revokeFileLink } from '#contract/endpoints/files/links'
import { addFile, startFileUpload } from '#contract/endpoints/files/transfers'
import { fragmentForEditor, signatureMark } from '#src/lib/html'
import type { AppThunk } from '#src/store/typed'
import { selectComposer, uploadAdded, uploadChanged, uploadRemoved } from '../composeSlice'
import { oneLine } from '../content'
import { lineWithLead, quoteWithLead } from '../signatures/replaceSignature'
import type { Rewriting } from '../useWriting'
import { overFiles } from './attachFiles'
import { begins, halt, holdFile, sendTaken } from './runningUploads'
import type { Upload } from './upload'

begins.link = startFileUpload

export type Made = Reply<typeof makeFileLink>

/** Begins to send what was not taken as attachments. */
export function sendAsLinks(key: string): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { now }) => {
    const ids = (overFiles.get(key) ?? []).map((file) => {
      const { size } = file
      const name = oneLine(file.name)
      const begun = { sent: 0, uploadId: null, code: null, needsFile: false, asLink: true }
      const upload = { id: nanoid(), name, type: 'application/octet-stream', size, cid: null, ...begun }
      holdFile(upload.id, file)
      dispatch(uploadAdded({ key, upload, now: now() }))
      return upload.id
    })
    overFiles.delete(key)
    await dispatch(sendTaken(key, ids))
  }
}

/** What is refused its card says, and whoever took it out meanwhile wants no link. */
export function linkTo(
  key: string,
  { id, name, stored = '' }: Upload,
  write: (made: Made) => Promise<boolean>,
): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call, now }) => {
    const added = await call(addFile, { uploadId: stored, folder: '', name, same: 'number' })
    const isWanted = () => selectComposer(getState(), key)?.uploads.some((one) => one.id === id) === true
    if (!isWanted()) return
    const made = added.ok ? await call(makeFileLink, { id: added.value.entry.id }) : added
    if (!made.ok) {
      // The gateway no longer knows the upload: its file goes once more.
      const anew = made.code === 'notFound' ? { stored: undefined, uploadId: null, sent: 0 } : {}
      return void dispatch(uploadChanged({ key, id, change: { code: made.code, ...anew } }))
    }
    if (!isWanted() || !(await write(made.value))) return void (await call(revokeFileLink, { id: made.value.link.id }))
    halt(id)
    dispatch(uploadRemoved({ key, id, now: now() }))
  }
}

/** Puts a block above the signature and what is quoted. */
export function above(blockOf: (isPlain: boolean) => string): Rewriting {
  return {
    formatted: (root) => {
      const next = root.querySelector(`:scope > [${signatureMark}], :scope > blockquote[type="cite"]`)
      const place = next?.matches('blockquote') ? quoteWithLead(root) : next
      root.insertBefore(fragmentForEditor(blockOf(false)), place)
    },
    plain: (text) => {
      const lines = text.split('\n')
      const found = lines.findIndex((line) => /^(?:-- ?$|>)/.test(line))
      const at = found < 0 ? lines.length : lines[found]?.startsWith('>') ? lineWithLead(lines, found) : found
      return [...lines.slice(0, at), blockOf(true).trim(), '', ...lines.slice(at)].join('\n')
    },
  }
}
