/** From where an account was signed in to (SPEC §3, login detail: time, city, network). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { whole, withDefault } from '../../field'
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

export const listSignIns = endpoint({
  method: 'GET',
  path: 'webmail/login/signIns.action',
  fields: {
    days: withDefault(whole(1, limits.signInDays), limits.signInDays),
    page: withDefault(whole(1, limits.pageMax), 1),
    pageSize: withDefault(whole(1, limits.pageSizeMax), limits.pageSize),
  },
  reply: v.object({
    /** The newest first. */
    list: v.array(
      v.object({
        /** Epoch milliseconds. */
        at: v.number(),
        way: v.picklist(['password', 'qr']),
        /** Empty where unknown. */
        browser: v.string(),
        system: v.string(),
        /** Never the whole address: 192.0.2.0/24, 2001:db8:7::/48. */
        network: v.string(),
        place: v.nullable(signInCity),
      }),
    ),
    total: v.number(),
    /** All of the days, whatever the page. */
    places: v.array(v.object({ place: signInCity, count: v.number(), last: v.number() })),
    /** How many of them have no known place. */
    unknown: v.number(),
    /** Whether this gateway was given a database of cities at all. */
    knowsCities: v.boolean(),
  }),
})
