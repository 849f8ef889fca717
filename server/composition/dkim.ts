/** The key with which mail that leaves is signed, read once at the start. */
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Config, ConfigError } from '../config/readConfig'
import type { DkimKey } from '../outbox/smtp/dkim'

/** Bits of an RSA key, below which others take no signature (RFC 8301 section 3.2 asks for 1024 and advises 2048). */
const leastBits = 1_024

/** Null where none is configured. Throws `ConfigError` for a file that holds no such key. */
export function openDkim({ dkim }: Pick<Config, 'dkim'>): DkimKey | null {
  if (dkim === null) return null
  try {
    const key = createPrivateKey(readFileSync(dkim.keyFile))
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType !== 'rsa' || bits < leastBits) throw new Error('not such a key')
    const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString()
    return { domain: dkim.domain, selector: dkim.selector, privateKey }
  } catch {
    throw new ConfigError([{ name: 'DKIM_KEY_FILE', expected: 'a file with an RSA private key in PEM, 2048 bits' }])
  }
}

export const notSigned =
  'Mail that leaves is not signed (DKIM): set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE, see docs/operations.md'
