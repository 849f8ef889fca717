/** The second factor of a sign-in: a code of an authenticator (RFC 6238), or a recovery code. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, optional, text, withDefault } from '../../field'
import { signInReply } from '../../shapes'
import { passkeyAnswer } from './passkeys'

/** How a sign-in goes on. Six digits are a code of an authenticator, others a recovery code. */
export const secondStep = endpoint({
  method: 'POST',
  path: 'webmail/login/secondStep.action',
  fields: {
    ticket: text(200),
    code: optional(text(40)),
    /** In place of a code: what a passkey has signed for this ticket. */
    passkey: optional(passkeyAnswer),
    /** What an earlier sign-in on this device gave: it stands for a code. */
    device: optional(text(200)),
    /** For 30 days no code is asked for on this device. */
    trust: withDefault(flag(), false),
    timezone: withDefault(text(64), 'Asia/Shanghai'),
  },
  reply: v.object({ ...signInReply.entries, device: v.optional(v.string()) }),
  codes: ['006', '007', '008', 'codeWrong', 'passkeyWrong', 'ticketExpired', 'tooManyTries'],
  anonymous: true,
})

export const factorState = endpoint({
  method: 'GET',
  path: 'webmail/login/factors.action',
  reply: v.object({
    /** Since when, in epoch milliseconds; null where it is off. */
    totpSince: v.nullable(v.number()),
    /** The organization asks for a second factor: the last one stays. */
    isNeeded: v.boolean(),
    recoveryCodesLeft: v.number(),
    /** What new ones ask for; null where no second step is asked for. */
    codesAsk: v.nullable(v.picklist(['code', 'password'])),
    devices: v.array(
      v.object({ id: v.string(), browser: v.string(), system: v.string(), at: v.number(), ends: v.number() }),
    ),
  }),
})

/** `secret` is the key in base32, `uri` the same for a QR code; a code confirms them. */
export const beginTotp = endpoint({
  method: 'POST',
  path: 'webmail/login/beginTotp.action',
  fields: { password: text(256) },
  reply: v.object({ secret: v.string(), uri: v.string() }),
  codes: ['004', 'notAllowed', 'tooManyTries'],
})

/** Recovery codes are told this once. */
const recoveryCodes = /* @__PURE__ */ v.object({ recoveryCodes: v.array(v.string()) })

export const confirmTotp = endpoint({
  method: 'POST',
  path: 'webmail/login/confirmTotp.action',
  fields: { code: text(40) },
  reply: recoveryCodes,
  codes: ['codeWrong', 'tooManyTries'],
})

/** In place of all that there were: by a code, or the password where passkeys stand alone. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: 'webmail/login/renewRecoveryCodes.action',
  fields: { code: optional(text(40)), password: optional(text(256)) },
  reply: recoveryCodes,
  codes: ['004', 'notAllowed', 'codeWrong', 'tooManyTries'],
})

export const endTotp = endpoint({
  method: 'POST',
  path: 'webmail/login/endTotp.action',
  fields: { password: text(256), code: text(40) },
  codes: ['004', 'notAllowed', 'codeWrong', 'tooManyTries'],
})

/** A device is asked for a code again. */
export const distrustDevice = endpoint({
  method: 'POST',
  path: 'webmail/login/distrustDevice.action',
  fields: { id: text(100) },
  codes: ['notFound'],
})
