/** Secrets that a person carries: 256 random bits, of which only the hash is kept. */
import { createHash, randomBytes } from 'node:crypto'

export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A name that nobody registers again; `nameKey` as `addressNameKey` makes it. */
export const closedNameHash = (nameKey: string): string => hashToken(`closed name ${nameKey}`)

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
