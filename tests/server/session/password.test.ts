import { beforeAll, describe, expect, it } from 'vitest'
import { makePasswordHasher } from '#server/session/password/passwordHasher.argon2'
import type { PasswordHasher } from '#server/session/password/passwordHasher.port'

describe('the password hasher', () => {
  let hasher: PasswordHasher
  let stored: string
  beforeAll(async () => {
    hasher = await makePasswordHasher()
    stored = await hasher.hash('Passw0rd!a')
  })

  it('S20: keeps argon2id with 19 MiB and two passes, and never the password', () => {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(stored).not.toContain('Passw0rd')
  })

  it('proves the right password alone', async () => {
    expect(await hasher.verify(stored, 'Passw0rd!a')).toBe(true)
    expect(await hasher.verify(stored, 'Passw0rd!b')).toBe(false)
    expect(await hasher.verify(stored, 'x'.repeat(1_000_000))).toBe(false)
  })

  it('S19: takes nothing of megabytes, not even where it is right: hashing them would keep everybody else waiting', async () => {
    const longest = 'x'.repeat(1_024)
    expect(await hasher.verify(await hasher.hash(longest), longest)).toBe(true)
    expect(await hasher.verify(await hasher.hash(`${longest}x`), `${longest}x`)).toBe(false)
  })

  it('S20: salts, so that two equal passwords have two hashes', async () => {
    expect(await hasher.hash('Passw0rd!a')).not.toBe(stored)
  })

  it('refuses a hash that it cannot read instead of failing', async () => {
    expect(await hasher.verify('not a hash', 'Passw0rd!a')).toBe(false)
  })

  it('S19: proves nothing for an unknown account', async () => {
    expect(await hasher.verify(null, 'wrong')).toBe(false)
  })
})
