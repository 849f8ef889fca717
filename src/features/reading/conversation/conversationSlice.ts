/** The conversation that is open: its mails as lines, without their texts, oldest first. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { Mark } from '#contract/endpoints/mail/mail'
import { discardedFolders } from '#contract/mail/folderRoles'
import type { MailSummary } from '#contract/shapes'
import type { ReadingFailure } from '#src/store/mail/cache'
import {
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailRemoveRefused,
} from '#src/store/mail/mailEvents'
import { rootReducer } from '#src/store/rootReducer'
import { signedOut } from '#src/store/session/session'

export type ConversationState = {
  /** The mail that it was opened by; null while none is. */
  of: string | null
  rows: MailSummary[]
  /** Mails of all pages. */
  total: number
  /** Pages that were asked for, from the newest. */
  pages: number
  failure: ReadingFailure | null
  /** By change: rows that have left. */
  left: Record<string, MailSummary[]>
}

const initialState: ConversationState = { of: null, rows: [], total: 0, pages: 0, failure: null, left: {} }

/** What was thrown away is shown only beside mails that were. */
const unseenElsewhere: readonly string[] = discardedFolders

function setMark(row: MailSummary, mark: Mark): void {
  if (mark === 'seen' || mark === 'unseen') row.seen = mark === 'seen'
  else row.flagged = mark === 'flagged'
}

function leave(state: ConversationState, changeId: string, ids: ReadonlySet<string>): void {
  const left = state.rows.filter((row) => ids.has(row.id))
  if (left.length === 0) return
  state.left[changeId] = left
  state.rows = state.rows.filter((row) => !ids.has(row.id))
  state.total -= left.length
}

function comeBack(state: ConversationState, changeId: string, newIds: Readonly<Record<string, string>> = {}): void {
  const back = state.left[changeId] ?? []
  delete state.left[changeId]
  state.total += back.length
  const rows = [...state.rows, ...back.map((row) => ({ ...row, id: newIds[row.id] ?? row.id }))]
  state.rows = rows.toSorted((one, other) => one.receivedAt - other.receivedAt)
}

const idsOf = (mails: readonly MailSummary[]) => new Set(mails.map(({ id }) => id))

export const conversationSlice = createSlice({
  name: 'conversation',
  initialState,
  reducers: {
    conversationRequested(state, { payload: of }: PayloadAction<string>) {
      // Another mail of the same conversation: what is known of it stands until the answer comes.
      if (state.rows.some(({ id }) => id === of)) Object.assign(state, { of, failure: null })
      else Object.assign(state, { ...initialState, of })
    },
    conversationLoaded(
      state,
      { payload }: PayloadAction<{ of: string; page: number; rows: MailSummary[]; total: number }>,
    ) {
      if (state.of !== payload.of) return
      const known = payload.page === 1 ? [] : state.rows
      const fresh = idsOf(payload.rows)
      state.rows = [...payload.rows, ...known.filter(({ id }) => !fresh.has(id))]
      state.total = payload.total
      state.pages = payload.page
      state.failure = null
    },
    conversationRefused(state, { payload }: PayloadAction<{ of: string; code: ReadingFailure }>) {
      if (state.of === payload.of) state.failure = payload.code
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(mailMarked, (state, { payload }) => {
        const ids = idsOf(payload.mails)
        for (const row of state.rows) if (ids.has(row.id)) setMark(row, payload.mark)
      })
      .addCase(mailMarkRefused, (state, { payload }) => {
        const former = new Map(payload.mails.map((mail) => [mail.id, mail]))
        for (const row of state.rows) {
          const before = former.get(row.id)
          if (before !== undefined) Object.assign(row, { seen: before.seen, flagged: before.flagged })
        }
      })
      .addCase(mailMoved, (state, { payload }) => {
        if (unseenElsewhere.includes(payload.target)) leave(state, payload.changeId, idsOf(payload.mails))
        const ids = idsOf(payload.mails)
        for (const row of state.rows) if (ids.has(row.id)) row.folder = payload.target
      })
      .addCase(mailMoveUndone, (state, { payload }) => {
        comeBack(state, payload.changeId, payload.newIds)
        const former = new Map(payload.mails.map((mail) => [mail.id, mail.folder]))
        for (const row of state.rows) row.folder = former.get(row.id) ?? row.folder
      })
      .addCase(mailRemoved, (state, { payload }) => leave(state, payload.changeId, idsOf(payload.mails)))
      .addCase(mailRemoveRefused, (state, { payload }) => comeBack(state, payload.changeId))
      .addCase(signedOut, () => initialState)
  },
})

declare module '#src/store/rootReducer' {
  interface LazySlices extends WithSlice<typeof conversationSlice> {}
}

const injected = conversationSlice.injectInto(rootReducer)

export const { conversationRequested, conversationLoaded, conversationRefused } = conversationSlice.actions
export const selectConversation = injected.selectSlice
