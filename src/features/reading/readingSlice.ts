/** The mails that were opened lately, so that opening one again asks nobody. */
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ClientCode, RefusalCode } from '../../contract/codes'
import type { Mark } from '../../contract/endpoints/mail'
import type { Mail, MailSummary } from '../../contract/shapes'
import {
  folderMarked,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
} from '../../store/mailEvents'
import { rootReducer } from '../../store/rootReducer'
import { signedIn, signedOut } from '../../store/session'

export type ReadingFailure = RefusalCode | ClientCode

export type ReadingState = {
  /** By id; at most `kept` of them, the one opened longest ago leaves first. */
  mails: Record<string, Mail>
  /** Ids in the order in which they were opened. */
  opened: string[]
  /** Why a mail could not be opened, by id. */
  failures: Record<string, ReadingFailure>
  /** Whose mail this is; null while there is none. */
  account: string | null
}

/** Mails that stay in memory. */
const kept = 50

const initialState: ReadingState = { mails: {}, opened: [], failures: {}, account: null }

function mark(state: ReadingState, ids: readonly string[], change: Mark): void {
  for (const id of ids) {
    const mail = state.mails[id]
    if (mail === undefined) continue
    if (change === 'seen' || change === 'unseen') mail.seen = change === 'seen'
    else mail.flagged = change === 'flagged'
  }
}

function restore(state: ReadingState, rows: readonly MailSummary[]): void {
  for (const row of rows) {
    const mail = state.mails[row.id]
    if (mail === undefined) continue
    mail.seen = row.seen
    mail.flagged = row.flagged
    mail.folder = row.folder
  }
}

function forget(state: ReadingState, id: string): void {
  delete state.mails[id]
  state.opened = state.opened.filter((other) => other !== id)
}

export const readingSlice = createSlice({
  name: 'reading',
  initialState,
  reducers: {
    mailOpened(state, { payload: { mail, account } }: PayloadAction<{ mail: Mail; account: string | null }>) {
      forget(state, mail.id)
      state.account = account
      state.mails[mail.id] = mail
      state.opened.push(mail.id)
      delete state.failures[mail.id]
      const oldest = state.opened[0]
      if (state.opened.length > kept && oldest !== undefined) forget(state, oldest)
    },
    mailRefused(state, { payload }: PayloadAction<{ id: string; code: ReadingFailure }>) {
      state.failures[payload.id] = payload.code
      if (payload.code === 'notFound') forget(state, payload.id)
    },
    mailAsked(state, { payload }: PayloadAction<{ id: string }>) {
      delete state.failures[payload.id]
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(mailMarked, (state, { payload }) => {
        mark(
          state,
          payload.mails.map((row) => row.id),
          payload.mark,
        )
      })
      .addCase(mailMarkRefused, (state, { payload }) => restore(state, payload.mails))
      .addCase(folderMarked, (state, { payload }) => {
        const inFolder = Object.values(state.mails).filter((mail) => mail.folder === payload.folder)
        mark(
          state,
          inFolder.map((mail) => mail.id),
          payload.mark,
        )
      })
      .addCase(mailMoved, (state, { payload }) => {
        for (const row of payload.mails) {
          const mail = state.mails[row.id]
          if (mail !== undefined) mail.folder = payload.target
        }
      })
      .addCase(mailMoveUndone, (state, { payload }) => restore(state, payload.mails))
      .addCase(mailRemoved, (state, { payload }) => {
        for (const row of payload.mails) forget(state, row.id)
      })
      // Another person's mail never stays in memory; the same person's does, when only the facts about them come anew.
      .addCase(signedIn, (state, { payload }) =>
        state.account === null || state.account === payload.username ? state : initialState,
      )
      .addCase(signedOut, () => initialState)
  },
  selectors: {
    selectMail: (state, id: string): Mail | undefined => state.mails[id],
    selectFailure: (state, id: string): ReadingFailure | undefined => state.failures[id],
  },
})

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof readingSlice> {}
}

const injected = readingSlice.injectInto(rootReducer)

export const { mailOpened, mailRefused, mailAsked } = readingSlice.actions
export const { selectMail, selectFailure } = injected.selectors
