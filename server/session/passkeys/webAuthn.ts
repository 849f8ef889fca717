/**
 * What an authenticator has made or signed, decoded by @simplewebauthn/server.
 * Signatures are checked by node:crypto, which reads them as they are (docs/decisions/0062).
 */
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import * as v from 'valibot'

/** Where people reach the app: no request says it. */
export type PasskeySite = { readonly origin: string; readonly rpId: string }

export type Expected = {
  readonly challenge: string
  readonly site: PasskeySite
  /** The authenticator has to know its owner, by a PIN or a finger. */
  readonly mustVerify: boolean
}

type Bytes = Uint8Array<ArrayBuffer>

/** COSE (RFC 9053): Ed25519, ES256, RS256. */
export const algorithms = [-8, -7, -257] as const

/** Few processes need it. */
const decoders = () => import('@simplewebauthn/server/helpers')

const bytesOf = (text: string): Bytes => Uint8Array.from(Buffer.from(text, 'base64url'))
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

const clientData = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.string(),
    challenge: v.string(),
    origin: v.string(),
    crossOrigin: v.optional(v.boolean(), false),
  }),
)

/** Null for what no browser writes. */
export function clientDataOf(clientDataJSON: string): v.InferOutput<typeof clientData> | null {
  const read = v.safeParse(clientData, Buffer.from(clientDataJSON, 'base64url').toString())
  return read.success ? read.output : null
}

/** The authenticator's data, where all is as expected; else null. */
async function expectedData(
  type: 'webauthn.create' | 'webauthn.get',
  { clientDataJSON, authData }: { readonly clientDataJSON: string; readonly authData: Bytes },
  { challenge, site, mustVerify }: Expected,
) {
  const said = clientDataOf(clientDataJSON)
  const data = (await decoders()).parseAuthenticatorData(authData)
  const isRight =
    said?.type === type &&
    said.challenge === challenge &&
    said.origin === site.origin &&
    !said.crossOrigin &&
    sha256(site.rpId).equals(data.rpIdHash) &&
    data.flags.up &&
    (data.flags.uv || !mustVerify)
  return isRight ? data : null
}

export type MadeKey = {
  readonly id: string
  readonly publicKey: Bytes
  readonly counter: number
  readonly isSynced: boolean
  /** It asked for a PIN or a finger. */
  readonly isVerified: boolean
}

/** The key of a registration, whoever made the authenticator; null where anything is wrong. */
export async function madeKey(
  response: { readonly clientDataJSON: string; readonly attestationObject: string },
  expected: Expected,
): Promise<MadeKey | null> {
  try {
    const { decodeAttestationObject } = await decoders()
    const authData = decodeAttestationObject(bytesOf(response.attestationObject)).get('authData')
    const data = await expectedData('webauthn.create', { clientDataJSON: response.clientDataJSON, authData }, expected)
    const [id, publicKey] = [data?.credentialID, data?.credentialPublicKey]
    if (data === null || id === undefined || publicKey === undefined) return null
    // Longer ones are none (WebAuthn §7.1).
    if (id.length > 1_023 || (await jwkOf(publicKey)) === null) return null
    const { counter, flags } = data
    const name = Buffer.from(id).toString('base64url')
    return { id: name, publicKey, counter, isSynced: flags.bs, isVerified: flags.uv }
  } catch {
    // What cannot be decoded was made by no authenticator.
    return null
  }
}

type Signed = { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string }

/** The counter of what `publicKey` has signed; null where anything is wrong. */
export async function signedCounter(response: Signed, publicKey: Bytes, expected: Expected): Promise<number | null> {
  try {
    const { clientDataJSON, signature } = response
    const authData = bytesOf(response.authenticatorData)
    const data = await expectedData('webauthn.get', { clientDataJSON, authData }, expected)
    const read = await jwkOf(publicKey)
    if (data === null || read === null) return null
    const signed = Buffer.concat([authData, sha256(bytesOf(clientDataJSON))])
    const key = createPublicKey({ key: read.jwk, format: 'jwk' })
    return verify(read.hash, signed, key, bytesOf(signature)) ? data.counter : null
  } catch {
    return null
  }
}

/** A COSE key (RFC 9053 §7) of an algorithm that is asked for; null for others. */
async function jwkOf(publicKey: Bytes): Promise<{ readonly jwk: JsonWebKey; readonly hash: 'sha256' | null } | null> {
  const { isoCBOR } = await decoders()
  const cose = isoCBOR.decodeFirst<unknown>(publicKey)
  if (!(cose instanceof Map)) return null
  const part = (label: number): string => {
    const value: unknown = cose.get(label)
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : ''
  }
  switch (cose.get(3)) {
    case -7:
      return { jwk: { kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }, hash: 'sha256' }
    case -8:
      return { jwk: { kty: 'OKP', crv: 'Ed25519', x: part(-2) }, hash: null }
    case -257:
      return { jwk: { kty: 'RSA', n: part(-1), e: part(-2) }, hash: 'sha256' }
    default:
      return null
  }
}
