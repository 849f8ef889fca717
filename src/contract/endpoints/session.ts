/** Session and login (SPEC §7). */
import * as v from 'valibot'
import { endpoint } from '../endpoint'
import { optional, text, withDefault } from '../field'
import { signedIn, tierId } from '../shapes'

export const login = endpoint({
  method: 'POST',
  path: 'webmail/login/loginService.action',
  fields: {
    username: text(320),
    password: text(256),
    timezone: withDefault(text(64), 'Asia/Shanghai'),
    captcha: optional(text(64)),
  },
  reply: signedIn,
  codes: ['004', '006', '007', '008'],
  anonymous: true,
})

/** What a refused login says beside its code. */
export const loginRefusal = /* @__PURE__ */ v.object({
  status: v.string(),
  triesLeft: v.optional(v.number()),
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
    userMailType: tierId,
    domainName: v.string(),
    organization: v.nullable(v.string()),
    /** When the membership ends, in epoch milliseconds, or null for never. */
    dueTime: v.nullable(v.number()),
    /** Mails of a page, where the person has chosen. */
    pageSize: v.optional(v.number()),
  }),
})

export const loginQrCode = endpoint({
  method: 'GET',
  path: 'webmail/login/loginQrCode',
  fields: { random: optional(text(100)) },
  reply: v.object({ id: v.string(), text: v.string(), expires: v.number() }),
  anonymous: true,
})

export const pollQrLogin = endpoint({
  method: 'GET',
  path: 'webmail/login/polling',
  fields: { random: optional(text(100)), id: text(200), secret: optional(text(200)) },
  reply: v.object({
    state: v.picklist(['waiting', 'scanned', 'confirmed', 'expired', 'cancelled']),
    signedIn: v.optional(signedIn),
  }),
  anonymous: true,
})

export const sxyBindStatus = endpoint({
  method: 'GET',
  path: 'webmail/login/sxyBindStatus',
  reply: v.object({ bound: v.boolean() }),
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
  }),
  anonymous: true,
})
