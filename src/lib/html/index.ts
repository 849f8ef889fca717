/**
 * The one safe-mail module: nothing else puts a mail's HTML into a document.
 * All of it comes with the composer; what the reader alone needs has its own path.
 */

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
export { escapeHtml, hasFormatting, htmlOfPlain, plainOfHtml } from './plainOfHtml'
export { linkTarget } from './purifier'
export { isUntouched, signatureBlock, signatureToKeep, signedHtml, withoutSignature } from './signature'
export { type QuoteTexts, wordQuotes } from './wordQuotes'
