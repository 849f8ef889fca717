/** Seals with AES-256-GCM: a nonce of 12 bytes, a tag of 16, then the text; the owner is authenticated beside it. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Sealer } from './sealer.port'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** `key` has 32 bytes. */
export function makeSealer(key: Uint8Array): Sealer {
  return {
    seal: (owner, text) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden])
    },
    open: (owner, sealed) => {
      if (sealed.length < nonceBytes + tagBytes) return null
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        // Another key or owner, or a changed byte: which of them is nobody's business.
        return null
      }
    },
  }
}
