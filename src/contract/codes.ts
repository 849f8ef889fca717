/** Every status and refusal by name: the closed list of `code` values on the wire (SPEC §7, §8; CONTRACT "Answers"). */

export const successCodes = ['000', '200'] as const

/** Statuses of a login (SPEC §8). */
export const loginCodes = {
  wrongPassword: '004',
  expired: '006',
  locked: '007',
  expiredVip: '008',
} as const

/** What the gateway refuses, each with a message under `errors:<code>` in both languages. */
export const refusalCodes = [
  '004',
  '006',
  '007',
  '008',
  'badField',
  'notFound',
  'notAllowed',
  'vipOnly',
  'notYetAvailable',
  'tooLarge',
  'typeRefused',
  'tooManyTries',
  'captchaNeeded',
  'captchaWrong',
  'oldPasswordWrong',
  'passwordWeak',
  'passwordCommon',
  'passwordPersonal',
  'passwordSame',
  'storeAway',
  'diskFull',
  'quotaExceeded',
  'noMailSelected',
  'folderExists',
  'folderNameInvalid',
  'recipientEmpty',
  'recipientInvalid',
  'recipientTooMany',
  'recipientOutside',
  'recipientUnknown',
  'subjectEmpty',
  'headerInvalid',
  'attachmentsPending',
  'attachmentsTooLarge',
  'attachmentUnknown',
  'uploadsFull',
  'uploadOffset',
  'uploadChecksum',
  'idempotencyConflict',
  'draftConflict',
  'draftSent',
  'scheduleEmpty',
  'scheduleTooSoon',
  'scheduleTooFar',
  'tooLateToTakeBack',
  'takenBackElsewhere',
  'sendsUsedUp',
  'recallTooOld',
  'recallOutside',
  'recallRepeated',
  'recallUsedUp',
  'recallImpossible',
  'recallLater',
  'recoveryOff',
  'rulesChanged',
  'autoReplyEmpty',
  'autoReplyTooLong',
  'periodReversed',
  'forwardUnconfirmed',
  'forwardLoop',
  'forwardTargetsFull',
  'verificationTooSoon',
  'verificationGone',
  'answeredElsewhere',
  'ticketExpired',
  'imageRefused',
  'unsubscribeFailed',
  'ownSender',
  'keywordTooShort',
  'searchNameInvalid',
  'searchNameTaken',
  'savedSearchesFull',
  'templateNameInvalid',
  'templateNameTaken',
  'templatesFull',
  'signatureTitleEmpty',
  'signatureTooLong',
  'signaturesFull',
  'cardNameEmpty',
  'cardFieldsFull',
  'cardsFull',
  'cardGone',
  'imageFormatUnsupported',
  'logoTooLarge',
  'profileNameEmpty',
  'transferCut',
  'notMail',
  'archiveUnreadable',
  'contactExists',
  'contactChanged',
  'contactsFull',
  'groupExists',
  'groupsFull',
  'notContacts',
  'importRuns',
  'phoneEmpty',
  'phoneInvalid',
  'oldPhoneWrong',
  'bindingPasswordWrong',
  'secureMailboxOwn',
  'orderOpen',
  'orderClosed',
  'paymentAway',
  'serverCannot',
  'operationFailed',
] as const

export type RefusalCode = (typeof refusalCodes)[number]
export type SuccessCode = (typeof successCodes)[number]
export type Code = RefusalCode | SuccessCode

/** What the client adds when no usable answer came: no network, a broken body, a bug at the gateway. */
export const clientCodes = ['unreachable', 'sessionLost', 'badReply', 'serverError', 'cancelled'] as const
export type ClientCode = (typeof clientCodes)[number]

export function isSuccess(code: string): code is SuccessCode {
  return (successCodes as readonly string[]).includes(code)
}

export function isRefusal(code: string): code is RefusalCode {
  return (refusalCodes as readonly string[]).includes(code)
}
