/** What the toolbar and the keys do to the selected mails, or to those that a key means. */
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Mark } from '../../../contract/endpoints/mail'
import type { MailSummary } from '../../../contract/shapes'
import { pathToFolder, pathToWrite } from '../../../store/pathTo'
import { useAppDispatch, useAppStore } from '../../../store/typed'
import {
  type MoveManner,
  markFolder,
  markMails,
  moveMails,
  removeForever,
  sayNoneSelected,
  toggleFlag,
} from '../changeThunks'
import { startOnWhole } from '../jobThunks'
import { type ListQuery, listKey, listSearch } from '../listQuery'
import { selectIsWhole, selectList, selectSelectedIds, selectSelectedRows } from '../mailboxSelectors'

export type MailCommands = ReturnType<typeof useMailCommands>

/** A question that stands before something is done: delete for good, where to move, or whether to move so much. */
export type Asked = {
  readonly mails: readonly MailSummary[]
  /** How many, where all that the folder and the filter hold is meant; null where `mails` are. */
  readonly whole: number | null
} & ({ readonly kind: 'forever' } | { readonly kind: 'pick' } | { readonly kind: 'whole'; readonly target: string })

/** The menu of a row: whom it is about, and where it stands in the window, in pixels. */
export type MenuPlace = { readonly mails: readonly MailSummary[]; readonly x: number; readonly y: number }

/** @param onLeave called when rows have left the list, so that the focus goes to the next one */
export function useMailCommands(query: ListQuery, openId: string | null, onLeave: () => void) {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])

  /** The reader of a mail that leaves closes with it. */
  function afterLeaving(mails: readonly MailSummary[]) {
    if (mails.some((mail) => mail.id === openId)) void navigate(pathToFolder(query.folder, listSearch(query)))
    onLeave()
  }

  /** How many mails the selection stands for beyond the rows of the page; null where it is just those rows, or others are meant. */
  function wholeOf(mails: readonly MailSummary[]): number | null {
    const state = store.getState()
    const isSelection = mails.length > 0 && mails.length === selectSelectedIds(state).length
    return isSelection && selectIsWhole(state) ? (selectList(state, listKey(query))?.total ?? null) : null
  }

  function moveAway(mails: readonly MailSummary[], target: string, manner?: MoveManner) {
    void dispatch(moveMails(mails, target, manner))
    if (mails.length > 0) afterLeaving(mails)
  }

  function commandsOn(chosen: () => readonly MailSummary[]) {
    function ask(kind: 'forever' | 'pick') {
      const mails = chosen()
      if (mails.length > 0) setAsked({ kind, mails, whole: wholeOf(mails) })
      else dispatch(sayNoneSelected())
    }
    function move(target: string, manner?: MoveManner) {
      const mails = chosen()
      const whole = wholeOf(mails)
      if (whole !== null) setAsked({ kind: 'whole', mails, whole, target })
      else moveAway(mails, target, manner)
    }
    function mark(mails: readonly MailSummary[], wanted: Mark) {
      if (wholeOf(mails) !== null) void dispatch(startOnWhole({ kind: 'mark', mark: wanted }))
      else void dispatch(markMails(mails, wanted))
    }
    return {
      move,
      /** The ordinary delete; what is in Deleted already can only go for good. */
      remove: () => (query.folder === 'deleted' ? ask('forever') : move('deleted')),
      report: (manner: 'report' | 'reportAndBlock') => move('junk', manner),
      askForever: () => ask('forever'),
      askMove: () => ask('pick'),
      mark: (wanted: Mark) => mark(chosen(), wanted),
      /** Unread again, so that the reader has nothing to show of it, as its own toolbar has it. */
      setAside: () => {
        const mails = chosen()
        mark(mails, 'unseen')
        if (mails.some((mail) => mail.id === openId)) void navigate(pathToFolder(query.folder, listSearch(query)))
      },
      toggleFlags: () => {
        const mails = chosen()
        const [mail] = mails
        if (mail !== undefined && mails.length === 1) void dispatch(toggleFlag(mail))
        else mark(mails, mails.every(({ flagged }) => flagged) ? 'unflagged' : 'flagged')
      },
      /** Writes an answer to the one mail that is meant. */
      answer: (mode: 'reply' | 'replyAll' | 'forward') => {
        const [mail] = chosen()
        if (mail === undefined) dispatch(sayNoneSelected())
        else void navigate(pathToWrite(query.folder, { ...listSearch(query), mode, id: mail.id }))
      },
    }
  }

  return {
    ...commandsOn(() => selectSelectedRows(store.getState())),
    commandsOn,
    sayNoneSelected: () => dispatch(sayNoneSelected()),
    markAllRead: () => void dispatch(markFolder(query.folder, 'seen')),
    menu,
    openMenu: (mails: readonly MailSummary[], place: Pick<MenuPlace, 'x' | 'y'>) => setMenu({ mails, ...place }),
    closeMenu,
    asked,
    cancelAsked: () => setAsked(null),
    /** The answers to what was asked. */
    removeForever: () => {
      setAsked(null)
      if (asked === null) return
      if (asked.whole !== null) void dispatch(startOnWhole({ kind: 'remove' }))
      else {
        void dispatch(removeForever(asked.mails))
        afterLeaving(asked.mails)
      }
    },
    moveTo: (target: string, manner?: MoveManner) => {
      setAsked(null)
      if (asked === null) return
      if (asked.whole !== null) void dispatch(startOnWhole({ kind: 'move', target }))
      else moveAway(asked.mails, target, manner)
    },
  }
}
