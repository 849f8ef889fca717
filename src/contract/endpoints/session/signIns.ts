/** From where an account was signed in to (SPEC §3, login detail: time, city, network). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { optional, text, whole, withDefault, word } from '../../field'
import { limits } from '../../limits'

/** A city as a database of network addresses knows it. */
export const signInCity = /* @__PURE__ */ v.object({
  zh: v.string(),
  en: v.string(),
  /** ISO 3166, two letters; empty where unknown. */
  country: v.string(),
  /** Degrees. */
  latitude: v.number(),
  longitude: v.number(),
})

export const signInWays = ['password', 'qr', 'passkey'] as const

/** What came of a sign-in; `locked` and `expired` had the right password. */
export const signInResults = ['in', 'wrongPassword', 'wrongCode', 'wrongPasskey', 'locked', 'expired'] as const

/** Which of them are asked for. */
const chosen = {
  days: withDefault(whole(1, limits.signInDays), limits.signInDays),
  way: optional(word(signInWays)),
  result: optional(word(signInResults)),
}

/** How and from where; `browser` and `system` are empty where unknown. */
const origin = {
  way: v.picklist(signInWays),
  browser: v.string(),
  system: v.string(),
  /** Whole, for its owner alone; empty where it was not kept. */
  address: v.string(),
  place: v.nullable(signInCity),
}

export const listSignIns = endpoint({
  method: 'GET',
  path: 'webmail/login/signIns.action',
  fields: {
    ...chosen,
    page: withDefault(whole(1, limits.pageMax), 1),
    pageSize: withDefault(whole(1, limits.pageSizeMax), limits.pageSize),
  },
  reply: v.object({
    /** The newest first. */
    list: v.array(
      v.object({
        /** Epoch milliseconds. */
        at: v.number(),
        ...origin,
        result: v.picklist(signInResults),
        /** 192.0.2.0/24, 2001:db8:7::/48. */
        network: v.string(),
      }),
    ),
    total: v.number(),
    /** All successes of the days, whatever is asked for. */
    places: v.array(v.object({ place: signInCity, count: v.number(), last: v.number() })),
    /** How many successes have no known place. */
    unknown: v.number(),
    /** Whether this gateway was given a database of cities at all. */
    knowsCities: v.boolean(),
  }),
})

/** The same as csv, for a spreadsheet; `sid` is a download ticket, times are of `timezone`. */
export const signInsFile = endpoint({
  method: 'GET',
  path: 'webmail/login/signInsFile.action',
  fields: { ...chosen, sid: text(200), timezone: text(64), language: word(['zh-CN', 'en-US']) },
  codes: ['ticketExpired'],
  anonymous: true,
  body: 'bytesOut',
})

/** Where the account is signed in now, the newest first. */
export const listSessions = endpoint({
  method: 'GET',
  path: 'webmail/login/sessions.action',
  reply: v.object({
    sessions: v.array(
      v.object({
        id: v.string(),
        /** It is the one that asks. */
        isPresent: v.boolean(),
        /** Epoch milliseconds; `ends` moves while it is used. */
        at: v.number(),
        ends: v.number(),
        ...origin,
      }),
    ),
  }),
})

export const endSession = endpoint({
  method: 'POST',
  path: 'webmail/login/endSession.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})

/** Every session but the one that asks, with what can become one. */
export const endOtherSessions = endpoint({ method: 'POST', path: 'webmail/login/endOtherSessions.action' })
