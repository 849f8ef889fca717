/** Registration (SPEC §7, docs/decisions/0058). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, optional, text, withDefault, word } from '../../field'
import { userNameFaults } from '../../registration/userName'
import { signInReply } from '../../shapes'
import { tierIds } from '../../tiers'

/** Whether people may register by themselves, with an invitation alone, or not at all. */
export const registrationModes = ['open', 'invite', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

export const registrationState = endpoint({
  method: 'GET',
  path: 'webmail/vipRegister/state.action',
  reply: v.object({
    mode: v.picklist(registrationModes),
    domains: v.array(v.string()),
    /** Whether a phone has to prove itself. */
    asksPhone: v.boolean(),
    /** Whom to ask where one cannot register. */
    contact: v.string(),
  }),
  anonymous: true,
})

export const validateUserName = endpoint({
  method: 'POST',
  path: 'webmail/vipRegister/ValidityUserName',
  fields: { username: text(64), domain: text(253) },
  reply: v.object({
    state: v.picklist(['free', 'taken', 'malformed']),
    suggestions: v.array(v.string()),
    /** Why it is malformed. */
    reason: v.optional(v.picklist(userNameFaults)),
  }),
  codes: ['registrationClosed', 'tooManyTries'],
  anonymous: true,
})

/** Not usable: no mobile number, or as many mailboxes are bound to it as may be. */
export const checkPhoneNumber = endpoint({
  method: 'POST',
  path: 'webmail/vipRegister/checkPhoneNum',
  fields: { phone: text(20) },
  reply: v.object({ usable: v.boolean() }),
  codes: ['registrationClosed', 'tooManyTries'],
  anonymous: true,
})

/** The code that the phone is to send; `proof` is drawn by the browser, 16 characters or more. */
export const registrationCode = endpoint({
  method: 'POST',
  path: 'webmail/vipRegister/phoneCode.action',
  fields: { phone: text(20), proof: text(100) },
  reply: v.object({
    smsCode: v.string(),
    /** The number that it is to be sent to. */
    destination: v.string(),
    /** When the code runs out, in epoch milliseconds. */
    expires: v.number(),
  }),
  codes: ['phoneEmpty', 'phoneInvalid', 'phoneUnusable', 'registrationClosed', 'tooManyTries', 'serverCannot'],
  anonymous: true,
})

export const registrationProof = endpoint({
  method: 'POST',
  path: 'webmail/vipRegister/phoneState.action',
  fields: { phone: text(20), proof: text(100) },
  reply: v.object({ state: v.picklist(['waiting', 'proved', 'over']) }),
  codes: ['phoneEmpty', 'phoneInvalid'],
  anonymous: true,
})

/** Whatever the kind, the account is free until an order is paid. */
export const register = endpoint({
  method: 'POST',
  path: 'webmail/vipRegister/register.action',
  fields: {
    kind: word(tierIds),
    username: text(64),
    domain: text(253),
    password: text(256),
    /** The terms are agreed to. */
    consent: flag(),
    captcha: optional(text(64)),
    captchaRandom: optional(text(100)),
    phone: optional(text(20)),
    proof: optional(text(100)),
    invite: optional(text(100)),
    /** Another mailbox: secure once its reader has agreed. */
    alternate: optional(text(254)),
    /** Drawn by the browser, 16 characters or more: sent again, it signs in as at first. */
    key: text(100),
    /** Of the welcome message. */
    language: withDefault(word(['zh-CN', 'en-US']), 'zh-CN'),
    timezone: withDefault(text(64), 'Asia/Shanghai'),
  },
  reply: v.object({
    ...signInReply.entries,
    /** Names the verification mail to the alternate address on `/sendSuccess`. */
    sent: v.optional(v.string()),
  }),
  codes: [
    'registrationClosed',
    'nameInvalid',
    'nameTaken',
    'passwordWeak',
    'passwordPersonal',
    'passwordCommon',
    'consentMissing',
    'phoneEmpty',
    'phoneInvalid',
    'phoneUnproved',
    'phoneUnusable',
    'inviteInvalid',
    'recipientInvalid',
    'secureMailboxOwn',
    'recipientOutside',
    'recipientUnknown',
    'captchaNeeded',
    'captchaWrong',
    'tooManyTries',
  ],
  anonymous: true,
})
