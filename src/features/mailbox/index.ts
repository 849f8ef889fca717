/** The mail list's face. */
import './listeners'

export { markMails, moveMails, removeForever } from './changeThunks'
export { folderName, moveTargets } from './folderNames'
export { MailboxPage } from './MailboxPage'
