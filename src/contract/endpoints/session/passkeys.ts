/** Passkeys (WebAuthn): sign in without a password, or stand for the code of a second step. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, json, text, withDefault } from '../../field'
import { factorLimits } from '../../session/factorLimits'
import { signInReply } from '../../shapes'

/** Bytes in base64url. */
const bytes = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^[\w-]*$/))
const credential = /* @__PURE__ */ v.object({ id: bytes, rawId: bytes, type: v.literal('public-key') })
const knownKey = /* @__PURE__ */ v.object({ id: v.string(), transports: v.array(v.string()) })
const password = /* @__PURE__ */ text(256)
const signed = { method: 'POST', anonymous: true } as const

/** What an authenticator is asked to sign. */
export const passkeyRequest = /* @__PURE__ */ v.object({
  challenge: v.string(),
  rpId: v.string(),
  /** Passkeys that are good; where there is none named, any of this site. */
  allowed: v.array(knownKey),
  /** The authenticator has to know its owner, by a PIN or a finger. */
  mustVerify: v.boolean(),
})
export type PasskeyRequest = v.InferOutput<typeof passkeyRequest>

/** What it has signed, as `startAuthentication` answers it. */
export const passkeyAnswer = /* @__PURE__ */ json(
  v.object({
    ...credential.entries,
    response: v.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: v.exactOptional(bytes),
    }),
    clientExtensionResults: v.optional(v.object({}), {}),
  }),
  8_000,
)

const shown = /* @__PURE__ */ v.object({
  /** Null where the address of this site allows none. */
  origin: v.nullable(v.string()),
  /** False where a mail server has the passwords: there one stands for a code alone. */
  signsIn: v.boolean(),
  passkeys: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      browser: v.string(),
      system: v.string(),
      isSynced: v.boolean(),
      /** It signs in alone; another one stands for a code only. */
      signsIn: v.boolean(),
      at: v.number(),
      usedAt: v.nullable(v.number()),
    }),
  ),
})

export const passkeyState = endpoint({ method: 'GET', path: 'webmail/login/passkeys.action', reply: shown })

export const beginPasskey = endpoint({
  method: 'POST',
  path: 'webmail/login/beginPasskey.action',
  fields: { password },
  reply: v.object({
    challenge: v.string(),
    rp: v.object({ id: v.string(), name: v.string() }),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
    /** COSE algorithms, the best first. */
    algorithms: v.array(v.number()),
    /** What this account has already. */
    known: v.array(knownKey),
    /** It has to be found without the account's name. */
    mustBeFound: v.boolean(),
  }),
  codes: ['004', 'notAllowed', 'serverCannot', 'tooManyTries'],
})

/** `credential`: as `startRegistration` answers it. */
export const addPasskey = endpoint({
  method: 'POST',
  path: 'webmail/login/addPasskey.action',
  fields: {
    name: text(factorLimits.passkeyNameCharacters),
    credential: json(
      v.object({
        ...credential.entries,
        response: v.object({
          clientDataJSON: bytes,
          attestationObject: bytes,
          transports: v.optional(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,20}$/))), []),
        }),
        clientExtensionResults: v.optional(v.object({}), {}),
      }),
      16_000,
    ),
  },
  reply: v.object({
    ...shown.entries,
    /** Told this once with a passkey that is asked for alone, where no code is left. */
    recoveryCodes: v.optional(v.array(v.string())),
  }),
  codes: ['passkeyWrong', 'notAllowed', 'serverCannot'],
})

/** Its name alone; `notFound` for one of another account too. */
export const renamePasskey = endpoint({
  method: 'POST',
  path: 'webmail/login/renamePasskey.action',
  fields: { id: text(1_400), name: text(factorLimits.passkeyNameCharacters) },
  reply: shown,
  codes: ['notFound'],
})

export const removePasskey = endpoint({
  method: 'POST',
  path: 'webmail/login/removePasskey.action',
  fields: { password, id: text(1_400) },
  reply: shown,
  codes: ['004', 'notAllowed', 'notFound', 'tooManyTries'],
})

export const beginPasskeySignIn = endpoint({
  ...signed,
  path: 'webmail/login/beginPasskeySignIn.action',
  reply: passkeyRequest,
  codes: ['serverCannot', 'tooManyTries'],
})

export const passkeySignIn = endpoint({
  ...signed,
  path: 'webmail/login/passkeySignIn.action',
  fields: {
    answer: passkeyAnswer,
    timezone: withDefault(text(64), 'Asia/Shanghai'),
    stay: withDefault(flag(), false),
  },
  reply: signInReply,
  codes: ['006', '007', '008', 'passkeyWrong', 'serverCannot', 'tooManyTries'],
})

/** For the second step of a ticket, instead of a code; null where its account has no passkey. */
export const secondStepPasskey = endpoint({
  ...signed,
  path: 'webmail/login/secondStepPasskey.action',
  fields: { ticket: text(200) },
  reply: v.object({ request: v.nullable(passkeyRequest) }),
  codes: ['ticketExpired', 'tooManyTries'],
})
