/** The face of what this page and this browser remember of mail. */
import './listeners'

export { mailDatabaseOfLastVisit, openMailDatabase } from './mailDatabase'
export {
  mailRefused,
  mailRequested,
  mailsRenamed,
  mailUsed,
  type ReadingFailure,
  receiptSettled,
  rowsFetched,
  selectFailure,
  selectIsUnexplained,
  selectMail,
} from './mailsSlice'
export { checkMail, fetchMail, loadCachedMail } from './mailThunks'
export { prefetchMails } from './prefetch'
