/** What the toolbar and the keys do to the selected mails, or to those that a key means. */
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Mark } from '../../../contract/endpoints/mail'
import type { MailSummary } from '../../../contract/shapes'
import { pathToFolder, pathToWrite } from '../../../store/pathTo'
import { useAppDispatch, useAppStore } from '../../../store/typed'
import { markFolder, markMails, moveMails, removeForever, sayNoneSelected, toggleFlag } from '../changeThunks'
import { type ListQuery, listSearch } from '../listQuery'
import { selectSelectedRows } from '../mailboxSelectors'

export type MailCommands = ReturnType<typeof useMailCommands>

/** A question that stands before something is done: delete for good, or where to move. */
export type Asked = { readonly kind: 'forever' | 'move'; readonly mails: readonly MailSummary[] }

/** @param onLeave called when rows have left the list, so that the focus goes to the next one */
export function useMailCommands(query: ListQuery, openId: string | null, onLeave: () => void) {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)

  /** The reader of a mail that leaves closes with it. */
  function afterLeaving(mails: readonly MailSummary[]) {
    if (mails.some((mail) => mail.id === openId)) void navigate(pathToFolder(query.folder, listSearch(query)))
    onLeave()
  }

  function commandsOn(chosen: () => readonly MailSummary[]) {
    function ask(kind: Asked['kind']) {
      const mails = chosen()
      if (mails.length > 0) setAsked({ kind, mails })
      else dispatch(sayNoneSelected())
    }
    function move(target: string) {
      const mails = chosen()
      void dispatch(moveMails(mails, target))
      if (mails.length > 0) afterLeaving(mails)
    }
    return {
      move,
      /** The ordinary delete; what is in Deleted already can only go for good. */
      remove: () => (query.folder === 'deleted' ? ask('forever') : move('deleted')),
      askForever: () => ask('forever'),
      askMove: () => ask('move'),
      mark: (mark: Mark) => void dispatch(markMails(chosen(), mark)),
      /** Unread again, so that the reader has nothing to show of it, as its own toolbar has it. */
      setAside: () => {
        const mails = chosen()
        void dispatch(markMails(mails, 'unseen'))
        if (mails.some((mail) => mail.id === openId)) void navigate(pathToFolder(query.folder, listSearch(query)))
      },
      toggleFlags: () => {
        const mails = chosen()
        const [mail] = mails
        if (mail !== undefined && mails.length === 1) void dispatch(toggleFlag(mail))
        else void dispatch(markMails(mails, mails.every(({ flagged }) => flagged) ? 'unflagged' : 'flagged'))
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
    asked,
    cancelAsked: () => setAsked(null),
    removeForever: (mails: readonly MailSummary[]) => {
      setAsked(null)
      void dispatch(removeForever(mails))
      afterLeaving(mails)
    },
    moveTo: (mails: readonly MailSummary[], target: string) => {
      setAsked(null)
      void dispatch(moveMails(mails, target))
      afterLeaving(mails)
    },
  }
}
