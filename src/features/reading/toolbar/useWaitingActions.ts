/** Asks the gateway about a mail that waits to be sent; what it refuses is said, and the mail stays open while it is still here. */

import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as planned from '#contract/endpoints/sending/planned'
import type { Failure, Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { loadFolders } from '#src/store/mail/folderThunks'
import { draftSaved, receivedAll } from '#src/store/mail/mailEvents'
import { pathTo } from '#src/store/routes/pathTo'
import { useServices } from '#src/store/servicesContext'
import { noticeShown } from '#src/store/shell/notices'
import { useWrite } from '#src/store/shell/useWrite'
import { useAppDispatch } from '#src/store/typed'

export type WaitingActions = {
  readonly isAsking: boolean
  /** Makes it a draft again and goes on writing there. */
  readonly edit: () => Promise<void>
  readonly later: (at: number) => Promise<void>
  readonly now: () => Promise<void>
  /** Tries those again whom it did not reach. */
  readonly again: () => Promise<void>
}

export function useWaitingActions(id: string, backTo: string): WaitingActions {
  const { call } = useServices()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { write } = useWrite()
  const [isAsking, setAsking] = useState(false)

  async function ask<T>(question: () => Promise<Outcome<T>>): Promise<T | null> {
    setAsking(true)
    const outcome = await question()
    setAsking(false)
    if (outcome.ok) return outcome.value
    tell(outcome)
    return null
  }

  function tell({ code }: Failure): void {
    dispatch(say({ code }))
    if (code !== 'notFound' && code !== 'tooLateToTakeBack' && code !== 'takenBackElsewhere') return
    dispatch(receivedAll())
    if (code !== 'takenBackElsewhere') return
    // It waits no longer: there is nothing here to be done with it, and one more draft.
    void dispatch(loadFolders())
    void navigate(backTo)
  }

  /** The list and the counts are read anew: the mail stands elsewhere now. */
  function leave(message: string): void {
    dispatch(noticeShown({ tone: 'success', message }))
    dispatch(receivedAll())
    void navigate(backTo)
  }

  return {
    isAsking,
    edit: async () => {
      const taken = await ask(() => call(planned.takeBackSend, { id }))
      if (taken === null) return
      dispatch(draftSaved({ id: taken.draftId, formerId: null }))
      dispatch(receivedAll())
      void navigate(backTo)
      write(pathTo('draftWrite', {}, { mode: 'draft', id: taken.draftId }))
    },
    later: async (sendAt) => {
      if ((await ask(() => call(planned.scheduleDraft, { id, sendAt }))) !== null) leave('reading:waiting.isLater')
    },
    now: async () => {
      if ((await ask(() => call(planned.sendNow, { id }))) !== null) leave('reading:waiting.isGoing')
    },
    again: async () => {
      if ((await ask(() => call(planned.sendFailedAgain, { id }))) !== null) leave('reading:waiting.isGoing')
    },
  }
}
