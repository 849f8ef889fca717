/** Signing in by a QR code that a phone confirms (SPEC §7, BEHAVIOUR §17). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, optional, text, withDefault } from '../../field'
import { signInReply } from '../../shapes'
import { signInCity } from './signIns'

export const loginQrCode = endpoint({
  method: 'GET',
  path: 'webmail/login/loginQrCode',
  fields: { random: optional(text(100)) },
  reply: v.object({
    id: v.string(),
    /** Stands in no picture: without it nobody learns what became of the id, nor is let in by it. */
    secret: v.string(),
    /** What the picture leads to: a path of this site. */
    text: v.string(),
    /** Epoch milliseconds. */
    expires: v.number(),
  }),
  codes: ['tooManyTries'],
  anonymous: true,
})

export const pollQrLogin = endpoint({
  method: 'GET',
  path: 'webmail/login/polling',
  fields: {
    random: optional(text(100)),
    id: text(200),
    secret: text(200),
    timezone: withDefault(text(64), 'Asia/Shanghai'),
  },
  reply: v.object({
    state: v.picklist(['waiting', 'scanned', 'confirmed', 'expired', 'cancelled']),
    /** Who scanned it. */
    name: v.optional(v.string()),
    signedIn: v.optional(signInReply),
  }),
  anonymous: true,
})

/** The phone asks who wants to be let in. `browser` and `system` are empty where unknown. */
export const scanQrLogin = endpoint({
  method: 'POST',
  path: 'webmail/login/scanQrLogin.action',
  fields: { id: text(200) },
  reply: v.object({
    browser: v.string(),
    system: v.string(),
    address: v.string(),
    /** Null where the city is unknown. */
    place: v.nullable(signInCity),
    at: v.number(),
  }),
  codes: ['notFound'],
})

export const decideQrLogin = endpoint({
  method: 'POST',
  path: 'webmail/login/decideQrLogin.action',
  fields: { id: text(200), accept: flag() },
  codes: ['notFound'],
})
