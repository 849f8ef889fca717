/** The face of shares for My files. Fetched when it is first asked for. */
export { ShareFilesDialog } from './ShareFilesDialog'
