/** The mails that were opened or fetched ahead lately, so that opening one asks nobody. */
import { createAction, createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ClientCode, RefusalCode } from '#contract/codes'
import type { Mark } from '#contract/endpoints/mail/mail'
import { isSenderDoubtful } from '#contract/mail/doubtfulSender'
import { plainName } from '#contract/mail/plainName'
import type { Mail, MailSummary } from '#contract/shapes'
import { rootReducer } from '../../rootReducer'
import { signedOut } from '../../session/session'
import {
  draftSaved,
  folderEmptied,
  folderMarked,
  foldersRemoved,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailSent,
} from '../mailEvents'
import { contactAdded, imagesAllowed, imagesForbidden } from '../senderEvents'

export type ReadingFailure = RefusalCode | ClientCode

export type MailsState = {
  mails: Record<string, Mail>
  /** Ids, the one used longest ago first: it leaves first. */
  used: string[]
  /** Characters of each, as far as they weigh. */
  weights: Record<string, number>
  /** When the gateway last said that a mail is there and what its marks are, in epoch milliseconds; 0 for one of a former visit. */
  toldAt: Record<string, number>
  /** Why a mail could not be opened, by id. */
  failures: Record<string, ReadingFailure>
  /** Those that came into Junk elsewhere or by Undo: why is asked anew. */
  unexplained: Record<string, true>
  /** Why those that were moved out of Junk lay there, in case that is refused. */
  formerReasons: Record<string, NonNullable<Mail['junkBy']>>
}

/** Mails that stay in memory, and characters of all of them. */
export const pageCacheLimits = { mails: 100, characters: 6_000_000 } as const

const initialState: MailsState = {
  mails: {},
  used: [],
  weights: {},
  toldAt: {},
  failures: {},
  unexplained: {},
  formerReasons: {},
}

/** Rows as the gateway tells them now. */
export const rowsFetched = createAction<{ rows: readonly MailSummary[]; at: number }>('mails/rowsTold')

/** Of mail that waits to be sent or can be recovered: how it stands with that now. */
function standing({ waits, scheduledAt, date, receivedAt, recoverableUntil }: MailSummary): Partial<Mail> {
  return {
    ...(waits && scheduledAt !== undefined && { waits, scheduledAt, date, receivedAt }),
    ...(recoverableUntil !== undefined && { recoverableUntil }),
  }
}

function mark(state: MailsState, ids: readonly string[], change: Mark): void {
  for (const id of ids) {
    const mail = state.mails[id]
    if (mail === undefined) continue
    if (change === 'seen' || change === 'unseen') mail.seen = change === 'seen'
    else mail.flagged = change === 'flagged'
  }
}

function idsIn(state: MailsState, folders: readonly string[]): string[] {
  return Object.values(state.mails).flatMap((mail) => (folders.includes(mail.folder) ? [mail.id] : []))
}

function mailsFrom(state: MailsState, address: string): readonly Mail[] {
  return Object.values(state.mails).filter(({ from }) => plainName(from.address).toLowerCase() === address)
}

function restore(state: MailsState, rows: readonly MailSummary[]): void {
  for (const { id, seen, flagged, folder } of rows) {
    const mail = state.mails[id]
    if (mail === undefined) continue
    place(state, mail, folder)
    Object.assign(mail, { seen, flagged })
  }
}

/** A refused move changed nothing, and so its reason stands. */
function refuseMove(state: MailsState, rows: readonly MailSummary[]): void {
  restore(state, rows)
  for (const { id, folder } of rows) {
    const reason = state.formerReasons[id]
    const mail = state.mails[id]
    if (mail === undefined || reason === undefined || folder !== 'junk') continue
    mail.junkBy = reason
    delete state.unexplained[id]
  }
}

/** Why it came into Junk says nothing of another folder, nor of the next time. */
function place(state: MailsState, mail: Mail, folder: string): void {
  if (mail.folder === folder) return
  delete mail.junkBy
  mail.folder = folder
  if (folder === 'junk') state.unexplained[mail.id] = true
  else delete state.unexplained[mail.id]
}

function forget(state: MailsState, ids: readonly string[]): void {
  for (const id of ids) {
    delete state.mails[id]
    delete state.weights[id]
    delete state.toldAt[id]
    delete state.unexplained[id]
    delete state.formerReasons[id]
  }
  state.used = state.used.filter((id) => !ids.includes(id))
}

/** Whoever still has one of them on the screen is told that it is not there any more. */
function lose(state: MailsState, ids: readonly string[]): void {
  for (const id of ids) if (state.mails[id] !== undefined) state.failures[id] = 'notFound'
  forget(state, ids)
}

function use(state: MailsState, id: string): void {
  state.used = [...state.used.filter((other) => other !== id), id]
}

function weightOf(mail: Mail): number {
  return 2_000 + (mail.html?.length ?? 0) + (mail.text?.length ?? 0)
}

function forgetOldest(state: MailsState): void {
  let characters = Object.values(state.weights).reduce((sum, one) => sum + one, 0)
  let mails = state.used.length
  const gone: string[] = []
  // The newest stays, however large it is: it is on the screen.
  for (const id of state.used.slice(0, -1)) {
    if (mails <= pageCacheLimits.mails && characters <= pageCacheLimits.characters) break
    gone.push(id)
    mails -= 1
    characters -= state.weights[id] ?? 0
  }
  forget(state, gone)
}

export const mailsSlice = createSlice({
  name: 'mails',
  initialState,
  reducers: {
    /** A mail came into memory; `at` is when the gateway told of it, 0 where a former visit kept it. */
    mailCached(state, { payload: { mail, at } }: PayloadAction<{ mail: Mail; at: number }>) {
      state.mails[mail.id] = mail
      state.weights[mail.id] = weightOf(mail)
      state.toldAt[mail.id] = at
      delete state.failures[mail.id]
      delete state.unexplained[mail.id]
      delete state.formerReasons[mail.id]
      use(state, mail.id)
      forgetOldest(state)
    },
    mailUsed(state, { payload: id }: PayloadAction<string>) {
      if (state.mails[id] !== undefined) use(state, id)
    },
    mailRefused(state, { payload }: PayloadAction<{ id: string; code: ReadingFailure }>) {
      state.failures[payload.id] = payload.code
      if (payload.code === 'notFound') forget(state, [payload.id])
    },
    /** The receipt that it asks for was sent or declined. */
    receiptSettled(state, { payload }: PayloadAction<{ id: string }>) {
      delete state.mails[payload.id]?.receipt
    },
    mailRequested(state, { payload }: PayloadAction<{ id: string }>) {
      delete state.failures[payload.id]
    },
    /** Mails that are called otherwise now, as after a move over IMAP: under these ids there is nothing any more. */
    mailsRenamed(state, { payload: ids }: PayloadAction<readonly string[]>) {
      lose(state, ids)
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(rowsFetched, (state, { payload: { rows, at } }) => {
        for (const row of rows) {
          const { id, folder, seen, flagged, answered, forwarded, recalled } = row
          const mail = state.mails[id]
          if (mail === undefined) continue
          place(state, mail, folder)
          Object.assign(mail, { seen, flagged, answered, forwarded }, recalled && { recalled }, standing(row))
          state.toldAt[id] = at
        }
      })
      .addCase(mailMarked, (state, { payload }) => {
        const ids = payload.mails.map((row) => row.id)
        mark(state, ids, payload.mark)
      })
      .addCase(mailMarkRefused, (state, { payload }) => restore(state, payload.mails))
      .addCase(folderMarked, (state, { payload }) => mark(state, idsIn(state, [payload.folder]), payload.mark))
      .addCase(mailMoved, (state, { payload }) => {
        for (const row of payload.mails) {
          const mail = state.mails[row.id]
          if (mail === undefined) continue
          if (mail.junkBy !== undefined) state.formerReasons[row.id] = mail.junkBy
          place(state, mail, payload.target)
          if (payload.target !== 'junk') continue
          mail.junkBy = 'person'
          delete state.unexplained[row.id]
        }
      })
      .addCase(mailMoveUndone, (state, { payload: { mails, newIds } }) =>
        newIds === undefined ? refuseMove(state, mails) : restore(state, mails),
      )
      .addCase(mailRemoved, (state, { payload }) => {
        const ids = payload.mails.map((row) => row.id)
        forget(state, ids)
      })
      .addCase(folderEmptied, (state, { payload }) => lose(state, idsIn(state, [payload.folder])))
      .addCase(foldersRemoved, (state, { payload }) => lose(state, idsIn(state, payload.folders)))
      .addCase(draftSaved, (state, { payload: { id, formerId } }) =>
        forget(state, formerId === null ? [id] : [id, formerId]),
      )
      .addCase(mailSent, (state, { payload: { draftId, answered } }) => {
        if (draftId !== null) forget(state, [draftId])
        const mail = answered === null ? undefined : state.mails[answered]
        if (mail !== undefined) mail.answered = true
      })
      .addCase(imagesAllowed, (state, { payload }) => {
        for (const mail of mailsFrom(state, payload.address))
          if (!isSenderDoubtful(mail.authentication)) mail.imagesAllowed = true
      })
      .addCase(imagesForbidden, (state, { payload }) => {
        for (const mail of mailsFrom(state, payload.address)) delete mail.imagesAllowed
      })
      .addCase(contactAdded, (state, { payload }) => {
        for (const mail of mailsFrom(state, payload.address)) delete mail.knownName
      })
      .addCase(signedOut, () => initialState)
  },
  selectors: {
    selectMail: (state, id: string): Mail | undefined => state.mails[id],
    selectFailure: (state, id: string): ReadingFailure | undefined => state.failures[id],
    selectIsUnexplained: (state, id: string): boolean => state.unexplained[id] === true,
    selectFetchedAt: (state, id: string): number => state.toldAt[id] ?? 0,
  },
})

declare module '../../rootReducer' {
  interface LazySlices extends WithSlice<typeof mailsSlice> {}
}

const injected = mailsSlice.injectInto(rootReducer)

export const { mailCached, mailUsed, mailRefused, mailRequested, mailsRenamed, receiptSettled } = mailsSlice.actions
export const { selectMail, selectFailure, selectFetchedAt, selectIsUnexplained } = injected.selectors
