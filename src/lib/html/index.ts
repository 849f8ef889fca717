/**
 * The one safe-mail module: nothing else puts a mail's HTML into a document. What the reader alone needs is imported by its own path:
 * whatever stands here is part of the composer.
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
export { inlineSheets } from './inlineSheets'
export { escapeHtml, hasFormatting, htmlOfPlain, plainOfHtml } from './plainOfHtml'
export { linkTarget } from './purifier'
export { isUntouched, signatureBlock, signedHtml, withoutSignature } from './signature'
export { signatureToKeep } from './signatureToKeep'
export { type QuoteTexts, wordQuotes } from './wordQuotes'
