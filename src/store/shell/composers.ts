/** The mails being written beside the desk: which, how each is shown; what they hold is the composer's own. */
import { createSlice, nanoid, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { rootReducer } from '../rootReducer'
import { signedOut } from '../session/session'
import type { AppThunk } from '../typed'
import { overlayOpened, selectOverlays } from './overlays'

export type Shape = 'docked' | 'minimised' | 'full'

export type DockEntry = {
  /** Its composer's, over reloads too. */
  readonly key: string
  /** How it was opened, as the composer's address says it. */
  readonly mode: string
  readonly id: string | null
  readonly mailto: string | null
  /** What it was saved as. */
  draftId: string | null
  shape: Shape
  /** Grows each time it is taken up: where room is short the one taken up last stays open. */
  turn: number
}

type State = {
  /** In the order of their opening. */
  list: DockEntry[]
  /** The one that is to have the focus, with its turn; null after a reload, which takes it from nobody. */
  raised: { readonly key: string; readonly turn: number } | null
}

/** The composer that has open what is asked for; each new mail is one of its own. */
function sameOf(list: readonly DockEntry[], mode: string, id: string | null): DockEntry | undefined {
  if (mode === 'new') return undefined
  return list.find((one) => (one.mode === mode && one.id === id) || (mode === 'draft' && one.draftId === id))
}

/** More are written on pages of their own. */
export const mostDocked = 10

const initialState: State = { list: [], raised: null }

function raise(state: State, composer: DockEntry): void {
  composer.turn = Math.max(0, ...state.list.map(({ turn }) => turn)) + 1
  state.raised = { key: composer.key, turn: composer.turn }
}

export const composersSlice = createSlice({
  name: 'composers',
  initialState,
  reducers: {
    composerDocked(state, { payload }: PayloadAction<Pick<DockEntry, 'key' | 'mode' | 'id' | 'mailto'>>) {
      // What covers the desk makes room for what was just asked for.
      for (const one of state.list) if (one.shape === 'full') one.shape = 'docked'
      const composer: DockEntry = { ...payload, draftId: null, shape: 'docked', turn: 0 }
      state.list.push(composer)
      raise(state, composer)
    },
    composerShaped(state, { payload }: PayloadAction<{ key: string; shape: Shape }>) {
      const composer = state.list.find(({ key }) => key === payload.key)
      if (composer === undefined) return
      if (payload.shape === 'full') for (const one of state.list) if (one.shape === 'full') one.shape = 'docked'
      composer.shape = payload.shape
      if (payload.shape !== 'minimised') raise(state, composer)
    },
    /** Where only one fits, putting it away shows the desk, not the next. */
    composersFolded(state) {
      for (const one of state.list) one.shape = 'minimised'
    },
    composerDraftNamed(state, { payload }: PayloadAction<{ key: string; draftId: string }>) {
      const composer = state.list.find(({ key }) => key === payload.key)
      if (composer !== undefined) composer.draftId = payload.draftId
    },
    composerUndocked(state, { payload }: PayloadAction<{ key: string }>) {
      state.list = state.list.filter(({ key }) => key !== payload.key)
    },
    /** Those of the former page stand behind what was opened meanwhile, which may be one of them. */
    composersRestored(state, { payload }: PayloadAction<DockEntry[]>) {
      const room = mostDocked - state.list.length
      const isOpen = ({ mode, id, draftId }: DockEntry) =>
        sameOf(state.list, mode, id) !== undefined || (draftId !== null && sameOf(state.list, 'draft', draftId))
      const former = payload.filter((one) => !isOpen(one)).slice(0, room)
      const newest = Math.max(0, ...former.map(({ turn }) => turn))
      const behind = former.map((one) => (state.list.length === 0 ? one : { ...one, turn: one.turn - newest }))
      state.list = [...behind, ...state.list]
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: { selectDocked: (state) => state.list, selectRaised: (state) => state.raised },
})

declare module '../rootReducer' {
  interface LazySlices extends WithSlice<typeof composersSlice> {}
}
export const {
  composerDocked,
  composerShaped,
  composersFolded,
  composerDraftNamed,
  composerUndocked,
  composersRestored,
} = composersSlice.actions
export const { selectDocked, selectRaised } = composersSlice.injectInto(rootReducer).selectors

/** Opens what a composer's address asks for beside the desk, or takes up the composer that has it open already; false where there are too many. */
export function dockComposer(path: string): AppThunk<boolean> {
  return (dispatch, getState) => {
    const query = new URLSearchParams(path.split('?')[1])
    const id = query.get('id')
    const mailto = query.get('mailto')
    const mode = id === null ? 'new' : (query.get('mode') ?? 'new')
    const docked = selectDocked(getState())
    const isShown = selectOverlays(getState()).some(({ kind }) => kind === 'composers')
    // What lists them did not arrive: the new mail that was asked for then is the one asked for again.
    const waits = (one: DockEntry) => one.mode === 'new' && one.draftId === null && one.mailto === mailto
    const same = mode === 'new' && !isShown ? docked.find(waits) : sameOf(docked, mode, id)
    if (same === undefined && docked.length >= mostDocked) return false
    if (same === undefined) dispatch(composerDocked({ key: nanoid(), mode, id, mailto }))
    else dispatch(composerShaped({ key: same.key, shape: same.shape === 'full' ? 'full' : 'docked' }))
    dispatch(overlayOpened({ kind: 'composers' }))
    return true
  }
}
