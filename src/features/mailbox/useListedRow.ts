/** The row of the list on the screen that a mail stands in. */
import type { MailSummary } from '../../contract/shapes'
import { useAppSelector } from '../../store/typed'
import { holdsMail } from './listData/conversationRows'
import { selectOpenRows } from './mailboxSelectors'

export function useListedRow(id: string): MailSummary | undefined {
  return useAppSelector((state) => selectOpenRows(state).find((row) => holdsMail(row, id)))
}
