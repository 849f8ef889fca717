/** The sends of this account that can still be undone, and what became of them. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ClientCode, RefusalCode } from '../../contract/codes'
import { rootReducer } from '../../store/rootReducer'
import { signedOut } from '../../store/session/session'

/** `going`: no longer to be undone, and not yet known to be sent. */
export type SendPhase = 'held' | 'asking' | 'going' | 'sent' | 'failed'

export type HeldSend = {
  readonly id: string
  readonly subject: string
  /** Until when an Undo is offered, by this browser's clock; the gateway waits a little longer. */
  readonly until: number
  /** Goes to each alone, so that a page of its own says whom it reached. */
  readonly isSeparate?: boolean
  phase: SendPhase
  /** Why the last thing that was asked was refused. */
  code: RefusalCode | ClientCode | null
}

export type FetchedHold = Pick<HeldSend, 'id' | 'subject' | 'until'>

const initialState: { held: HeldSend[] } = { held: [] }

export const sendsSlice = createSlice({
  name: 'sends',
  initialState,
  reducers: {
    sendHeld(state, { payload }: PayloadAction<Omit<HeldSend, 'phase' | 'code'>>) {
      state.held = state.held.filter(({ id }) => id !== payload.id)
      state.held.push({ ...payload, phase: 'held', code: null })
    },
    /** What the gateway holds now; `asked` are the ids that stood here as held when it was asked. */
    holdsFetched(state, { payload }: PayloadAction<{ told: readonly FetchedHold[]; asked: readonly string[] }>) {
      const told = new Set(payload.told.map(({ id }) => id))
      for (const send of state.held)
        if (send.phase === 'held' && payload.asked.includes(send.id) && !told.has(send.id)) send.phase = 'going'
      for (const { id, subject, until } of payload.told)
        if (!state.held.some((send) => send.id === id))
          state.held.push({ id, subject, until, phase: 'held', code: null })
    },
    sendChanged(
      state,
      { payload }: PayloadAction<{ id: string; phase: SendPhase; code?: RefusalCode | ClientCode | null }>,
    ) {
      const found = state.held.find(({ id }) => id === payload.id)
      if (found === undefined) return
      found.phase = payload.phase
      found.code = payload.code ?? null
    },
    sendForgotten(state, { payload }: PayloadAction<{ id: string }>) {
      state.held = state.held.filter(({ id }) => id !== payload.id)
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: {
    selectHeld: (state) => state.held,
    selectHeldSend: (state, id: string): HeldSend | undefined => state.held.find((one) => one.id === id),
  },
})

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof sendsSlice> {}
}
const injected = sendsSlice.injectInto(rootReducer)

export const { holdsFetched, sendHeld, sendChanged, sendForgotten } = sendsSlice.actions
export const { selectHeld, selectHeldSend } = injected.selectors
