/** Passwords by argon2id (RFC 9106) at OWASP's first choice for 19 MiB: two passes, one lane. */
import { hash, type Options, verify } from '@node-rs/argon2'
import type { PasswordHasher } from './passwordHasher.port'

/** The library's enumeration is a `const enum`, which isolated modules cannot read; 2 is argon2id and the library's default. */
const cost: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** Longer input is no password of ours: hashing megabytes would be a gift to whoever wants the gateway busy. */
const longestBytes = 1_024

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isTooLong = Buffer.byteLength(password) > longestBytes
  const known = stored === null || isTooLong ? null : stored
  const proven = await verify(known ?? (await dummyHash()), isTooLong ? '' : password, cost).catch(() => false)
  return known !== null && proven
}

let dummy: Promise<string> | undefined

/** What an unknown account is compared with; made once, so that the first unknown name costs no more than the next. */
function dummyHash(): Promise<string> {
  dummy ??= hashPassword('no account has this one')
  return dummy
}

/** Makes the dummy at once: afterwards every proof costs one run of argon2id, known name or not. */
export async function makePasswordHasher(): Promise<PasswordHasher> {
  await dummyHash()
  return { hash: hashPassword, verify: verifyPassword }
}
