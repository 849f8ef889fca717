/** Whom a person blocks and trusts: each is told, and can be taken back for a moment. */
import { createSlice, nanoid, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { addressKey, readableAddress } from '#contract/mail/domainSpelling'
import { entryFault } from '#contract/mail/senderEntries'
import type { Call, Reply } from '../../contract/endpoint'
import { listedSenders } from '../../contract/endpoints/mail/senderLists'
import { decideSenders as decide, type SenderDecision, takeBackDecision } from '../../contract/endpoints/mail/senders'
import type { MailSummary } from '../../contract/shapes'
import { say } from '../ask'
import { rootReducer } from '../rootReducer'
import { selectUsername, signedOut } from '../session/session'
import { type NoticeParams, noticeShown, undoPressed } from '../shell/notices'
import { overlayOpened } from '../shell/overlays'
import { type AppThunk, startAppListening } from '../typed'

type Change = Record<keyof Call<typeof takeBackDecision>, string[]>
type Undoable = { readonly undoId: string; readonly change: Change }

/** Changes whose Undo may still be pressed. */
const kept = 5

const initialState: { undoable: Undoable[] } = { undoable: [] }

export const senderDecisionsSlice = createSlice({
  name: 'senderDecisions',
  initialState,
  reducers: {
    decisionMade(state, { payload }: PayloadAction<Undoable>) {
      state.undoable = [...state.undoable, payload].slice(-kept)
    },
    decisionTakenBack(state, { payload }: PayloadAction<{ undoId: string }>) {
      state.undoable = state.undoable.filter(({ undoId }) => undoId !== payload.undoId)
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: { selectUndoable: (state) => state.undoable },
})

declare module '../rootReducer' {
  interface LazySlices extends WithSlice<typeof senderDecisionsSlice> {}
}

const injected = senderDecisionsSlice.injectInto(rootReducer)
const { decisionMade, decisionTakenBack } = senderDecisionsSlice.actions
const { selectUndoable } = injected.selectors

const nothing: Change = { blocked: [], distrusted: [], trusted: [], unblocked: [], rules: [] }
/** Entries that a notice names. */
const named = 2

const listed = (entries: readonly string[]) => {
  const shown = entries.slice(0, named).map(readableAddress).join(', ')
  return entries.length > named ? `${shown} …` : shown
}

/** `ids` name mails of the senders; `next` runs before the notice, and false is no notice. */
export function decideAboutSenders(
  ids: readonly string[],
  decision: SenderDecision,
  next: () => Promise<boolean> = async () => true,
): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(decide, { ids, decision })
    if (!outcome.ok) {
      dispatch(say(outcome))
      return false
    }
    const { entries, against, ...set } = outcome.value
    const isNew = Object.values(set).some((list) => list.length > 0)
    const undoId = nanoid()
    if (isNew) dispatch(decisionMade({ undoId, change: { ...nothing, ...set } }))
    if (!(await next())) return true
    const message = `rules:told.${messageOf(decision, isNew, against)}`
    const params = { entries: listed(entries), against: listed(against) }
    dispatch(noticeShown({ tone: 'success', message, params, ...(isNew ? { undoId } : {}) }))
    return true
  }
}

function messageOf(decision: SenderDecision, isNew: boolean, against: Reply<typeof decide>['against']): string {
  const verb = decision === 'trust' ? 'trusted' : 'blocked'
  if (against.length > 0) return `${verb}Against`
  return isNew ? verb : `${verb}Already`
}

/** Before anybody is blocked, the person is asked. */
export function askOrDecide(
  mails: readonly Pick<MailSummary, 'id' | 'from'>[],
  decision: SenderDecision,
): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const ids = mails.map(({ id }) => id)
    if (decision === 'trust') {
      await dispatch(decideAboutSenders(ids, decision))
      return
    }
    const own = selectUsername(getState()) ?? ''
    const keys = mails.map(({ from }) => addressKey(from.address))
    const all = decision === 'block' ? keys : keys.map((key) => key.slice(key.lastIndexOf('@')))
    const entries = [...new Set(all)].filter((entry) => entryFault(entry, own) === null)
    if (entries.length === 0) dispatch(noticeShown({ tone: 'error', message: 'errors:ownSender' }))
    else dispatch(overlayOpened({ kind: 'blockSenders', ids, decision, entries }))
  }
}

/** Says what was set, with the way back. */
export function noticeOfDecision(change: Partial<Change>, message: string, params: NoticeParams): AppThunk<void> {
  return (dispatch) => {
    const undoId = nanoid()
    dispatch(decisionMade({ undoId, change: { ...nothing, ...change } }))
    dispatch(noticeShown({ tone: 'success', message, params, undoId }))
  }
}

/** Says that a new contact is blocked: being a contact saves no message from Junk. */
export function sayBlockedContacts(addresses: readonly string[]): AppThunk<Promise<void>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(listedSenders, { addresses: addresses.slice(0, 100) })
    const [first] = outcome.ok ? outcome.value.blocked : []
    if (first === undefined) return
    const params = { entry: readableAddress(first) }
    dispatch(noticeShown({ tone: 'info', message: 'senderLists:told.contactBlocked', params }))
  }
}

function takeBack(wanted: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, { call }) => {
    const found = selectUndoable(getState()).find(({ undoId }) => undoId === wanted)
    if (found === undefined) return
    dispatch(decisionTakenBack({ undoId: wanted }))
    const outcome = await call(takeBackDecision, found.change)
    const message = outcome.ok ? 'mail:undone' : `errors:${outcome.code}`
    dispatch(noticeShown({ tone: outcome.ok ? 'info' : 'error', message }))
  }
}

startAppListening({
  actionCreator: undoPressed,
  effect: async ({ payload }, { dispatch }) => {
    await dispatch(takeBack(payload.undoId))
  },
})
