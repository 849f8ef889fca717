/** The mails being written, each under its composer's key. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ClientCode, RefusalCode } from '../../contract/codes'
import { rootReducer } from '../../store/rootReducer'
import { uploadReducers } from './attachments/uploadReducers'
import type { Composer, OpenComposer, RefusedRecipients } from './composer'
import { type ComposeState, type Keyed, ready, touch } from './composeState'
import type { ComposeContent } from './content'
import { draftReducers } from './draft/draftReducers'
import type { ComposeFault } from './send/sendChecks'
import type { SendQuestion } from './send/sendQuestions'

const initialState: ComposeState = { open: {} }

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
      const field = composer.fault?.field
      const isMended =
        field === 'send' || (field === 'time' ? 'sendAt' in payload.change : (field ?? '') in payload.change)
      if (isMended) composer.fault = null
    },
    /** What is written is exchanged as a whole, and the body takes it. */
    bodyReplaced(state, { payload }: Keyed<{ change: Partial<ComposeContent>; now: number }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      Object.assign(composer.content, payload.change)
      composer.bodyVersion += 1
      touch(composer, payload.now)
    },
    ...draftReducers,
    ...uploadReducers,
    /** Null: it was answered. */
    questionRaised(state, { payload }: Keyed<{ question: SendQuestion | null }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.question = payload.question
      composer.isSending = false
    },
    sendStarted(state, { payload }: Keyed) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.isSending = true
      composer.fault = null
      composer.refused = null
    },
    faultFound(state, { payload }: Keyed<{ fault: ComposeFault; refused?: RefusedRecipients | null }>) {
      const composer = ready(state, payload.key)
      if (composer === null) return
      composer.isSending = false
      composer.fault = payload.fault
      if (payload.refused !== undefined) composer.refused = payload.refused
    },
  },
  selectors: {
    selectOpen: (state, key: string): OpenComposer | undefined => state.open[key],
    selectComposer: (state, key: string): Composer | null => ready(state, key),
  },
})

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
  bodyReplaced,
  draftSaving,
  draftSkipped,
  draftTaken,
  draftRefused,
  conflictFound,
  ownVersionChosen,
  otherVersionTaken,
  restoreAnswered,
  uploadAdded,
  uploadChanged,
  uploadRemoved,
  uploadFinished,
  questionRaised,
  sendStarted,
  faultFound,
} = composeSlice.actions
export const { selectOpen, selectComposer } = injected.selectors
