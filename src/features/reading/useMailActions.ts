/** What can be done with the open mail; where the mail leaves its list, the person's choice is shown after it. */
import { createContext, useContext } from 'react'
import { useNavigate, useOutletContext, useParams, useSearchParams } from 'react-router-dom'
import type { Mark } from '../../contract/endpoints/mail/mail'
import type { ComposeMode } from '../../contract/endpoints/sending/sending'
import type { Mail } from '../../contract/shapes'
import { pathToFolder, pathToWrite } from '../../store/routes/pathTo'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useWrite } from '../../store/shell/useWrite'
import { useAppDispatch } from '../../store/typed'
import { type BesideList, type MoveKind, markRows, moveRows, useStepAway } from '../mailbox'
import { summaryOf } from './openMail'

export type MailActions = {
  readonly backTo: string
  readonly write: (mode: ComposeMode) => void
  readonly mark: (mark: Mark) => void
  /** `kind`: what is said of the sender along with it. */
  readonly move: (target: string, kind?: MoveKind) => void
}

/** Within a conversation one message goes alone, and the others stay. */
export const MoveOfOne = createContext<MailActions['move'] | null>(null)

/** What a bar above a message moves it by. */
export function useMoveOf(mail: Mail): MailActions['move'] {
  const { folder } = useRouteSpec()
  const { viewName } = useParams()
  const ofOne = useContext(MoveOfOne)
  const { move } = useMailActions(folder ?? viewName ?? 'inbox', mail)
  return ofOne ?? move
}

/** `folder` is the list that the mail is read in, which for a view is not the folder that holds it. */
export function useMailActions(folder: string, mail: Mail | undefined): MailActions {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { write } = useWrite()
  const [query] = useSearchParams()
  const stepAway = useStepAway()
  const beside = useOutletContext<BesideList | null>()
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
      write(pathToWrite(folder, writeQuery))
    },
    mark: (mark) => {
      if (mail === undefined) return
      // Pressing the flag again takes it back; only what is not seen here any more offers an Undo.
      void dispatch(markRows([summaryOf(mail)], mark, { quiet: mark !== 'unseen' }))
      if (mark === 'unseen') void navigate(backTo)
    },
    move: (target, kind) => {
      if (mail === undefined) return
      stepAway(mail.id, [mail.id], backTo)
      void dispatch(moveRows([summaryOf(mail)], target, kind))
      beside?.onLeave()
    },
  }
}
