/** The rows of each list that was opened, what is selected in the open one, and the changes that may be undone. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Failure } from '../../lib/http/outcome'
import {
  folderMarked,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailRemoveRefused,
  mailSent,
  type Removal,
} from '../../store/mailEvents'
import { signedOut } from '../../store/session'
import { type ListQuery, listKey } from './listQuery'
import {
  applyMark,
  applyMarkToFolder,
  cameOnTop,
  giveBackRows,
  type ListReply,
  type MailList,
  takeRows,
  withPending,
} from './listRows'
import type { UndoableChange } from './undoableChange'

export type MailboxState = {
  /** The query of the list on the screen; null while there is none. */
  open: ListQuery | null
  /** By `listKey`; the last ones opened. */
  lists: Record<string, MailList>
  /** Ids within the open list. */
  selected: string[]
  /** All rows of the page are selected, and with them whatever the folder and the filter hold on other pages. */
  isWhole: boolean
  /** The person points into the open list, has the focus there, or has scrolled: its rows are not to shift. */
  isHeld: boolean
  /** Mails that came to the top of the open list meanwhile and are not shown yet. */
  arrived: string[]
  /** Ids of the rows that each change still waits for an answer about. */
  pending: Record<string, string[]>
  /** Goes up with each settled change: a list asked for before may tell old facts. */
  settled: number
  /** Newest last; as many as notices can stand. */
  undoable: UndoableChange[]
}

const initialState: MailboxState = {
  open: null,
  lists: {},
  selected: [],
  isWhole: false,
  isHeld: false,
  arrived: [],
  pending: {},
  settled: 0,
  undoable: [],
}
/** Lists kept for going Back without waiting. */
const keptLists = 8
const keptChanges = 3

function emptyList(): MailList {
  return { rows: [], total: 0, unread: null, status: 'loading', failure: null, goesOn: false, gaps: {} }
}

function forgetOldest(state: MailboxState): void {
  const keys = Object.keys(state.lists)
  for (const key of keys.slice(0, Math.max(0, keys.length - keptLists))) delete state.lists[key]
}

function leave(state: MailboxState, { changeId, mails }: Removal): void {
  const ids = new Set(mails.map((mail) => mail.id))
  state.pending[changeId] = [...ids]
  state.selected = state.selected.filter((id) => !ids.has(id))
  state.isWhole = false
  for (const list of Object.values(state.lists)) takeRows(list, changeId, mails)
}

function comeBack(
  state: MailboxState,
  { changeId, mails }: Removal,
  newIds: Readonly<Record<string, string>> = {},
): void {
  for (const list of Object.values(state.lists)) giveBackRows(list, changeId, mails, newIds)
}

export const mailboxSlice = createSlice({
  name: 'mailbox',
  initialState,
  reducers: {
    listAsked(state, { payload: query }: PayloadAction<ListQuery>) {
      const key = listKey(query)
      if (state.open === null || listKey(state.open) !== key) {
        state.selected = []
        state.isWhole = false
        state.arrived = []
      }
      state.open = query
      const former = state.lists[key]
      // Put at the end, since the oldest are forgotten first.
      delete state.lists[key]
      state.lists[key] = former ?? emptyList()
      forgetOldest(state)
    },
    /** With `showAll` also what came meanwhile to a list that is held. */
    listLoaded(state, { payload }: PayloadAction<{ query: ListQuery; reply: ListReply; showAll: boolean }>) {
      const list = state.lists[listKey(payload.query)]
      if (list === undefined) return
      const isOpen = state.open !== null && listKey(state.open) === listKey(payload.query)
      const held =
        isOpen && state.isHeld && !payload.showAll ? cameOnTop(payload.query, list.rows, payload.reply.list) : 0
      const shown = payload.reply.list.slice(held)
      if (isOpen) state.arrived = payload.reply.list.slice(0, held).map((row) => row.id)
      list.rows = withPending(shown, list.rows, Object.values(state.pending).flat())
      list.total = payload.reply.total
      list.unread = payload.reply.unread
      list.goesOn = payload.reply.goesOn === true
      list.status = 'ready'
      list.failure = null
      if (isOpen) {
        const ids = new Set(list.rows.map((row) => row.id))
        state.isWhole &&= ids.size > 0
        // What stood for everything stands for all rows that there are now.
        state.selected = state.isWhole ? [...ids] : state.selected.filter((id) => ids.has(id))
      }
    },
    listRefused(state, { payload }: PayloadAction<{ query: ListQuery; code: Failure['code'] }>) {
      const list = state.lists[listKey(payload.query)]
      if (list === undefined) return
      list.status = 'failed'
      list.failure = payload.code
    },
    listLeft(state) {
      state.open = null
      state.selected = []
      state.isWhole = false
    },
    selectionChanged(state, { payload }: PayloadAction<readonly string[]>) {
      state.selected = [...payload]
      state.isWhole = false
    },
    listHeld(state, { payload }: PayloadAction<boolean>) {
      state.isHeld = payload
    },
    wholeSelected(state) {
      state.isWhole = state.selected.length > 0
    },
    /** The gateway answered a change, whichever way. */
    changeSettled(state, { payload }: PayloadAction<{ changeId: string }>) {
      delete state.pending[payload.changeId]
      state.settled += 1
    },
    undoOffered(state, { payload }: PayloadAction<UndoableChange>) {
      state.undoable = [...state.undoable, payload].slice(-keptChanges)
    },
    undoTaken(state, { payload }: PayloadAction<{ changeId: string }>) {
      state.undoable = state.undoable.filter((change) => change.changeId !== payload.changeId)
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(mailMarked, (state, { payload }) => {
        state.pending[payload.changeId] = payload.mails.map((mail) => mail.id)
        for (const list of Object.values(state.lists)) applyMark(list, payload.mails, payload.mark)
      })
      .addCase(mailMarkRefused, (state, { payload }) => {
        const former = new Map(payload.mails.map((mail) => [mail.id, mail]))
        for (const list of Object.values(state.lists)) {
          for (const row of list.rows) {
            const before = former.get(row.id)
            if (before !== undefined) Object.assign(row, { seen: before.seen, flagged: before.flagged })
          }
        }
      })
      .addCase(folderMarked, (state, { payload }) => {
        for (const list of Object.values(state.lists)) applyMarkToFolder(list, payload.folder, payload.mark)
      })
      .addCase(mailSent, (state, { payload }) => {
        for (const list of Object.values(state.lists)) {
          for (const row of list.rows) if (row.id === payload.answered) row.answered = true
        }
      })
      .addCase(signedOut, () => initialState)
      .addCase(mailMoved, (state, { payload }) => leave(state, payload))
      .addCase(mailRemoved, (state, { payload }) => leave(state, payload))
      .addCase(mailMoveUndone, (state, { payload }) => comeBack(state, payload, payload.newIds))
      .addCase(mailRemoveRefused, (state, { payload }) => comeBack(state, payload))
  },
})

export const {
  listAsked,
  listLoaded,
  listRefused,
  listLeft,
  listHeld,
  selectionChanged,
  wholeSelected,
  changeSettled,
  undoOffered,
  undoTaken,
} = mailboxSlice.actions
