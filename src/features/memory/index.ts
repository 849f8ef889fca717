/** The face of what this page and this browser remember of mail. */
import './listeners'

export { keeperOfFormerVisit, openKeeperOfUser } from './keeper'
export {
  mailAsked,
  mailRefused,
  mailsRenamed,
  mailUsed,
  type ReadingFailure,
  receiptSettled,
  rowsTold,
  selectFailure,
  selectMail,
} from './mailsSlice'
export { checkMail, fetchMail, recallMail } from './mailThunks'
export { fetchAhead } from './prefetch'
