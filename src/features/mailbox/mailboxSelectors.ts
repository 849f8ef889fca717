/** Puts the slice into the store and reads it; what several components ask for is computed once. */
import { createSelector, type WithSlice } from '@reduxjs/toolkit'
import { rootReducer } from '../../store/rootReducer'
import { listKey } from './listData/listQuery'
import type { MailList } from './listData/listRows'
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
/** When the gateway last told of the open list, in epoch milliseconds; 0 where it has not yet. */
export const selectOpenFetchedAt = createSelector([selectMailbox], ({ open, lists }) =>
  open === null ? 0 : (lists[listKey(open)]?.toldAt ?? 0),
)
const noRows: MailList['rows'] = []
/** Whether the open list is a search that still looks further. */
export const selectGoesOn = createSelector([selectMailbox], ({ open, lists }) =>
  open === null ? false : (lists[listKey(open)]?.goesOn ?? false),
)
export const selectSelectedIds = createSelector([selectMailbox], (mailbox) => mailbox.selected)
export const selectCanGroup = createSelector([selectMailbox], (mailbox) => mailbox.canGroup)
export const selectArrivedCount = createSelector([selectMailbox], (mailbox) => mailbox.arrived.length)
/** Whether all that the folder and the filter hold is selected, beyond the rows of the page. */
export const selectIsWhole = createSelector([selectMailbox], (mailbox) => mailbox.isWhole)
export const selectSelectedRows = createSelector([selectOpenRows, selectSelectedIds], (rows, ids) => {
  const chosen = new Set(ids)
  return rows.filter((row) => chosen.has(row.id))
})
