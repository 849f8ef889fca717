/** The face of reading. */
export { MailDetails } from './mail/MailDetails'
export { MailText } from './mail/MailText'
export { ReadingPage } from './ReadingPage'
export { useMailLinks } from './useMailLinks'
export { useOpenMail } from './useOpenMail'
