/** An authenticator that really signs: what a browser hands on, and what it never would. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Site = { readonly origin: string; readonly rpId: string }
type Signing = {
  readonly challenge: string
  readonly site?: Site
  /** It has asked for a PIN or a finger. */
  readonly isVerified?: boolean
  /** In place of one more than before. */
  readonly counter?: number
  readonly userHandle?: string
  /** The name of another key, which this one then signs for. */
  readonly as?: string
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64url')
const flagsOf = (isVerified: boolean, extra = 0) => Buffer.of(1 + (isVerified ? 4 : 0) + extra)

export function makeSoftAuthenticator(home: Site, idBytes = 32) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(idBytes)
  const id = base64(rawId)
  let [counter, owner] = [0, '']
  const counted = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const clientDataOf = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    id,
    /** As `startRegistration` answers. */
    register({ challenge, userHandle = '', site = home, isVerified = true }: Signing) {
      owner = userHandle
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = [Buffer.alloc(16), Buffer.of(idBytes >> 8, idBytes & 255), rawId, isoCBOR.encode(cose)]
      const authData = Buffer.concat([sha256(site.rpId), flagsOf(isVerified, 64), counted(counter), ...attested])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ])
      const response = {
        clientDataJSON: base64(clientDataOf('webauthn.create', challenge, site.origin)),
        attestationObject: base64(isoCBOR.encode(attestation)),
        transports: ['internal'],
      }
      return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
    },
    /** As `startAuthentication` answers. */
    answer({ challenge, site = home, isVerified = true, as = id, ...wanted }: Signing) {
      counter = wanted.counter ?? counter + 1
      const authData = Buffer.concat([sha256(site.rpId), flagsOf(isVerified), counted(counter)])
      const clientData = clientDataOf('webauthn.get', challenge, site.origin)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: base64(clientData),
        authenticatorData: base64(authData),
        signature: base64(signature),
        userHandle: wanted.userHandle ?? owner,
      }
      return JSON.stringify({ id: as, rawId: as, type: 'public-key', response, clientExtensionResults: {} })
    },
  }
}
