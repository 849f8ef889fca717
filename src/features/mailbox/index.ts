/** The mail list's face. */
import './listeners'

export { markMails, moveMails, removeForever } from './changeThunks'
export { folderName, moveTargets } from './folderNames'
export { type Neighbour, useNeighbours } from './hooks/useNeighbours'
export type { Find } from './listQuery'
export { type Found, MailboxPage } from './MailboxPage'
