/** Every number of SPEC §9 and of CONTRACT.md, each with one sentence. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const mebibyte = 1024 * 1024

export const limits = {
  /** Milliseconds between two heartbeats. */
  heartbeatMs: minute,
  /** A gap in activity beyond this many milliseconds asks for a heartbeat. */
  inactivityGapMs: minute,
  /** Milliseconds between two polls for new mail. */
  newMailPollMs: 5 * minute,
  /** Milliseconds that the new-mail notice stays. */
  newMailNoticeMs: 5_000,
  /** Milliseconds between two checks of a text-message code. */
  smsCheckPollMs: 3_000,
  /** Milliseconds after which a chunk of code counts as not loaded. */
  chunkLoadTimeoutMs: 120_000,
  /** Digits of a mobile phone number. */
  phoneDigits: 11,
  /** Side of a QR code in pixels. */
  qrCodePixels: 120,
  /** Smallest width in pixels on each side of the divider. */
  dividerMinPixels: 300,
  /** Width of a folder name: a character outside ASCII counts two. */
  folderNameWidth: 24,
  /** Folders of a person's own that stand in one another, the outermost counted. */
  folderDepth: 5,
  /** Folders of a person's own, as many as are put in order in one request. */
  ownFolders: 1_000,
  /** Signatures of one account. */
  signatures: 3,
  /** Width of a signature: 600 Chinese or 1200 English characters. */
  signatureWidth: 1_200,
  /** Fields of a business card or e-card. */
  cardFields: 8,
  /** Bytes that a logo must stay under. */
  logoBytes: mebibyte,
  /** Characters of an automatic reply. */
  autoReplyCharacters: 300,
  /** Rules of one account; conditions, values of one condition and actions of one rule. */
  rules: 100,
  ruleConditions: 20,
  ruleValues: 50,
  ruleActions: 10,
  /** Characters of a rule's name and of a value that it looks for. */
  ruleNameCharacters: 100,
  ruleValueCharacters: 500,
  /** Entries of the blacklist and of the whitelist, each. */
  listEntries: 1_000,
  /** Bytes of all attachments of a mail, decoded: "50M". */
  attachmentBytesPerMail: 50 * mebibyte,
  /** Attachments of one mail. */
  attachmentsPerMail: 200,
  /** Bytes of one whole message that SMTP takes. */
  messageBytes: 72 * mebibyte,
  /** Bytes of one part of an upload. */
  uploadPartBytes: mebibyte,
  /** Shortest and longest password. */
  passwordMin: 8,
  passwordMax: 16,
  /** Shortest search keyword, in characters. */
  keywordMin: 2,
  /** Milliseconds within which a mail may be recalled. */
  recallMs: day,
  /** Milliseconds that deleted mail can be recovered. */
  deletedRecoveryMs: 30 * day,
  /** Milliseconds that purged mail can be recovered. */
  purgedRecoveryMs: 5 * day,
  /** Milliseconds that recovery stays open after it was enabled. */
  recoveryEnabledMs: 30 * day,
  /** Milliseconds that a verification mail to another address stays good. */
  verificationMailMs: 3 * day,
  /** Milliseconds before a verification mail may be sent again. */
  verificationResendMs: hour,
  /** Milliseconds of a share, by its code. */
  shareMs: { 1: 15 * minute, 2: 4 * hour, 3: 24 * hour },
  /** First and last character, counted from 0, of the date that a list shows. */
  listDateFrom: 5,
  listDateTo: 15,
  /** Widths in pixels up to which a narrower layout holds. */
  breakpoints: { phone: 450, tablet: 600, narrow: 800, wide: 1119 },
  /** Mails of a page when the person has chosen nothing, and what may be chosen. */
  pageSize: 50,
  pageSizes: [20, 50, 100, 200],
  /** Mails of a page at the most. */
  pageSizeMax: 200,
  /** Highest page number that is read. */
  pageMax: 1_000_000_000,
  /** Mails named in one request at the most. */
  idsPerRequest: 10_000,
  /** Recipients of one mail, over all tiers. */
  recipientsPerMail: 500,
  /** Characters of a subject. */
  subjectCharacters: 900,
  /** Characters of a mail's HTML as written. */
  htmlCharacters: 8 * mebibyte,
  /** Bytes of an ordinary form. */
  formBytes: 512 * 1024,
  /** Bytes of a form that carries a mail's text. */
  textFormBytes: 26 * mebibyte,
  /** Milliseconds of quiet after which a draft is saved, and the longest wait. */
  draftPauseMs: 2_000,
  draftMaxWaitMs: 30_000,
  /** Milliseconds that an Undo is offered. */
  undoMs: 10_000,
  /** Failed logins for one account and for one address within the window. */
  loginFailuresPerAccount: 5,
  loginFailuresPerAddress: 20,
  loginWindowMs: 15 * minute,
  /** Milliseconds without use after which a session ends. */
  sessionIdleMs: 5 * day,
  /** Milliseconds after which a session ends however much it is used. */
  sessionMaxMs: 30 * day,
  /** Bytes of a mail's source, and of a text file, that are shown in place. */
  sourceBytes: 256 * 1024,
  /** Bytes of a mail within a mail that are read to show it in place. */
  previewedMailBytes: 8 * mebibyte,
  /** Milliseconds that a download ticket lives. */
  ticketMs: 5 * minute,
} as const
