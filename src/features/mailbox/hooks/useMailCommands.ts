/** What the toolbar and the keys do to the selected mails, or to those that a key means. */
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Mark } from '../../../contract/endpoints/mail'
import type { MailSummary } from '../../../contract/shapes'
import { pathToFolder } from '../../../store/pathTo'
import { useAppDispatch, useAppStore } from '../../../store/typed'
import { markMails, moveMails, removeForever, toggleFlag } from '../changeThunks'
import { type ListQuery, listSearch } from '../listQuery'
import { selectSelectedRows } from '../mailboxSelectors'

export type MailCommands = ReturnType<typeof useMailCommands>

const none: readonly MailSummary[] = []

/** @param onLeave called when rows have left the list, so that the focus goes to the next one */
export function useMailCommands(query: ListQuery, openId: string | null, onLeave: () => void) {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  /** What the question before deleting for good is about. */
  const [asked, setAsked] = useState(none)

  /** The reader of a mail that leaves closes with it. */
  function closeReaderOf(mails: readonly MailSummary[]) {
    if (mails.some((mail) => mail.id === openId)) void navigate(pathToFolder(query.folder, listSearch(query)))
  }

  function commandsOn(chosen: () => readonly MailSummary[]) {
    function move(target: string) {
      const mails = chosen()
      void dispatch(moveMails(mails, target))
      if (mails.length === 0) return
      closeReaderOf(mails)
      onLeave()
    }

    /** Deleting for good asks first; with nothing selected the thunk says so. */
    function askForever() {
      const mails = chosen()
      if (mails.length > 0) setAsked(mails)
      else void dispatch(removeForever(none))
    }

    return {
      move,
      /** The ordinary delete; what is in Deleted already can only go for good. */
      remove: () => (query.folder === 'deleted' ? askForever() : move('deleted')),
      askForever,
      mark: (mark: Mark) => void dispatch(markMails(chosen(), mark)),
      /** Unread again, so that the reader has nothing to show of it, as its own toolbar has it. */
      setAside: () => {
        const mails = chosen()
        void dispatch(markMails(mails, 'unseen'))
        closeReaderOf(mails)
      },
      toggleFlags: () => {
        const mails = chosen()
        const [mail] = mails
        if (mail !== undefined && mails.length === 1) void dispatch(toggleFlag(mail))
        else void dispatch(markMails(mails, mails.every(({ flagged }) => flagged) ? 'unflagged' : 'flagged'))
      },
    }
  }

  return {
    ...commandsOn(() => selectSelectedRows(store.getState())),
    commandsOn,
    /** Of how many mails the question is; 0 while none is asked. */
    askedForever: asked.length,
    cancelForever: () => setAsked(none),
    removeForever: () => {
      setAsked(none)
      void dispatch(removeForever(asked))
      closeReaderOf(asked)
      onLeave()
    },
  }
}
