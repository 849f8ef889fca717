/** The mail list's face. */
import './listeners'

export { markRows, moveRows, removeForever } from './actions/changeThunks'
export { restoreRows } from './actions/restoreThunks'
export { folderName, moveTargets } from './folderNames'
export { useGrouping } from './list/useGrouping'
export type { Find } from './listData/listQuery'
export { fetchedRowOf } from './listData/listThunks'
export { type BesideList, type Found, MailboxPage } from './MailboxPage'
export { useMoreItems } from './toolbar/useMoreItems'
export { useListedRow } from './useListedRow'
export { type Neighbour, useNeighbours } from './useNeighbours'
export { useStepAway } from './useStepAway'
