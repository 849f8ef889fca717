/** The face of what leaves as files and comes in from them. Fetched when it is first asked for. */
export { exportMails, saveMail } from './exportThunks'
export { ImportDialog } from './ImportDialog'
export { ImportResult } from './ImportResult'
export { startDownload } from './startDownload'
