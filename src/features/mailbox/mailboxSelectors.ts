/** Puts the slice into the store and reads it; what several components ask for is computed once. */
import { createSelector, type WithSlice } from '@reduxjs/toolkit'
import { rootReducer } from '../../store/rootReducer'
import { listKey } from './listQuery'
import type { MailList } from './listRows'
import { mailboxSlice } from './mailboxSlice'

declare module '../../store/rootReducer' {
  interface LazySlices extends WithSlice<typeof mailboxSlice> {}
}

const injected = mailboxSlice.injectInto(rootReducer)

export const selectMailbox = injected.selectSlice
export const selectList = createSelector(
  [selectMailbox, (_state: Parameters<typeof selectMailbox>[0], key: string) => key],
  (mailbox, key): MailList | undefined => mailbox.lists[key],
)
export const selectOpenRows = createSelector([selectMailbox], ({ open, lists }) =>
  open === null ? noRows : (lists[listKey(open)]?.rows ?? noRows),
)
const noRows: MailList['rows'] = []
export const selectSelectedIds = createSelector([selectMailbox], (mailbox) => mailbox.selected)
export const selectArrivedCount = createSelector([selectMailbox], (mailbox) => mailbox.arrived.length)
/** Whether all that the folder and the filter hold is selected, beyond the rows of the page. */
export const selectIsWhole = createSelector([selectMailbox], (mailbox) => mailbox.isWhole)
export const selectSelectedRows = createSelector([selectOpenRows, selectSelectedIds], (rows, ids) => {
  const chosen = new Set(ids)
  return rows.filter((row) => chosen.has(row.id))
})
