import { expect, it } from 'vitest'
import { makePasswordHasher } from '#server/session/password/passwordHasher.argon2'

it('S19: a proof for an unknown account takes the time of one for a known account', async () => {
  const hasher = await makePasswordHasher()
  const stored = await hasher.hash('Passw0rd!a')
  const timeOf = async (hash: string | null) => {
    const start = performance.now()
    expect(await hasher.verify(hash, 'wrong')).toBe(false)
    return performance.now() - start
  }
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const areAlike = () => unknown > known / 3 && unknown < known * 3
  // In turns, and until a quiet moment has met both: no proof takes less than its work, however often it is looked at.
  for (let run = 0; run < 30 && !(run >= 5 && areAlike()); run++) {
    known = Math.min(known, await timeOf(stored))
    unknown = Math.min(unknown, await timeOf(null))
  }
  expect(areAlike(), `${known} ms and ${unknown} ms`).toBe(true)
})
