/** The mails being written, each under its composer's key. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ClientCode, RefusalCode } from '../../contract/codes'
import type { ComposeAttachment } from '../../contract/shapes'
import { rootReducer } from '../../store/rootReducer'
import type { ComposeFault } from './checks'
import type { Composer, OpenComposer, Upload } from './composer'
import type { ComposeContent } from './content'

type Keyed<P = unknown> = PayloadAction<{ key: string } & P>

const initialState: { open: Record<string, OpenComposer> } = { open: {} }

function ready(state: typeof initialState, key: string): Composer | null {
  const entry = state.open[key]
  return entry?.status === 'ready' ? entry.composer : null
}

export const composeSlice = createSlice({
  name: 'compose',
  initialState,
  reducers: {
    composerLoading(state, { payload }: Keyed) {
      state.open[payload.key] = { status: 'loading' }
    },
    composerFailed(state, { payload }: Keyed<{ code: RefusalCode | ClientCode }>) {
      if (state.open[payload.key]?.status === 'loading')
        state.open[payload.key] = { status: 'failed', code: payload.code }
    },
    composerOpened(state, { payload }: PayloadAction<Composer>) {
      if (state.open[payload.key]?.status === 'loading')
        state.open[payload.key] = { status: 'ready', composer: payload }
    },
    composerClosed(state, { payload }: Keyed) {
      delete state.open[payload.key]
    },
    contentChanged(state, { payload }: Keyed<{ change: Partial<ComposeContent>; now: number }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      Object.assign(composer.content, payload.change)
      touch(composer, payload.now)
      if (composer.fault !== null && (composer.fault.field in payload.change || composer.fault.field === 'send'))
        composer.fault = null
    },
    draftSaving(state, { payload }: Keyed) {
      const composer = ready(state, payload.key)
      if (composer !== null) composer.saving = 'saving'
    },
    /** Nothing stands in it that a draft could hold. */
    draftSpared(state, { payload }: Keyed) {
      const composer = ready(state, payload.key)
      if (composer !== null) composer.saving = 'idle'
    },
    /** `changedAt` is what was saved; what was written since is still to be saved. */
    draftTaken(state, { payload }: Keyed<{ draftId: string; savedAt: number; changedAt: number | null }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.draftId = payload.draftId
      composer.savedAt = payload.savedAt
      composer.saveCode = null
      composer.saving = composer.changedAt === payload.changedAt ? 'saved' : 'waiting'
    },
    draftRefused(state, { payload }: Keyed<{ code: RefusalCode | ClientCode; isKept: boolean }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.saving = payload.isKept ? 'kept' : 'lost'
      composer.saveCode = payload.code
    },
    restoreAnswered(state, { payload }: Keyed<{ isWanted: boolean }>) {
      const composer = ready(state, payload.key)
      if (composer === null || composer.restorable === null) return
      if (payload.isWanted) {
        composer.content = composer.restorable.kept.content
        composer.draftId ??= composer.restorable.draftId
        composer.savedAt ??= composer.restorable.savedAt
        composer.changedAt = composer.restorable.changedAt
        composer.saving = 'waiting'
        composer.bodyVersion += 1
      }
      composer.restorable = null
    },
    uploadAdded(state, { payload }: Keyed<{ upload: Upload }>) {
      ready(state, payload.key)?.uploads.push(payload.upload)
    },
    uploadChanged(state, { payload }: Keyed<{ id: string; change: Partial<Upload> }>) {
      const upload = ready(state, payload.key)?.uploads.find(({ id }) => id === payload.id)
      if (upload !== undefined) Object.assign(upload, payload.change)
    },
    uploadRemoved(state, { payload }: Keyed<{ id: string }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.uploads = composer.uploads.filter(({ id }) => id !== payload.id)
      if (composer.fault?.field === 'attachments' && composer.uploads.length === 0) composer.fault = null
    },
    uploadFinished(state, { payload }: Keyed<{ id: string; attachment: ComposeAttachment; now: number }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.uploads = composer.uploads.filter(({ id }) => id !== payload.id)
      composer.content.attachments.push(payload.attachment)
      if (composer.fault?.field === 'attachments' && composer.uploads.length === 0) composer.fault = null
      touch(composer, payload.now)
    },
    sendStarted(state, { payload }: Keyed) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.isSending = true
      composer.fault = null
    },
    faultFound(state, { payload }: Keyed<{ fault: ComposeFault }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.isSending = false
      composer.fault = payload.fault
    },
  },
  selectors: {
    selectOpen: (state, key: string): OpenComposer | undefined => state.open[key],
    selectComposer: (state, key: string): Composer | null => ready(state, key),
  },
})

/** Each change has its own moment, so that a later one is told from what is being saved. */
function touch(composer: Composer, now: number): void {
  composer.changedAt = Math.max(now, (composer.changedAt ?? 0) + 1)
  if (composer.saving !== 'saving') composer.saving = 'waiting'
}

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof composeSlice> {}
}
const injected = composeSlice.injectInto(rootReducer)

export const {
  composerLoading,
  composerFailed,
  composerOpened,
  composerClosed,
  contentChanged,
  draftSaving,
  draftSpared,
  draftTaken,
  draftRefused,
  restoreAnswered,
  uploadAdded,
  uploadChanged,
  uploadRemoved,
  uploadFinished,
  sendStarted,
  faultFound,
} = composeSlice.actions
export const { selectOpen, selectComposer } = injected.selectors
