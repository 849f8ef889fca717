/** Sends files one after another, also while another page is shown. A file is no plain data. */
import { nanoid } from '@reduxjs/toolkit'
import { addFileFolder } from '#contract/endpoints/files/files'
import { addFile, startFileUpload } from '#contract/endpoints/files/transfers'
import { cancelUpload } from '#contract/endpoints/sending/uploads'
import { checkFileName, fileName, type SameNameWay } from '#contract/files/fileRules'
import type { Failure } from '#src/lib/http/outcome'
import { sendFile } from '#src/store/sendFile'
import { type AppThunk, startAppListening } from '#src/store/typed'
import {
  type FileUpload,
  filesChanged,
  fileUploadChanged,
  fileUploadsAdded,
  fileUploadsDropped,
  selectFiles,
} from './filesSlice'

/** A file, and the folders that were dropped with it. */
export type PickedFile = { readonly file: File; readonly folders: readonly string[] }

type Held = {
  readonly file: File
  /** Still to be made or found. */
  folders: readonly string[]
  abort: AbortController
  /** How it is to be stored; null until all of it went over. */
  way: SameNameWay | null
}
const held = new Map<string, Held>()

/** What is refused for these would be refused again. */
const hopeless: readonly string[] = ['fileNameInvalid', 'fileTooLarge', 'foldersTooDeep', 'filesFull']
/** What the gateway no longer knows, or has of another file, begins anew. */
const begunAnew: readonly string[] = ['notFound', 'uploadChecksum']

/** Takes files in; one whose name is none is named once with the reason, and not sent. */
export function takeFilesIn(folder: string, chosen: readonly PickedFile[]): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const uploads = chosen.map(({ file, folders }): FileUpload => {
      const key = nanoid()
      const code = [...folders, file.name].map((name) => checkFileName(fileName(name))).find((fault) => fault !== null)
      held.set(key, { file, folders, abort: new AbortController(), way: null })
      return {
        ...{ key, name: file.name, size: file.size, folder, sent: 0, uploadId: null },
        ...{ state: code === undefined ? 'waiting' : 'failed', code: code ?? null, isHopeless: code !== undefined },
      }
    })
    dispatch(fileUploadsAdded(uploads))
    await dispatch(sendWaiting())
  }
}

let isSending = false

/** One after the other: a slow line is not shared out between them. */
function sendWaiting(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (isSending) return
    isSending = true
    try {
      for (;;) {
        const next = selectFiles(getState()).uploads.find(({ state }) => state === 'waiting')
        if (next === undefined) return
        await dispatch(sendOne(next))
      }
    } finally {
      isSending = false
    }
  }
}

function sendOne(upload: FileUpload): AppThunk<Promise<void>> {
  return async (dispatch, _getState, extra) => {
    const { key } = upload
    const one = held.get(key)
    if (one === undefined) return void dispatch(fileUploadsDropped([key]))
    const change = (part: Partial<FileUpload>) => dispatch(fileUploadChanged({ key, change: part }))
    change({ state: 'sending', code: null })
    const { signal } = one.abort
    const folder = await dispatch(folderFor(upload.folder, one.folders))
    const watch = {
      signal,
      onStarted: (uploadId: string) => void change({ uploadId }),
      onProgress: (sent: number) => void change({ sent }),
    }
    if (signal.aborted) return
    if (typeof folder !== 'string')
      return dispatch(folder.code === 'fileExists' ? refuseFolder(upload, folder) : fail(key, folder))
    const sent = await sendFile(extra, one.file, upload.uploadId, watch, startFileUpload)
    if (signal.aborted) return
    if (!sent.ok) return dispatch(fail(key, sent))
    one.folders = []
    change({ folder, uploadId: sent.attachmentId, sent: upload.size })
    return dispatch(storeUpload(key, 'ask'))
  }
}

function fail(key: string, { code, field }: Pick<Failure, 'code' | 'field'>): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const uploadId = selectFiles(getState()).uploads.find((one) => one.key === key)?.uploadId ?? null
    const isAnew = begunAnew.includes(code) && field !== 'folder'
    const one = held.get(key)
    if (one !== undefined && (isAnew || code === 'attachmentsPending')) one.way = null
    const anew = isAnew ? { uploadId: null, sent: 0 } : {}
    dispatch(
      fileUploadChanged({ key, change: { state: 'failed', code, isHopeless: hopeless.includes(code), ...anew } }),
    )
    if (isAnew && uploadId !== null && code !== 'notFound') await call(cancelUpload, { uploadId })
  }
}

/** A file bears the name of a dropped folder: said once, and nothing of the folder is sent. */
function refuseFolder({ key, folder }: FileUpload, { steps }: NoFolder): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isWithin = (one: FileUpload) =>
      one.folder === folder && steps.every((name, at) => held.get(one.key)?.folders[at] === name)
    const others = selectFiles(getState()).uploads.filter((one) => one.state === 'waiting' && isWithin(one))
    await dispatch(dropUploads(others.map((one) => one.key)))
    const change = { name: steps.at(-1) ?? '', state: 'failed', code: 'fileExists', isHopeless: true } as const
    dispatch(fileUploadChanged({ key, change }))
  }
}

type NoFolder = Pick<Failure, 'code' | 'field'> & {
  /** Names of the folders down to the one that was refused. */
  readonly steps: readonly string[]
}

/** The folder that dropped folders lead to, made where it is not there. */
function folderFor(top: string, folders: readonly string[]): AppThunk<Promise<string | NoFolder>> {
  return async (_dispatch, _getState, { call }) => {
    let folder = top
    for (const [at, name] of folders.entries()) {
      const outcome = await call(addFileFolder, { folder, name })
      if (outcome.ok) folder = outcome.value.entry.id
      else if (outcome.code === 'fileExists' && outcome.payload.isFolder === true)
        folder = String(outcome.payload.existing)
      else return { ...outcome, steps: folders.slice(0, at + 1) }
    }
    return folder
  }
}

/** Makes a file of what went over. */
export function storeUpload(key: string, same: SameNameWay): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const upload = selectFiles(getState()).uploads.find((one) => one.key === key)
    if (upload === undefined || upload.uploadId === null) return
    const { uploadId, folder, name } = upload
    const change = (part: Partial<FileUpload>) => dispatch(fileUploadChanged({ key, change: part }))
    const one = held.get(key)
    if (one !== undefined) one.way = same
    change({ state: 'sending', code: null })
    const outcome = await call(addFile, { uploadId, folder, name, same })
    if (outcome.ok) {
      held.delete(key)
      change({ state: 'done', code: null })
      dispatch(filesChanged())
      return
    }
    if (outcome.code === 'fileExists') return void change({ state: 'asking' })
    await dispatch(fail(key, outcome))
  }
}

/** Goes on where the gateway stands: what went over whole is only stored. */
export function retryFileUpload(key: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const one = held.get(key)
    if (one === undefined) return
    if (one.way !== null) {
      await dispatch(storeUpload(key, one.way))
      // Unless the gateway no longer has it.
      if (one.way !== null) return
    }
    one.abort = new AbortController()
    dispatch(fileUploadChanged({ key, change: { state: 'waiting', code: null } }))
    await dispatch(sendWaiting())
  }
}

/** Gives up what is not done; what is only leaves the list. */
export function dropUploads(keys: readonly string[]): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const dropped = selectFiles(getState()).uploads.filter(({ key }) => keys.includes(key))
    dispatch(fileUploadsDropped(keys))
    for (const { key, uploadId, state } of dropped) {
      held.get(key)?.abort.abort()
      held.delete(key)
      if (uploadId !== null && state !== 'done') await call(cancelUpload, { uploadId })
    }
  }
}

const keepPage = (event: Event) => event.preventDefault()

// The browser asks before it leaves a page that still sends, or is asked something.
startAppListening({
  predicate: (_action, now, before) => selectFiles(now).uploads !== selectFiles(before).uploads,
  effect: (_action, { getState }) => {
    const isOpen = selectFiles(getState()).uploads.some(({ state }) => state !== 'done' && state !== 'failed')
    if (isOpen) window.addEventListener('beforeunload', keepPage)
    else window.removeEventListener('beforeunload', keepPage)
  },
})

/** Files that were dropped, those within dropped folders with the folders that lead to them. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  // Before anything is waited for: afterwards the browser has emptied the list.
  const entries = [...transfer.items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry()] : []))
  const plain = [...transfer.files].map((file) => ({ file, folders: [] }))
  if (!entries.some((entry) => entry?.isDirectory)) return plain
  const found = await Promise.all(entries.map(async (entry) => (entry === null ? [] : filesOf(entry, []))))
  return found.flat()
}

async function filesOf(entry: FileSystemEntry, folders: readonly string[]): Promise<readonly PickedFile[]> {
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
    return file === null ? [] : [{ file, folders }]
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const all: PickedFile[] = []
  for (;;) {
    // A browser tells a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (some.length === 0) return all
    for (const one of some) all.push(...(await filesOf(one, [...folders, entry.name])))
  }
}
