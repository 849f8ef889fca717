/** The rows of each list that was opened, what is selected in the open one, and the changes that may be undone. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Failure } from '../../lib/http/outcome'
import {
  changeSettled,
  folderMarked,
  mailMarked,
  mailMarkRefused,
  mailMoved,
  mailMoveUndone,
  mailRemoved,
  mailRemoveRefused,
  mailSent,
  type Removal,
} from '../../store/mail/mailEvents'
import { signedOut } from '../../store/session/session'
import type { UndoableChange } from './actions/undoableChange'
import { rowKey } from './listData/conversationRows'
import { type ListQuery, listKey } from './listData/listQuery'
import {
  applyMarkToFolder,
  cameOnTop,
  giveBackRows,
  heldBack,
  type ListReply,
  type MailList,
  markInList,
  noteAnswered,
  type RecalledList,
  takeBackMark,
  takeRows,
  withPending,
} from './listData/listRows'
import { emptyList, forgetOldest, restoreLists } from './listData/openLists'

export type MailboxState = {
  /** The query of the list on the screen; null while there is none. */
  open: ListQuery | null
  /** By `listKey`; the last ones opened. */
  lists: Record<string, MailList>
  /** Ids within the open list. */
  selected: string[]
  /** All rows of the page are selected, and with them whatever the folder and the filter hold on other pages. */
  isWhole: boolean
  /** False once the gateway has said that mails are not grouped into conversations here. */
  canGroup: boolean
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
  /** By `listKey`: how many pixels of a list were scrolled away when it was left. */
  scrolled: Record<string, number>
}

const initialState: MailboxState = {
  open: null,
  lists: {},
  selected: [],
  isWhole: false,
  canGroup: true,
  isHeld: false,
  arrived: [],
  pending: {},
  settled: 0,
  undoable: [],
  scrolled: {},
}
const keptChanges = 3

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
    listRequested(state, { payload: { query, at } }: PayloadAction<{ query: ListQuery; at: number }>) {
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
      state.lists[key] = { ...(former ?? emptyList()), askedAt: at }
      forgetOldest(state)
    },
    /** With `showAll` also what came meanwhile to a list that is held. */
    listLoaded(
      state,
      { payload }: PayloadAction<{ query: ListQuery; reply: ListReply; showAll: boolean; at: number }>,
    ) {
      if (payload.reply.conversations === false) state.canGroup = false
      const list = state.lists[listKey(payload.query)]
      if (list === undefined) return
      Object.assign(list, { status: 'ready', failure: null, toldAt: payload.at })
      if (payload.reply.unchanged === true) return
      const isOpen = state.open !== null && listKey(state.open) === listKey(payload.query)
      const held =
        isOpen && state.isHeld && !payload.showAll ? cameOnTop(payload.query, list.rows, payload.reply.list) : 0
      const chosen = new Set(list.rows.filter(({ id }) => state.selected.includes(id)).map(rowKey))
      if (isOpen) state.arrived = payload.reply.list.slice(0, held).map((row) => row.id)
      const pending = Object.values(state.pending).flat()
      list.rows = withPending(heldBack(payload.reply.list, held, list.rows), list.rows, pending)
      // What is not shown as the gateway told it is asked for in full the next time.
      list.version = held === 0 && pending.length === 0 ? (payload.reply.version ?? null) : null
      list.total = payload.reply.total
      list.unread = payload.reply.unread
      list.goesOn = payload.reply.goesOn === true
      if (isOpen) {
        state.isWhole &&= list.rows.length > 0
        // What stood for everything stands for all rows that there are now.
        const kept = state.isWhole ? list.rows : list.rows.filter((row) => chosen.has(rowKey(row)))
        state.selected = kept.map((row) => row.id)
      }
    },
    listRefused(state, { payload }: PayloadAction<{ query: ListQuery; code: Failure['code'] }>) {
      if (payload.query.conversations && payload.code === 'serverCannot') state.canGroup = false
      const list = state.lists[listKey(payload.query)]
      if (list === undefined) return
      list.status = 'failed'
      list.failure = payload.code
    },
    listsRecalled(state, { payload }: PayloadAction<readonly RecalledList[]>) {
      restoreLists(state, payload)
    },
    listScrolled(state, { payload: { key, top } }: PayloadAction<{ key: string; top: number }>) {
      if (state.lists[key] !== undefined) state.scrolled[key] = top
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
    selectionToggled(state, { payload: id }: PayloadAction<string>) {
      const { selected } = state
      state.selected = selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]
      state.isWhole = false
    },
    listHeld(state, { payload }: PayloadAction<boolean>) {
      state.isHeld = payload
    },
    wholeSelected(state) {
      state.isWhole = state.selected.length > 0
    },
    /** The gateway answered a change, whichever way. */
    undoOffered(state, { payload }: PayloadAction<UndoableChange>) {
      state.undoable = [...state.undoable, payload].slice(-keptChanges)
    },
    undoTaken(state, { payload }: PayloadAction<{ changeId: string }>) {
      state.undoable = state.undoable.filter((change) => change.changeId !== payload.changeId)
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(changeSettled, (state, { payload }) => {
        delete state.pending[payload.changeId]
        state.settled += 1
      })
      .addCase(mailMarked, (state, { payload }) => {
        state.pending[payload.changeId] = payload.mails.map((mail) => mail.id)
        for (const list of Object.values(state.lists)) markInList(list, payload.mails, payload.mark)
      })
      .addCase(mailMarkRefused, (state, { payload }) => {
        for (const list of Object.values(state.lists)) takeBackMark(list, payload.mails)
      })
      .addCase(folderMarked, (state, { payload }) => {
        for (const list of Object.values(state.lists)) applyMarkToFolder(list, payload.folder, payload.mark)
      })
      .addCase(mailSent, (state, { payload }) => {
        for (const list of Object.values(state.lists)) noteAnswered(list, payload.answered)
      })
      .addCase(signedOut, () => initialState)
      .addCase(mailMoved, (state, { payload }) => leave(state, payload))
      .addCase(mailRemoved, (state, { payload }) => leave(state, payload))
      .addCase(mailMoveUndone, (state, { payload }) => comeBack(state, payload, payload.newIds))
      .addCase(mailRemoveRefused, (state, { payload }) => comeBack(state, payload))
  },
})

export const {
  listRequested,
  listLoaded,
  listRefused,
  listScrolled,
  listsRecalled,
  listLeft,
  listHeld,
  selectionChanged,
  selectionToggled,
  wholeSelected,
  undoOffered,
  undoTaken,
} = mailboxSlice.actions
