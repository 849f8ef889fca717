/** Protection: a secure phone and a secure mailbox (SPEC §2, §8). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'
import { bindPhone } from '../session/phone'

const shown = v.object({
  /** False where a mail server has the passwords: nothing is protected here. */
  isOffered: v.boolean(),
  canBindPhone: v.boolean(),
  /** What is bound is masked: whoever finds a session learns no address to write to. */
  phone: v.nullable(v.string()),
  /** Bound by a session alone: it resets no password until the password was given for it. */
  unconfirmedPhone: v.nullable(v.string()),
  mailbox: v.nullable(v.string()),
  /** A mailbox that was asked and has not answered; instants in epoch milliseconds. */
  pending: v.nullable(
    v.object({
      address: v.string(),
      resendAt: v.number(),
      expiresAt: v.number(),
      /** Names its verification mail on `/sendSuccess`. */
      sent: v.nullable(v.string()),
    }),
  ),
})
const password = text(256)

export const showProtection = endpoint({
  method: 'POST',
  path: 'webmail/protection/show.action',
  reply: shown,
})

/**
 * Binds the first secure phone. `asked` is the code that it has to send;
 * null where it was bound and only the password was missing.
 */
export const bindSecurePhone = endpoint({
  method: 'POST',
  path: 'webmail/protection/bindPhone.action',
  fields: { password, phone: text(20) },
  reply: v.object({ ...shown.entries, asked: v.nullable(bindPhone.reply) }),
  codes: ['004', 'phoneEmpty', 'phoneInvalid', 'notAllowed', 'tooManyTries', 'serverCannot'],
})

/** Answers the code that the new phone has to send; `verifyPhone` then says whether it came. */
export const changePhone = endpoint({
  method: 'POST',
  path: 'webmail/protection/changePhone.action',
  fields: { password, oldPhone: text(20), phone: text(20) },
  reply: bindPhone.reply,
  codes: ['004', 'oldPhoneWrong', 'phoneEmpty', 'phoneInvalid', 'notFound', 'tooManyTries', 'serverCannot'],
})

export const removePhone = endpoint({
  method: 'POST',
  path: 'webmail/protection/removePhone.action',
  fields: { password },
  reply: shown,
  codes: ['004', 'tooManyTries', 'serverCannot'],
})

/** Asks the mailbox by a verification mail; the one before stays until it has agreed. */
export const bindMailbox = endpoint({
  method: 'POST',
  path: 'webmail/protection/bindMailbox.action',
  fields: { password, address: text(254) },
  reply: shown,
  codes: [
    'bindingPasswordWrong',
    'recipientInvalid',
    'secureMailboxOwn',
    'recipientOutside',
    'recipientUnknown',
    'verificationTooSoon',
    'tooManyTries',
    'serverCannot',
  ],
})

/** Asks the mailbox that has not answered once more. */
export const askMailboxAgain = endpoint({
  method: 'POST',
  path: 'webmail/protection/askMailboxAgain.action',
  reply: shown,
  codes: ['notFound', 'verificationTooSoon', 'tooManyTries'],
})

export const removeMailbox = endpoint({
  method: 'POST',
  path: 'webmail/protection/removeMailbox.action',
  fields: { password },
  reply: shown,
  codes: ['004', 'tooManyTries', 'serverCannot'],
})
