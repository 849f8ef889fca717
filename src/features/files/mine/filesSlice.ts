/** How often files were changed from here, and the files on their way to the gateway. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ClientCode, RefusalCode } from '#contract/codes'
import { rootReducer } from '#src/store/rootReducer'

export type FileUpload = {
  readonly key: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Id of the folder that it goes to. */
  readonly folder: string
  /** Names of the folders below that one that it was chosen with. */
  readonly folders: readonly string[]
  /** Id of the folder that they lead to, once that is known. */
  readonly target: string | null
  /** Those that were chosen at once have the same. */
  readonly choice: string
  /** `asking`: another has its name. `left`: its page was left, and it is to be chosen again. */
  readonly state: 'waiting' | 'sending' | 'asking' | 'done' | 'failed' | 'left'
  readonly sent: number
  /** What the gateway calls what it has of it. */
  readonly uploadId: string | null
  /** Why it was not taken. */
  readonly code: RefusalCode | ClientCode | null
  /** Whether it would be refused again. */
  readonly isHopeless: boolean
}

type FilesState = { changes: number; uploads: readonly FileUpload[] }
const initialState: FilesState = { changes: 0, uploads: [] }

export const filesSlice = createSlice({
  name: 'files',
  initialState,
  reducers: {
    /** The page that is shown is asked for again. */
    filesChanged(state) {
      state.changes += 1
    },
    fileUploadsAdded(state, { payload }: PayloadAction<readonly FileUpload[]>) {
      return { ...state, uploads: [...state.uploads, ...payload] }
    },
    fileUploadChanged(state, { payload }: PayloadAction<{ key: string; change: Partial<FileUpload> }>) {
      const uploads = state.uploads.map((one) => (one.key === payload.key ? { ...one, ...payload.change } : one))
      return { ...state, uploads }
    },
    fileUploadsDropped(state, { payload }: PayloadAction<readonly string[]>) {
      const dropped = new Set(payload)
      return { ...state, uploads: state.uploads.filter(({ key }) => !dropped.has(key)) }
    },
  },
})

declare module '#src/store/rootReducer' {
  interface LazySlices extends WithSlice<typeof filesSlice> {}
}
const injected = filesSlice.injectInto(rootReducer)
export const selectFiles = injected.selectSlice
export const { filesChanged, fileUploadsAdded, fileUploadChanged, fileUploadsDropped } = filesSlice.actions
