/** Every number of SPEC §9 and of docs/contract.md, each with one sentence. */
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
  /** Streams by which one person is told of new mail at a time, and milliseconds between two signs of life on each. */
  newsStreamsPerUser: 6,
  newsBeatMs: 25_000,
  /** Milliseconds between two checks of a text-message code. */
  smsCheckPollMs: 3_000,
  /** Milliseconds after which a chunk of code counts as not loaded. */
  chunkLoadTimeoutMs: 120_000,
  /** Days that a membership goes on after its end, and those on which it is told before. */
  graceDays: 7,
  remindDays: [30, 7, 1],
  /** Milliseconds that a renewal ticket, an unpaid order and a provider's QR code live. */
  renewalTicketMs: 30 * minute,
  orderMs: 7 * day,
  payCodeMs: 2 * hour,
  /** Milliseconds between two looks at a payment. */
  payPollMs: 3_000,
  /** Digits of a mobile phone number. */
  phoneDigits: 11,
  /** Digits of the code that a phone sends to prove itself, milliseconds that it lives, wrong ones that it outlives. */
  phoneCodeDigits: 6,
  phoneCodeMs: 10 * minute,
  phoneCodeTries: 5,
  /** Codes that one account may have made in an hour. */
  phoneCodesPerHour: 10,
  /** Milliseconds for which binding a phone is not offered again after somebody closed the dialog. */
  phoneOfferPauseMs: 7 * day,
  /** Milliseconds by which an operator's message about a text message may be old, or ahead. */
  smsSkewMs: 5 * minute,
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
  /** Characters of all values of all rules, and of those with wildcards among them. */
  rulesValueCharacters: 100_000,
  rulesWildcardCharacters: 5_000,
  /** Characters of a rule on the wire. */
  ruleCharacters: 100_000,
  /** UTF-16 units of a file of rules. */
  ruleFileUnits: 512 * 1024,
  /** Days and slices of the newest mails that a rule is tried on, and how many mails a slice has. */
  ruleTrialDays: 90,
  ruleTrialPages: 40,
  ruleTrialSlice: 50,
  /** Addresses that an account may forward to, and hops after which a message is not forwarded. */
  forwardTargets: 10,
  forwardHops: 10,
  /** Servers that a message may have passed before. */
  receivedHops: 100,
  /** Entries of the blacklist and of the whitelist, each. */
  listEntries: 1_000,
  /** Bytes of all attachments of a mail, decoded: "50M". */
  attachmentBytesPerMail: 50 * mebibyte,
  /** Attachments of one mail. */
  attachmentsPerMail: 200,
  /** Bytes of one whole message that SMTP takes. */
  messageBytes: 72 * mebibyte,
  /** Mails named in one export. */
  exportedIds: 1_000,
  /** Files of one import, and bytes of one of them. */
  importedFiles: 100,
  importedFileBytes: 1024 * mebibyte,
  /** Mails of one archive that is imported, and bytes that they may unpack to. */
  importedMails: 200_000,
  importedUnpackedBytes: 8 * 1024 * mebibyte,
  /** Bytes of one part of an upload. */
  uploadPartBytes: mebibyte,
  /** Uploads of one account that are not finished, at once. */
  openUploads: 200,
  /** Milliseconds without a part after which an unfinished upload is removed, and after which it makes room for another. */
  unfinishedUploadMs: day,
  restingUploadMs: hour,
  /** Bytes that an upload counts at the least: what a file takes on a disk. */
  leastUploadBytes: 4_096,
  /** Shortest and longest password. */
  passwordMin: 8,
  passwordMax: 16,
  /** Shortest search keyword, in characters. */
  keywordMin: 2,
  /** Searches that one account keeps under names, characters of such a name, and of what is asked. */
  savedSearches: 50,
  searchNameCharacters: 50,
  savedSearchCharacters: 2_000,
  /** Milliseconds within which a mail may be recalled. */
  recallMs: day,
  /** Milliseconds between two looks at a recall that still goes on. */
  recallPollMs: 3_000,
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
  /** Verification mails that one account causes in a day. */
  verificationMailsPerDay: 20,
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
  /** Mails that one conversation holds: what comes after them begins another. */
  conversationMails: 1_000,
  /** Mails of an opened conversation that come in one answer. */
  conversationPage: 50,
  /** Senders that a conversation's row names. */
  conversationPeople: 10,
  /** Mails named in one request at the most. */
  idsPerRequest: 10_000,
  /** Messages of one person that the scanner learns from in a day. */
  lessonsPerDay: 100,
  /** Recipients of one mail, over all tiers. */
  recipientsPerMail: 500,
  /** Mails that are forwarded as files of one mail. */
  forwardedMails: 50,
  /** Read receipts that one account sends in a day. */
  receiptsPerDay: 200,
  /** Characters of a subject. */
  subjectCharacters: 900,
  /** Characters of a mail's HTML as written. */
  htmlCharacters: 8 * mebibyte,
  /** Bytes of an ordinary form. */
  formBytes: 512 * 1024,
  /** Bytes of the form of a call that needs no session. */
  anonymousFormBytes: 16 * 1024,
  /** Bytes of a form that carries a mail's text. */
  textFormBytes: 26 * mebibyte,
  /** Fields of one form: all the mails that a request may name, and what else the longest calls hold. */
  formFields: 12_000,
  /** Milliseconds of quiet after which a draft is saved, and the longest wait. */
  draftPauseMs: 2_000,
  draftMaxWaitMs: 30_000,
  /** Milliseconds that an Undo is offered. */
  undoMs: 10_000,
  /** Milliseconds that a mail is open before it counts as read, for those who want it so. */
  markReadMs: 3_000,
  /** Contacts of one account, and characters of a contact's name. */
  contacts: 10_000,
  contactNameCharacters: 100,
  /** Groups of contacts of one account, and characters of a group's name. */
  contactGroups: 200,
  groupNameCharacters: 50,
  /** Recent recipients of one account, and how many people and groups are offered for what was typed. */
  recentRecipients: 500,
  suggestions: 8,
  suggestedGroups: 3,
  /** Senders of one account whose remote pictures are shown without being asked for. */
  imageSenders: 500,
  /** Failed logins for one account and for one address within the window. */
  loginFailuresPerAccount: 5,
  loginFailuresPerAddress: 20,
  loginWindowMs: 15 * minute,
  /** Milliseconds that a QR code for signing in lives, between two looks at it, and codes that one network address may have in the window. */
  qrLoginMs: 2 * minute,
  qrLoginPollMs: 3_000,
  qrCodesPerAddress: 60,
  /** Days for which it is kept from where an account was signed in to, and one of those days in milliseconds. */
  signInDays: 90,
  dayMs: day,
  /** Milliseconds without use after which a session ends, of somebody who wants to stay signed in and of everybody else. */
  sessionIdleMs: 5 * day,
  sessionShortIdleMs: 12 * hour,
  /** Milliseconds after which a session ends however much it is used, likewise. */
  sessionMaxMs: 30 * day,
  sessionShortMaxMs: day,
  /** Milliseconds that a mail which could not be sent to everyone is kept, to be sent again. */
  failedKeptMs: 30 * day,
  /** Seconds for which a send may be held so that it can be undone, and how much longer the gateway waits than it says. */
  holdSeconds: [0, 5, 10, 20, 30],
  holdMarginMs: 3_000,
  /** Milliseconds ahead that a time chosen for sending must lie, and before it at which it can no longer be called off. */
  scheduleAheadMs: 2 * minute,
  scheduleClosedMs: 30_000,
  /** Bytes of a mail's source, and of a text file, that are shown in place. */
  sourceBytes: 256 * 1024,
  /** Bytes of a mail within a mail that are read to show it in place. */
  previewedMailBytes: 8 * mebibyte,
  /** Milliseconds that a download ticket lives. */
  ticketMs: 5 * minute,
  /** Page views of one report, milliseconds for which a browser gathers them, and reports of one network address in a minute. */
  viewsPerReport: 20,
  viewsPauseMs: 30_000,
  viewReportsPerMinute: 300,
} as const
