/** What can be done with the open conversation, and with one of its mails. */
import { useNavigate, useOutletContext, useSearchParams } from 'react-router-dom'
import type { Mark } from '#contract/endpoints/mail/mail'
import type { ComposeMode } from '#contract/endpoints/sending/sending'
import type { MailSummary } from '#contract/shapes'
import { pathToFolder, pathToMail, pathToWrite } from '#src/store/routes/pathTo'
import { useWrite, type Write } from '#src/store/shell/useWrite'
import { useAppDispatch } from '#src/store/typed'
import { type BesideList, type MoveKind, mailsOf, markRows, moveRows, useStepAway } from '../../mailbox'

export type ConversationActions = {
  readonly backTo: string
  /** Those of its mails that lie in the folder. */
  readonly mails: readonly MailSummary[]
  readonly writeOf: (id: string, mode: ComposeMode) => string
  readonly write: (id: string, mode: ComposeMode) => void
  readonly handleWriteLink: Write['handleLink']
  readonly toggleFlag: (mail: MailSummary) => void
  /** One mail goes alone; the others stay on the screen. */
  readonly moveOne: (mail: MailSummary, target: string, kind?: MoveKind) => void
  readonly mark: (mark: Mark) => void
  readonly move: (target: string, kind?: MoveKind) => void
}

type Open = {
  /** The mail that the address names. */
  readonly id: string
  /** All mails of the conversation that are shown. */
  readonly rows: readonly MailSummary[]
  /** The list's row of it, which stands for all its mails in the folder. */
  readonly listed: MailSummary | undefined
}

export function useConversationActions(folder: string, { id, rows, listed }: Open): ConversationActions {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { write, handleLink } = useWrite()
  const [query] = useSearchParams()
  const stepAway = useStepAway()
  const beside = useOutletContext<BesideList | null>()
  const listQuery = new URLSearchParams(query)
  listQuery.delete('id')
  const backTo = pathToFolder(folder, listQuery)
  const whole = listed === undefined ? rows.filter((row) => row.folder === folder) : [listed]
  const rowId = listed?.id ?? id

  function leave() {
    stepAway(rowId, [rowId], backTo)
    beside?.onLeave()
  }
  function writeOf(mailId: string, mode: ComposeMode) {
    const writeQuery = new URLSearchParams(listQuery)
    writeQuery.set('mode', mode)
    writeQuery.set('id', mailId)
    return pathToWrite(folder, writeQuery)
  }

  return {
    backTo,
    mails: whole.flatMap(mailsOf),
    writeOf,
    write: (mailId, mode) => write(writeOf(mailId, mode)),
    handleWriteLink: handleLink,
    toggleFlag: (mail) => void dispatch(markRows([mail], mail.flagged ? 'unflagged' : 'flagged', { quiet: true })),
    moveOne: (mail, target, kind) => {
      const next = rows.findLast((row) => row.folder === folder && row.id !== mail.id)
      if (mail.folder === folder && next === undefined) leave()
      // The address names a mail that stays.
      else if (mail.id === id && next !== undefined) {
        const nextQuery = new URLSearchParams(listQuery)
        nextQuery.set('id', next.id)
        void navigate(pathToMail(folder, nextQuery), { replace: true })
      }
      void dispatch(moveRows([mail], target, kind))
    },
    mark: (mark) => {
      void dispatch(markRows(whole, mark, { quiet: mark !== 'unseen' }))
      if (mark === 'unseen') void navigate(backTo)
    },
    move: (target, kind) => {
      leave()
      void dispatch(moveRows(whole, target, kind))
    },
  }
}
