/** The mail list's face. */
import './listeners'

export { markMails, moveMails, removeForever } from './changeThunks'
export { folderName, moveTargets } from './folderNames'
export { type Neighbour, useNeighbours } from './hooks/useNeighbours'
export { MailboxPage } from './MailboxPage'
