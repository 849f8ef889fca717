/** The conversation of the mail that the address names, asked for anew when the list's row of it has grown. */
import { useEffect } from 'react'
import type { MailSummary } from '#contract/shapes'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { useListedRow } from '../../mailbox'
import { selectConversation } from './conversationSlice'
import { loadConversation, loadEarlier } from './conversationThunks'

export function useConversation(id: string) {
  const dispatch = useAppDispatch()
  const listed = useListedRow(id)
  const { of, rows, total, pages, failure } = useAppSelector(selectConversation)
  const newest = listed?.id
  useEffect(() => {
    // Read again for what came to it meanwhile.
    void newest
    void dispatch(loadConversation(id))
  }, [dispatch, id, newest])
  const isLoaded = of === id && pages > 0
  return {
    rows: isLoaded ? rows : none,
    isLoaded,
    /** Mails that stand before those shown. */
    earlier: isLoaded ? Math.max(0, total - rows.length) : 0,
    failure: of === id ? failure : null,
    /** What the list's commands would act on: all of its mails in the folder. */
    listed,
    retry: () => void dispatch(loadConversation(id)),
    showEarlier: () => void dispatch(loadEarlier()),
  }
}

const none: readonly MailSummary[] = []
