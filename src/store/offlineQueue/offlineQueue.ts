/** Mails of this account that were sent while there was no line: kept by this browser, shown until they went (TRUST R5). */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import * as v from 'valibot'
import type { LocalDraft, LocalDrafts, Waits } from '../../lib/storage/localDrafts'
import { rootReducer } from '../rootReducer'
import { selectUsername, signedOut } from '../session/session'
import type { AppThunk } from '../typed'

export type QueuedMail = {
  readonly key: string
  readonly subject: string
  /** As they stand in the mail: `王丽 <w@example.cn>`. */
  readonly recipients: string[]
  /** Epoch milliseconds. */
  readonly since: number
  /** Why the gateway would not send it; null while it waits for the line. */
  readonly refused: string | null
}

const initialState: { mails: QueuedMail[] } = { mails: [] }

export const offlineQueueSlice = createSlice({
  name: 'waiting',
  initialState,
  reducers: {
    waitingTold(state, { payload }: PayloadAction<readonly QueuedMail[]>) {
      state.mails = [...payload]
    },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState)
  },
  selectors: { selectQueued: (state) => state.mails },
})

declare module '../rootReducer' {
  interface LazySlices extends WithSlice<typeof offlineQueueSlice> {}
}
export const { selectQueued } = offlineQueueSlice.injectInto(rootReducer).selectors

const shown = v.object({
  subject: v.fallback(v.string(), ''),
  to: v.fallback(v.array(v.string()), []),
  cc: v.fallback(v.array(v.string()), []),
  bcc: v.fallback(v.array(v.string()), []),
})

export type StoredQueuedMail = LocalDraft & { readonly waits: Waits }

/** The oldest first: they go in that order. */
export async function waitingOf(drafts: LocalDrafts, account: string): Promise<readonly StoredQueuedMail[]> {
  const kept = await drafts.ofAccount(account).catch(() => [])
  const waiting = kept.flatMap((draft) => (draft.waits === undefined ? [] : [{ ...draft, waits: draft.waits }]))
  return waiting.toSorted((one, other) => one.waits.since - other.waits.since)
}

/** Shows what waits now. */
export function loadQueued(): AppThunk<Promise<void>> {
  return async (dispatch, getState, { localDrafts }) => {
    const account = selectUsername(getState())
    if (account === null) return
    const kept = await waitingOf(localDrafts, account)
    if (selectUsername(getState()) !== account) return
    const mails = kept.map(({ key, waits: { since, form, refused } }) => {
      const said = v.safeParse(shown, form)
      const { subject, to, cc, bcc } = said.success ? said.output : { subject: '', to: [], cc: [], bcc: [] }
      return { key, subject, recipients: [...to, ...cc, ...bcc], since, refused: refused?.code ?? null }
    })
    dispatch(offlineQueueSlice.actions.waitingTold(mails))
  }
}
