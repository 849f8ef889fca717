/** The folders with their counts; each fact about mail changes them at once, and the server's next count corrects them. */
import { createSelector, createSlice, isAnyOf, type WithSlice } from '@reduxjs/toolkit'
import type { Mark } from '../../contract/endpoints/mail/mail'
import type { Folder, MailSummary } from '../../contract/shapes'
import { rootReducer } from '../rootReducer'
import { signedOut } from '../session/session'
import { selectLanguage } from '../settings/preferences'
import { foldersInOrder } from './foldersInOrder'
import {
  changeSettled,
  folderEmptied,
  folderMarked,
  foldersLoaded,
  foldersRemoved,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailRemoveRefused,
  shellRestored,
} from './mailEvents'

export type FoldersState = {
  /** In the server's order: system folders, views, then the person's own. */
  folders: Folder[]
  /** When a former visit knew these folders, in epoch milliseconds; null where the gateway told them in this one. */
  keptAt: number | null
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Changes of mail that the gateway has not answered yet. */
  underWay: string[]
  /** Facts about mail so far: a count that was asked for before one of them may hold it or not. */
  facts: number
  /** Such a count was put aside while something was under way. */
  isDue: boolean
}

const initialState: FoldersState = { folders: [], keptAt: null, status: 'idle', underWay: [], facts: 0, isDue: false }

function adjust(state: FoldersState, id: string, total: number, unread: number): void {
  const folder = state.folders.find((candidate) => candidate.id === id)
  if (folder === undefined) return
  folder.total = Math.max(0, folder.total + total)
  folder.unread = Math.max(0, folder.unread + unread)
}

/** Counts what a mark changed; `sign` is -1 to take it back. */
function count(state: FoldersState, mails: readonly MailSummary[], mark: Mark, sign: 1 | -1): void {
  for (const mail of mails) {
    const unread = mail.seen ? 0 : 1
    if (mark === 'seen' && !mail.seen) {
      adjust(state, mail.folder, 0, -sign)
      if (mail.flagged) adjust(state, 'flag', 0, -sign)
    }
    if (mark === 'unseen' && mail.seen) {
      adjust(state, mail.folder, 0, sign)
      if (mail.flagged) adjust(state, 'flag', 0, sign)
    }
    if (mark === 'flagged' && !mail.flagged) adjust(state, 'flag', sign, sign * unread)
    if (mark === 'unflagged' && mail.flagged) adjust(state, 'flag', -sign, -sign * unread)
  }
}

function carry(state: FoldersState, mails: readonly MailSummary[], target: string, sign: 1 | -1): void {
  for (const mail of mails) {
    const unread = mail.seen ? 0 : 1
    adjust(state, mail.folder, -sign, -sign * unread)
    adjust(state, target, sign, sign * unread)
  }
}

function take(state: FoldersState, mails: readonly MailSummary[], sign: 1 | -1): void {
  for (const mail of mails) {
    const unread = mail.seen ? 0 : 1
    adjust(state, mail.folder, -sign, -sign * unread)
    if (mail.flagged) adjust(state, 'flag', -sign, -sign * unread)
  }
}

/** All that a folder holds is in the target now, or nowhere. */
function pour(state: FoldersState, id: string, target: string | null): void {
  const from = state.folders.find((folder) => folder.id === id)
  const to = state.folders.find((folder) => folder.id === target)
  if (from === undefined) return
  if (to !== undefined) {
    to.total += from.total
    to.unread += from.unread
    to.size += from.size
  }
  Object.assign(from, { total: 0, unread: 0, size: 0 })
}

const facts = [
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailRemoveRefused,
  folderMarked,
  folderEmptied,
  foldersRemoved,
] as const

export const foldersSlice = createSlice({
  name: 'unread',
  initialState,
  reducers: {
    foldersRequested(state) {
      if (state.status !== 'ready') state.status = 'loading'
    },
    foldersRefused(state) {
      if (state.status !== 'ready') state.status = 'failed'
    },
    countPutAside(state) {
      state.isDue = true
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(foldersLoaded, (state, { payload }) => {
        state.folders = [...payload]
        state.keptAt = null
        state.status = 'ready'
        state.isDue = false
      })
      .addCase(shellRestored, (state, { payload }) => {
        if (state.status === 'ready') return
        state.folders = [...payload.folders]
        state.keptAt = payload.keptAt
      })
      .addCase(changeSettled, (state, { payload }) => {
        state.underWay = state.underWay.filter((id) => id !== payload.changeId)
      })
      .addCase(mailMarked, (state, { payload }) => count(state, payload.mails, payload.mark, 1))
      .addCase(mailMarkRefused, (state, { payload }) => count(state, payload.mails, payload.mark, -1))
      .addCase(mailMoved, (state, { payload }) => carry(state, payload.mails, payload.target, 1))
      .addCase(mailMoveUndone, (state, { payload }) => carry(state, payload.mails, payload.target, -1))
      .addCase(mailRemoved, (state, { payload }) => take(state, payload.mails, 1))
      .addCase(mailRemoveRefused, (state, { payload }) => take(state, payload.mails, -1))
      .addCase(folderMarked, (state, { payload }) => {
        const folder = state.folders.find((candidate) => candidate.id === payload.folder)
        if (folder !== undefined && payload.mark === 'seen') folder.unread = 0
        if (folder !== undefined && payload.mark === 'unseen') folder.unread = folder.total
      })
      .addCase(folderEmptied, (state, { payload }) => pour(state, payload.folder, payload.target))
      .addCase(foldersRemoved, (state, { payload }) => {
        for (const id of payload.folders) pour(state, id, payload.target)
        state.folders = state.folders.filter((folder) => !payload.folders.includes(folder.id))
      })
      .addCase(signedOut, () => initialState)
      .addMatcher(isAnyOf(mailMarked, mailMoved, mailRemoved), (state, { payload }) => {
        state.underWay.push(payload.changeId)
      })
      .addMatcher(isAnyOf(...facts), (state) => {
        state.facts += 1
      })
  },
  selectors: {
    selectToldFolders: (state) => state.folders,
    selectFoldersCachedAt: (state) => state.keptAt,
    selectFolderStatus: (state) => state.status,
    selectFacts: (state) => state.facts,
    selectIsChanging: (state) => state.underWay.length > 0,
    selectIsCountDue: (state) => state.isDue && state.underWay.length === 0,
    selectFolder: (state, id: string) => state.folders.find((folder) => folder.id === id),
  },
})

declare module '../rootReducer' {
  interface LazySlices extends WithSlice<typeof foldersSlice> {}
}

/** The sign-in has no folders. */
const injected = foldersSlice.injectInto(rootReducer)

export const { countPutAside, foldersRequested, foldersRefused } = foldersSlice.actions
export const {
  selectFacts,
  selectFolder,
  selectFoldersCachedAt,
  selectFolderStatus,
  selectIsChanging,
  selectIsCountDue,
} = injected.selectors
/** As they stand in the sidebar and wherever one of them is chosen. */
export const selectFolders = createSelector([injected.selectors.selectToldFolders, selectLanguage], foldersInOrder)
