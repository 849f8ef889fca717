/** What can be done with the open mail; afterwards the list is shown again where the mail has left the folder. */
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Mark } from '../../../contract/endpoints/mail'
import type { ComposeMode } from '../../../contract/endpoints/sending'
import type { Mail } from '../../../contract/shapes'
import { pathToFolder, pathToWrite } from '../../../store/pathTo'
import { useAppDispatch } from '../../../store/typed'
import { markMails, moveMails } from '../../mailbox'
import { summaryOf } from '../openMail'

export type MailActions = {
  readonly backTo: string
  readonly write: (mode: ComposeMode) => void
  readonly mark: (mark: Mark) => void
  readonly move: (target: string) => void
}

/** `folder` is the list that the mail is read in, which for a view is not the folder that holds it. */
export function useMailActions(folder: string, mail: Mail | undefined): MailActions {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const listQuery = new URLSearchParams(query)
  listQuery.delete('id')
  const backTo = pathToFolder(folder, listQuery)
  return {
    backTo,
    write: (mode) => {
      if (mail === undefined) return
      const writeQuery = new URLSearchParams(listQuery)
      writeQuery.set('mode', mode)
      writeQuery.set('id', mail.id)
      navigate(pathToWrite(folder, writeQuery))
    },
    mark: (mark) => {
      if (mail === undefined) return
      // Pressing the flag again takes it back; only what is not seen here any more offers an Undo.
      void dispatch(markMails([summaryOf(mail)], mark, { quiet: mark !== 'unseen' }))
      if (mark === 'unseen') navigate(backTo)
    },
    move: (target) => {
      if (mail === undefined) return
      navigate(backTo)
      void dispatch(moveMails([summaryOf(mail)], target))
    },
  }
}
