/** What one message may cost a reader; beyond each the view is partial and says so (TRUST S27, R16). */
export const mimeLimits = {
  /** Bytes of one part's header that are kept. */
  headerBytes: 512 * 1024,
  /** Levels of multipart and message/rfc822 that are opened. */
  depth: 64,
  /** Parts that are listed. */
  parts: 2_000,
  /** Mailboxes of one address field. */
  recipients: 2_000,
  /** Characters of the text and of the HTML. */
  textCharacters: 2_000_000,
  /** Bytes of one text part that are decoded. */
  textBytes: 8_000_000,
  /** Characters of the preview. */
  previewCharacters: 200,
  /** Fields of the header list, and characters of one value. */
  headerFields: 200,
  headerCharacters: 4_000,
  /** Characters of a subject that are kept. */
  subjectCharacters: 2_000,
  /** Message-Ids of References. */
  references: 100,
  /** Recipients of a row, characters of a name or address in it, and recipients that are indexed. */
  rowRecipients: 100,
  nameCharacters: 1_000,
  indexedRecipients: 1_000,
  /** Tokens of the text, and of any other field, in the full-text index: 40,000 take 40 ms of the main thread. */
  bodyTokens: 40_000,
  fieldTokens: 5_000,
  /** Files of a message that are entered into the list of all files. */
  indexedFiles: 500,
  /** TNEF: bytes of one value, and of all texts, that are held in memory, bytes of a name, and numbers of what one stream may hold. */
  tnefValueBytes: 4_000_000,
  tnefTextBytes: 8_000_000,
  tnefNameBytes: 2_000,
  tnefAttributes: 20_000,
  tnefProperties: 2_000,
  tnefFiles: 500,
  tnefDepth: 8,
  /** Bytes read at once. */
  chunkBytes: 256 * 1024,
} as const
