/** What the toolbar and the keys do to the selected mails, or to those that a key means. */
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Mark } from '#contract/endpoints/mail/mail'
import type { SenderDecision } from '#contract/endpoints/mail/senders'
import { limits } from '#contract/limits'
import type { MailSummary } from '#contract/shapes'
import { loadChunk } from '#src/store/loadChunk'
import { pathTo, pathToFolder, pathToWrite } from '#src/store/routes/pathTo'
import { noticeShown } from '#src/store/shell/notices'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch, useAppStore } from '#src/store/typed'
import { canArchive, isRecoverable, isWaiting } from '../folderAbilities'
import { sayFoundStays, startOnWhole } from '../jobs/jobThunks'
import { holdsMail, mailsOf } from '../listData/conversationRows'
import { type ListQuery, listSearch } from '../listData/listQuery'
import { selectIsWhole, selectSelectedIds, selectSelectedRows } from '../mailboxSelectors'
import { countWhole } from '../selection/countWhole'
import { useStepAway } from '../useStepAway'
import {
  type MoveKind,
  markRows,
  markWholeFolder,
  moveRows,
  removeForever,
  sayNoneSelected,
  toggleFlag,
} from './changeThunks'
import { restoreRows } from './restoreThunks'
import { takeBackMails } from './takeBackThunks'

export type MailCommands = ReturnType<typeof useMailCommands>

/** A question before something is done: delete for good, where to move, or so much. */
export type Confirmation = {
  readonly mails: readonly MailSummary[]
  /** How many, where all that the folder and the filter hold is meant; null where `mails` are. */
  readonly whole: number | null
} & ({ readonly kind: 'forever' } | { readonly kind: 'pick' } | { readonly kind: 'whole'; readonly target: string })

/** The menu of a row: whom it is about, and where it stands in the window, in pixels. */
export type MenuPosition = { readonly mails: readonly MailSummary[]; readonly x: number; readonly y: number }

/** @param onLeave called with the mails that left, so that the focus goes to the next one */
export function useMailCommands(
  query: ListQuery,
  openId: string | null,
  onLeave: (mails: readonly MailSummary[]) => void,
) {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const { write } = useWrite()
  const [asked, setAsked] = useState<Confirmation | null>(null)
  const [menu, setMenu] = useState<MenuPosition | null>(null)
  const stepAway = useStepAway()
  const closeMenu = useCallback(() => setMenu(null), [])

  /** Called while the rows are still there: the reader of a mail that leaves goes on to another. */
  function stepAside(mails: readonly MailSummary[]) {
    const open = openId === null ? undefined : mails.find((mail) => holdsMail(mail, openId))
    if (open === undefined) return
    const leaving = mails.map((mail) => mail.id)
    stepAway(open.id, leaving, pathToFolder(query.folder, listSearch(query)))
  }

  /** How many mails the selection stands for beyond the rows of the page; null where it is just those rows, or others are meant. */
  function wholeOf(mails: readonly MailSummary[]): number | null {
    const state = store.getState()
    const isSelection = mails.length > 0 && mails.length === selectSelectedIds(state).length
    return isSelection && selectIsWhole(state) ? countWhole(state) : null
  }

  function moveAway(mails: readonly MailSummary[], target: string, manner?: MoveKind) {
    stepAside(mails)
    void dispatch(moveRows(mails, target, manner))
    if (mails.length > 0) onLeave(mails)
  }

  function commandsOn(chosen: () => readonly MailSummary[]) {
    function ask(kind: 'forever' | 'pick') {
      const mails = chosen()
      if (mails.length > 0) setAsked({ kind, mails: mails.flatMap(mailsOf), whole: wholeOf(mails) })
      else dispatch(sayNoneSelected())
    }
    function move(target: string, manner?: MoveKind) {
      const mails = chosen()
      const whole = wholeOf(mails)
      if (whole !== null) setAsked({ kind: 'whole', mails, whole, target })
      else moveAway(mails, target, manner)
    }
    function mark(mails: readonly MailSummary[], wanted: Mark) {
      if (wholeOf(mails) !== null) void dispatch(startOnWhole({ kind: 'mark', mark: wanted }))
      else void dispatch(markRows(mails, wanted))
    }
    function takeBack() {
      const mails = chosen()
      stepAside(mails)
      void dispatch(isRecoverable(query.folder) ? restoreRows(mails) : takeBackMails(mails))
      if (mails.length > 0) onLeave(mails)
    }
    function remove() {
      if (isWaiting(query.folder)) takeBack()
      else if (query.folder === 'deleted' || isRecoverable(query.folder)) ask('forever')
      else move('deleted')
    }
    return {
      move,
      /** Puts away what is done with; out of the archive it goes back into the inbox. */
      archive: () => {
        if (query.folder === 'archive') move('inbox')
        else if (canArchive(query.folder)) move('archive')
        else dispatch(noticeShown({ tone: 'error', message: 'mail:notArchived' }))
      },
      /** Whether all that the folder and the filter hold is meant, beyond the rows of the page. */
      isWhole: () => wholeOf(chosen()) !== null,
      /** The ordinary delete; what is in Deleted already can only go for good, and what waits to be sent is a draft again. */
      remove,
      report: (manner: 'report' | 'reportAndBlock') => move('junk', manner),
      askForever: () => ask('forever'),
      askMove: () => (isRecoverable(query.folder) ? takeBack() : ask('pick')),
      /** The only move of what was deleted for good: back to where it lay. */
      restore: takeBack,
      mark: (wanted: Mark) => mark(chosen(), wanted),
      /** Unread again, so that the reader has nothing to show of it, as its own toolbar has it. */
      setAside: () => {
        const mails = chosen()
        mark(mails, 'unseen')
        if (mails.some((mail) => holdsMail(mail, openId))) void navigate(pathToFolder(query.folder, listSearch(query)))
      },
      toggleFlags: () => {
        const mails = chosen()
        const [mail] = mails
        if (mail !== undefined && mails.length === 1) void dispatch(toggleFlag(mail))
        else mark(mails, mails.every(({ flagged }) => flagged) ? 'unflagged' : 'flagged')
      },
      /** One mail leaves as it is, several or the whole folder as an archive under that name. */
      exportAs: async (name: string) => {
        const rows = chosen()
        const mails = rows.flatMap(mailsOf)
        const [mail] = mails
        const isWhole = wholeOf(rows) !== null
        if (mail === undefined) return void dispatch(sayNoneSelected())
        const part = await dispatch(loadChunk(() => import('../../transfer')))
        if (part === null) return
        const { exportMails, saveMail } = part
        if (isWhole && query.find !== undefined) dispatch(sayFoundStays())
        else if (isWhole) await dispatch(exportMails({ folder: query.folder, filter: query.filter }, name))
        else if (mails.length === 1) await dispatch(saveMail(mail.id))
        else await dispatch(exportMails({ ids: mails.map(({ id }) => id) }, name))
      },
      /** Writes a mail that carries these, each as a file. */
      forwardAsFiles: () => {
        const ids = chosen()
          .flatMap(mailsOf)
          .map(({ id }) => id)
        const count = limits.forwardedMails
        if (ids.length === 0) dispatch(sayNoneSelected())
        else if (ids.length > count)
          dispatch(noticeShown({ tone: 'error', message: 'mail:selectAtMost', params: { count } }))
        else write(pathToWrite(query.folder, { ...listSearch(query), mode: 'attach', id: ids.join(' ') }))
      },
      /** Opens a rule made of the first of them. */
      makeRule: () => {
        const [mail] = chosen()
        if (mail === undefined) dispatch(sayNoneSelected())
        else void navigate(pathTo('settingPc', {}, { section: 'rules', mail: mail.id }))
      },
      /** Blocks or trusts whoever wrote them; a whole domain only after a question. */
      decide: async (decision: SenderDecision) => {
        const mails = chosen().flatMap(mailsOf)
        if (mails.length === 0) return void dispatch(sayNoneSelected())
        const part = await dispatch(loadChunk(() => import('#src/store/mail/senderDecisions')))
        if (part !== null) await dispatch(part.askOrDecide(mails, decision))
      },
      print: () => {
        const [mail] = chosen()
        if (mail === undefined) dispatch(sayNoneSelected())
        else window.open(pathTo('printMail', {}, { id: mail.id }), '_blank', 'noopener')
      },
      /** Writes an answer to the one mail that is meant. */
      answer: (mode: 'reply' | 'replyAll' | 'forward') => {
        const [mail] = chosen()
        if (mail === undefined) dispatch(sayNoneSelected())
        else write(pathToWrite(query.folder, { ...listSearch(query), mode, id: mail.id }))
      },
    }
  }

  return {
    ...commandsOn(() => selectSelectedRows(store.getState())),
    commandsOn,
    sayNoneSelected: () => dispatch(sayNoneSelected()),
    markAllRead: () => void dispatch(markWholeFolder(query.folder, 'seen')),
    menu,
    openMenu: (mails: readonly MailSummary[], place: Pick<MenuPosition, 'x' | 'y'>) => setMenu({ mails, ...place }),
    closeMenu,
    asked,
    cancelAsked: () => setAsked(null),
    /** The answers to what was asked. */
    removeForever: () => {
      setAsked(null)
      if (asked === null) return
      if (asked.whole !== null) void dispatch(startOnWhole({ kind: 'remove' }))
      else {
        stepAside(asked.mails)
        void dispatch(removeForever(asked.mails))
        onLeave(asked.mails)
      }
    },
    moveTo: (target: string, manner?: MoveKind) => {
      setAsked(null)
      if (asked === null) return
      // Picked for so much that cannot be undone, it is asked once more, with the count.
      if (asked.whole !== null && asked.kind === 'pick') setAsked({ ...asked, kind: 'whole', target })
      else if (asked.whole !== null) void dispatch(startOnWhole({ kind: 'move', target }))
      else moveAway(asked.mails, target, manner)
    },
  }
}
