/** The one safe-mail module: nothing else puts a mail's HTML into a document. */

export {
  type AttachedPictures,
  attachedMark,
  fragmentForEditor,
  ownHtml,
  ownText,
  ownTextOfHtml,
  picturesIn,
  remoteMark,
  restoreForSending,
  sanitizeForEditor,
  signatureMark,
  textOfHtml,
} from './editorHtml'
export { type FrameContent, frameDocument } from './frame/frameDocument'
export { MailFrame } from './frame/MailFrame'
export { inlineSheets } from './inlineSheets'
export { type MisleadingLink, misleadingLinks } from './misleadingLinks'
export { hasFormatting, htmlOfPlain, plainOfHtml } from './plainOfHtml'
export { escapeHtml, plainTextToHtml } from './plainText'
export { linkTarget } from './purifier'
export { type MailPictures, type SanitizedMail, sanitizeMail } from './sanitizeMail'
export { isUntouched, signatureBlock, signedHtml, withoutSignature } from './signature'
export { signatureToKeep } from './signatureToKeep'
export { type QuoteTexts, wordQuotes } from './wordQuotes'
