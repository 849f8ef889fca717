/** Sends files one after another, also while another page is shown. A file is no plain data. */
import { type Action, nanoid } from '@reduxjs/toolkit'
import * as v from 'valibot'
import { addFileFolder } from '#contract/endpoints/files/files'
import { addFile, startFileUpload } from '#contract/endpoints/files/transfers'
import { cancelUpload } from '#contract/endpoints/sending/uploads'
import { checkFileName, fileName, type SameNameWay } from '#contract/files/fileRules'
import type { Failure } from '#src/lib/http/outcome'
import { markOpen, openKeys } from '#src/lib/storage/openMarks'
import { sendFile } from '#src/store/sendFile'
import { selectUsername } from '#src/store/session/session'
import { type AppThunk, startAppListening } from '#src/store/typed'
import {
  type FileUpload,
  filesChanged,
  fileUploadChanged,
  fileUploadsAdded,
  fileUploadsDropped,
  selectFiles,
} from './filesSlice'

/** A file, and the folders that were chosen or dropped with it. */
export type PickedFile = {
  readonly file: File
  readonly folders: readonly string[]
  /** The browser could not read it, or what lies in it. */
  readonly isLost?: true
}

type Held = {
  readonly file: File
  abort: AbortController
  /** How it is to be stored; null until all of it went over. */
  way: SameNameWay | null
}
const held = new Map<string, Held>()

/** What is refused for these would be refused again. */
const hopeless: readonly string[] = ['fileNameInvalid', 'fileTooLarge', 'foldersTooDeep', 'filesFull']
/** What the gateway no longer knows, or has of another file, begins anew. */
const begunAnew: readonly string[] = ['notFound', 'uploadChecksum']

/** The same for a file that is chosen once more. */
const placeOf = ({ name, size, folder, folders }: Pick<FileUpload, 'name' | 'size' | 'folder' | 'folders'>) =>
  JSON.stringify([name, size, folder, folders])

/** Takes out of `chosen` what goes on of an earlier choice, or is done of it. */
function goOn(folder: string, chosen: readonly PickedFile[]): AppThunk<Rest> {
  return (dispatch, getState) => {
    const { uploads } = selectFiles(getState())
    const left = new Map<string, FileUpload[]>()
    for (const one of uploads.filter(({ state }) => state === 'left'))
      left.set(placeOf(one), [...(left.get(placeOf(one)) ?? []), one])
    const choices = new Set<string>()
    const others = chosen.filter(({ file, folders }) => {
      const one = left.get(placeOf({ name: file.name, size: file.size, folder, folders }))?.shift()
      if (one === undefined) return true
      choices.add(one.choice)
      held.set(one.key, { file, abort: new AbortController(), way: null })
      dispatch(fileUploadChanged({ key: one.key, change: { state: 'waiting' } }))
      return false
    })
    const done = new Set(uploads.filter(({ state, choice }) => state === 'done' && choices.has(choice)).map(placeOf))
    const fresh = others.filter(
      ({ file, folders }) => !done.has(placeOf({ name: file.name, size: file.size, folder, folders })),
    )
    return { fresh, choice: [...choices].at(0) ?? nanoid() }
  }
}

type Rest = { readonly fresh: readonly PickedFile[]; readonly choice: string }

/**
 * Takes files in; one whose name is none is named once with the reason, and not sent. One that the
 * page was left with goes on: its bytes are compared as it ends.
 */
export function takeFilesIn(folder: string, chosen: readonly PickedFile[]): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { fresh, choice } = dispatch(goOn(folder, chosen))
    const uploads = fresh.map(({ file, folders, isLost = false }): FileUpload => {
      const key = nanoid()
      const code = [...folders, file.name].map((name) => checkFileName(fileName(name))).find((fault) => fault !== null)
      held.set(key, { file, abort: new AbortController(), way: null })
      return {
        ...{ key, choice, name: file.name, size: file.size, folder, folders, target: null, sent: 0, uploadId: null },
        ...(code === undefined && !isLost
          ? { state: 'waiting', code: null, isHopeless: false }
          : { state: 'failed', code: code ?? null, isHopeless: true }),
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
    const next = selectFiles(getState()).uploads.find(({ state }) => state === 'waiting')
    if (isSending || next === undefined) return
    isSending = true
    try {
      await dispatch(sendOne(next))
    } catch (error) {
      // A fault of ours: those after it are sent all the same.
      await dispatch(fail(next.key, { code: 'badReply' }))
      throw error
    } finally {
      isSending = false
      await dispatch(sendWaiting())
    }
  }
}

function sendOne(upload: FileUpload): AppThunk<Promise<void>> {
  return async (dispatch, getState, extra) => {
    const { key } = upload
    const one = held.get(key)
    if (one === undefined) return void dispatch(fileUploadsDropped([key]))
    const change = (part: Partial<FileUpload>) => dispatch(fileUploadChanged({ key, change: part }))
    change({ state: 'sending', code: null })
    const { signal } = one.abort
    const folder = await dispatch(folderFor(upload.folder, upload.folders))
    const watch = {
      signal,
      onStarted: (uploadId: string) => void change({ uploadId }),
      onProgress: (sent: number) => void change({ sent }),
    }
    if (signal.aborted) return
    if (typeof folder !== 'string')
      return dispatch(folder.code === 'fileExists' ? refuseFolder(upload, folder) : fail(key, folder))
    const sent = await sendFile(extra, one.file, upload.uploadId, watch, startFileUpload).catch((error: unknown) => {
      if (error instanceof DOMException) return null
      throw error
    })
    if (signal.aborted) return
    if (sent === null) {
      // It was changed or removed since it was chosen: the browser reads nothing of it any more.
      held.delete(key)
      return void change({ state: 'left' })
    }
    if (sent.ok) {
      change({ target: folder, uploadId: sent.attachmentId, sent: upload.size })
      return dispatch(storeUpload(key, 'ask'))
    }
    if (sent.code !== 'notFound' || upload.uploadId === null) return dispatch(fail(key, sent))
    // It may have been stored just before its page was left.
    change({ target: folder })
    await dispatch(storeUpload(key, 'ask'))
    const now = selectFiles(getState()).uploads.find((known) => known.key === key)
    if (now?.code === 'notFound' && now.uploadId === null) change({ state: 'waiting', code: null })
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
    const isWithin = (one: FileUpload) => one.folder === folder && steps.every((name, at) => one.folders[at] === name)
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
    const { uploadId, name } = upload
    const folder = upload.target ?? upload.folder
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
    const given = new Set(keys)
    const dropped = selectFiles(getState()).uploads.filter(({ key }) => given.has(key))
    dispatch(fileUploadsDropped(keys))
    for (const { key, uploadId, state } of dropped) {
      held.get(key)?.abort.abort()
      held.delete(key)
      if (uploadId !== null && state !== 'done') await call(cancelUpload, { uploadId })
    }
  }
}

/** What this tab keeps of the uploads of an account; their files stay with the person. */
const keptUploads = v.object({
  account: v.string(),
  /** That of the page that goes on with them. */
  mark: v.string(),
  uploads: v.array(
    v.object({
      ...{ name: v.string(), size: v.number(), folder: v.string(), choice: v.string() },
      ...{ folders: v.array(v.string()), uploadId: v.nullable(v.string()), isDone: v.boolean() },
    }),
  ),
})
/** Of many, so many are kept; of those that are done beside them, more. */
const keptMost = 200
const keptDone = 1_000
/** Milliseconds between two times that they are kept. */
const keptEvery = 1_000

/** That of this page. */
const mark = nanoid()
let isMarked = false

/** Names those of this tab that were under way when the page was loaded anew. */
export function findLeftUploads(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { tabItems }) => {
    const open = await openKeys()
    const account = selectUsername(getState())
    // While any is here, what is kept are these.
    if (account === null || selectFiles(getState()).uploads.length > 0) return
    const kept = v.safeParse(keptUploads, tabItems.get('fileUploads'))
    if (!kept.success) return
    if (kept.output.account !== account) return tabItems.remove('fileUploads')
    // A tab that was copied brings those of the other, which goes on with them.
    if (kept.output.mark !== mark && open.has(kept.output.mark)) return
    const as = { target: null, sent: 0, code: null, isHopeless: false } as const
    const left = kept.output.uploads.map(
      ({ isDone, ...one }): FileUpload => ({ ...one, ...as, key: nanoid(), state: isDone ? 'done' : 'left' }),
    )
    dispatch(fileUploadsAdded(left))
  }
}

/** With those under way what is done of the same choice, so that it is not sent once more. */
function keepUploads(): AppThunk {
  return (_dispatch, getState, { tabItems }) => {
    const account = selectUsername(getState())
    // A session that was lost may come back; whoever signs out by hand has them taken away.
    if (account === null) return
    const { uploads } = selectFiles(getState())
    const open = uploads.filter(({ state, isHopeless }) => state !== 'done' && !isHopeless).slice(0, keptMost)
    if (open.length === 0) return tabItems.remove('fileUploads')
    if (!isMarked) markOpen(mark)
    isMarked = true
    const choices = new Set(open.map(({ choice }) => choice))
    const done = uploads.filter(({ state, choice }) => state === 'done' && choices.has(choice)).slice(-keptDone)
    const kept = [...open, ...done].map(({ name, size, folder, choice, folders, uploadId, state }) => ({
      ...{ name, size, folder, choice, folders, uploadId, isDone: state === 'done' },
    }))
    tabItems.set('fileUploads', { account, mark, uploads: kept })
  }
}

/** How far an upload is is not kept: the gateway says it. */
const isProgress = (action: Action) =>
  fileUploadChanged.match(action) && Object.keys(action.payload.change).every((name) => name === 'sent')

/** Once in a while, as no page hears that its browser is ended; and as the page is left. */
startAppListening({
  predicate: (action, now, before) => selectFiles(now).uploads !== selectFiles(before).uploads && !isProgress(action),
  effect: async (_action, { delay, dispatch, subscribe, unsubscribe }) => {
    const keep = () => dispatch(keepUploads())
    unsubscribe()
    window.addEventListener('pagehide', keep)
    await delay(keptEvery)
    window.removeEventListener('pagehide', keep)
    subscribe()
    keep()
  },
})

const keepPage = (event: Event) => event.preventDefault()

// The browser asks before it leaves a page that still sends, or is asked something.
startAppListening({
  predicate: (_action, now, before) => selectFiles(now).uploads !== selectFiles(before).uploads,
  effect: (_action, { getState }) => {
    const isOpen = selectFiles(getState()).uploads.some(({ state }) => !['done', 'failed', 'left'].includes(state))
    if (isOpen) window.addEventListener('beforeunload', keepPage)
    else window.removeEventListener('beforeunload', keepPage)
  },
})

/** Files that were chosen, those of a chosen folder with the folders that lead to them. */
export const chosenFiles = (files: Iterable<File>): readonly PickedFile[] =>
  [...files].map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }))

/** Files that were dropped, those within dropped folders with the folders that lead to them. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  // Before anything is waited for: afterwards the browser has emptied the list.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const found = dropped.map(async ({ entry, file }) => {
    if (entry instanceof FileSystemDirectoryEntry) return filesOf(entry, [])
    return file === null ? [] : [{ file, folders: [] }]
  })
  return (await Promise.all(found)).flat()
}

const lost = (name: string, folders: readonly string[]): PickedFile => ({
  file: new File([], name),
  folders,
  isLost: true,
})

async function filesOf(entry: FileSystemEntry, folders: readonly string[]): Promise<readonly PickedFile[]> {
  const { name } = entry
  if (entry instanceof FileSystemFileEntry)
    return new Promise((resolve) =>
      entry.file(
        (file) => resolve([{ file, folders }]),
        () => resolve([lost(name, folders)]),
      ),
    )
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const all: PickedFile[] = []
  for (;;) {
    // A browser tells a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[] | null>((resolve) =>
      reader.readEntries(resolve, () => resolve(null)),
    )
    if (some === null) return [...all, lost(name, folders)]
    if (some.length === 0) return all
    for (const one of some) all.push(...(await filesOf(one, [...folders, name])))
  }
}
