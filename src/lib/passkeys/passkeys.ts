/** Asks the browser for a passkey (WebAuthn). Heavy: loaded where one is asked for. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Call, Reply } from '#contract/endpoint'
import type { addPasskey, beginPasskey, PasskeyRequest, passkeySignIn } from '#contract/endpoints/session/passkeys'

type Known = PasskeyRequest['allowed']

const described = (keys: Known) => keys.map(({ id, transports }) => ({ id, transports, type: 'public-key' as const }))

/** Null where person or browser did not want to; `hasOne` where this device has one already. */
export async function makePasskey({
  challenge,
  rp,
  user,
  algorithms,
  known,
  mustBeFound,
}: Reply<typeof beginPasskey>): Promise<Call<typeof addPasskey>['credential'] | 'hasOne' | null> {
  const made = await startRegistration({
    optionsJSON: {
      ...{ challenge, rp, user },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: described(known),
      authenticatorSelection: {
        residentKey: mustBeFound ? 'required' : 'discouraged',
        requireResidentKey: mustBeFound,
        userVerification: 'preferred',
      },
      attestation: 'none',
    },
  }).catch((error: unknown) => (error instanceof Error && error.name === 'InvalidStateError' ? 'hasOne' : null))
  if (made === null || made === 'hasOne') return made
  const { id, rawId, type, response } = made
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports }, clientExtensionResults: {} }
}

/** Null where the person, or the browser, did not want to. */
export async function signByPasskey({
  challenge,
  rpId,
  allowed,
  mustVerify,
}: PasskeyRequest): Promise<Call<typeof passkeySignIn>['answer'] | null> {
  const signed = await startAuthentication({
    optionsJSON: {
      ...{ challenge, rpId },
      allowCredentials: described(allowed),
      userVerification: mustVerify ? 'required' : 'discouraged',
    },
  }).catch(() => null)
  if (signed === null) return null
  const { id, rawId, type, response } = signed
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const handle = userHandle === undefined ? {} : { userHandle }
  const answer = { clientDataJSON, authenticatorData, signature, ...handle }
  return { id, rawId, type, response: answer, clientExtensionResults: {} }
}
