/** The mail list's face. */
import './listeners'

export { markMails, moveMails, removeForever } from './changeThunks'
export { folderName, moveTargets } from './folderNames'
export { useGrouping } from './hooks/useGrouping'
export { useListedRow } from './hooks/useListedRow'
export { useMoreItems } from './hooks/useMoreItems'
export { type Neighbour, useNeighbours } from './hooks/useNeighbours'
export { useStepAway } from './hooks/useStepAway'
export type { Find } from './listQuery'
export { toldRowOf } from './listThunks'
export { type BesideList, type Found, MailboxPage } from './MailboxPage'
export { restoreMails } from './restoreThunks'
