/** What the toolbar and the keys do to the selected mails. */
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Mark } from '../../../contract/endpoints/mail'
import { pathToFolder } from '../../../store/pathTo'
import { useAppDispatch, useAppStore } from '../../../store/typed'
import { markMails, moveMails, removeForever } from '../changeThunks'
import { type ListQuery, listSearch } from '../listQuery'
import { selectSelectedRows } from '../mailboxSelectors'

export type MailCommands = ReturnType<typeof useMailCommands>

/** @param onLeave called when rows have left the list, so that the focus goes to the next one */
export function useMailCommands(query: ListQuery, openId: string | null, onLeave: () => void) {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const chosen = () => selectSelectedRows(store.getState())

  /** The reader of a mail that leaves closes with it. */
  function closeReaderOf(ids: readonly string[]) {
    if (openId !== null && ids.includes(openId)) void navigate(pathToFolder(query.folder, listSearch(query)))
  }

  function move(target: string) {
    const mails = chosen()
    void dispatch(moveMails(mails, target))
    if (mails.length === 0) return
    closeReaderOf(mails.map((mail) => mail.id))
    onLeave()
  }

  /** Deleting for good asks first; with nothing selected the thunk says so. */
  function askForever() {
    if (chosen().length > 0) setAsking(true)
    else void dispatch(removeForever([]))
  }

  return {
    move,
    /** The ordinary delete; what is in Deleted already can only go for good. */
    remove: () => (query.folder === 'deleted' ? askForever() : move('deleted')),
    askForever,
    isAskingForever: isAsking,
    cancelForever: () => setAsking(false),
    removeForever: () => {
      const mails = chosen()
      setAsking(false)
      void dispatch(removeForever(mails))
      closeReaderOf(mails.map((mail) => mail.id))
      onLeave()
    },
    mark: (mark: Mark) => {
      void dispatch(markMails(chosen(), mark))
    },
  }
}
