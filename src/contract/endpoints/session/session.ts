/** Session and login (SPEC §7). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, optional, text, withDefault } from '../../field'
import { signInReply, tierId } from '../../shapes'

export const login = endpoint({
  method: 'POST',
  path: 'webmail/login/loginService.action',
  fields: {
    username: text(320),
    password: text(256),
    timezone: withDefault(text(64), 'Asia/Shanghai'),
    /** The characters of the picture, empty after a wait; and the id under which picture or wait was asked for. */
    captcha: optional(text(64)),
    captchaRandom: optional(text(100)),
    /** Stay signed in: days instead of hours. */
    stay: withDefault(flag(), false),
  },
  reply: signInReply,
  codes: ['004', '006', '007', '008', 'factorNeeded', 'captchaNeeded', 'captchaWrong', 'tooManyTries'],
  anonymous: true,
})

/** What a refused login says beside its code. */
export const loginRefusal = /* @__PURE__ */ v.object({
  status: v.string(),
  triesLeft: v.optional(v.number()),
  /** The next try needs a captcha. */
  captcha: v.optional(v.boolean()),
  /** With 007: too many tries lock for so long at the most; absent where an operator locked the account. */
  lockedSeconds: v.optional(v.number()),
  /** With 006 and 008: opens the calls of membership, orders and payment for a while. */
  renewalTicket: v.optional(v.string()),
  /** With `factorNeeded`: what the second step goes on with. */
  factorTicket: v.optional(v.string()),
  /** With 007: its owner closed the account, which goes then; the ticket takes it back. */
  closing: v.optional(v.object({ at: v.number(), ticket: v.optional(v.string()) })),
})

export const logout = endpoint({
  method: 'GET',
  path: 'webmail/logout/index.action',
  fields: { version: optional(text(20)) },
  body: 'text',
})

export const heartbeat = endpoint({
  method: 'GET',
  path: 'webmail/main/heartbeat.action',
  reply: v.object({ ok: v.boolean(), username: v.string() }),
})

export const usersInfo = endpoint({
  method: 'GET',
  path: 'webmail/login/getUsersInfo.action',
  reply: v.object({
    username: v.string(),
    displayName: v.string(),
    /** Names the photo for `contactPhoto`, or is empty. */
    photo: v.string(),
    userMailType: tierId,
    domainName: v.string(),
    organization: v.nullable(v.string()),
    /** When the membership ends, in epoch milliseconds, or null for never. */
    dueTime: v.nullable(v.number()),
    /** Mails of a page, where the person has chosen. */
    pageSize: v.optional(v.number()),
  }),
})

export const sxyBindStatus = endpoint({
  method: 'GET',
  path: 'webmail/login/sxyBindStatus',
  /** `canBind`: whether a number of ours takes the text messages that bind a phone. */
  reply: v.object({ bound: v.boolean(), canBind: v.boolean() }),
})

/** What the page shows before anyone has signed in: the brand and what this gateway can do. */
export const siteInfo = endpoint({
  method: 'GET',
  path: 'webmail/main/siteInfo.action',
  reply: v.object({
    brandName: v.object({ zh: v.string(), en: v.string() }),
    logoUrl: v.nullable(v.string()),
    domains: v.array(v.string()),
    canSendOutside: v.boolean(),
    /** Whether senders can be blocked and rules be kept. */
    keepsRules: v.boolean(),
    /** Where a passkey signs in alone; null where none does. */
    passkeyOrigin: v.nullable(v.string()),
  }),
  anonymous: true,
})
