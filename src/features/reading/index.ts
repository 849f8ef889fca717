/** The face of reading. */
export { MailDetails } from './components/MailDetails'
export { MailText } from './components/MailText'
export { useMailLinks } from './hooks/useMailLinks'
export { useOpenMail } from './hooks/useOpenMail'
export { useTicket } from './hooks/useTicket'
export { ReadingPage as ReaderPage } from './pages/ReadingPage'
