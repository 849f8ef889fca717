import { describe, expect, it } from 'vitest'
import { makeAttemptStore } from '#server/session/attempts/attempts.sql'
import type { AttemptStore } from '#server/session/attempts/attempts.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function attemptStoreConforms(name: string, make: MakeSubject<AttemptStore>): void {
  describe(`attempt store: ${name}`, () => {
    const subject = eachTest(make)

    it('S19: counts the tries under a key within the window, this one included', async () => {
      const { store } = subject.current()
      expect(await store.note('lin', 1_000, 100)).toBe(1)
      expect(await store.note('lin', 1_050, 100)).toBe(2)
      expect(await store.note('anna', 1_050, 100)).toBe(1)
      expect(await store.note('lin', 1_100, 100)).toBe(2)
      expect(await store.count('lin', 1_100, 100)).toBe(2)
      expect(await store.count('lin', 2_000, 100)).toBe(0)
    })

    it('S19: lets none of many tries at the same moment slip past the count', async () => {
      const { store } = subject.current()
      const counts = await Promise.all(Array.from({ length: 20 }, () => store.note('lin', 1_000, 100)))
      expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    })

    it('S19: notes as many tries within the window as there may be and no other, however many come at once', async () => {
      const { store } = subject.current()
      const tries = Array.from({ length: 20 }, () => store.noteWithin('lin', 1_000, 100, 3))
      expect((await Promise.all(tries)).filter((isNoted) => isNoted)).toHaveLength(3)
      expect(await store.count('lin', 1_000, 100)).toBe(3)
      expect(await store.noteWithin('anna', 1_000, 100, 3)).toBe(true)
      expect([await store.noteWithin('lin', 1_099, 100, 3), await store.noteWithin('lin', 1_100, 100, 3)]).toEqual([
        false,
        true,
      ])
      expect(await store.noteWithin('nobody', 1_000, 100, 0)).toBe(false)
    })

    it('clears one key alone, and sweeps what is old', async () => {
      const { store } = subject.current()
      await store.note('lin', 1_000, 100)
      await store.note('anna', 1_000, 100)
      await store.note('anna', 1_060, 100)
      await store.clear('lin')
      expect([await store.count('lin', 1_060, 100), await store.count('anna', 1_060, 100)]).toEqual([0, 2])
      await store.sweep(1_060)
      expect(await store.count('anna', 1_060, 100)).toBe(1)
    })

    it('takes back one try alone, of several at one instant too', async () => {
      const { store } = subject.current()
      for (const key of ['lin', 'lin', 'anna']) await store.note(key, 1_000, 100)
      await store.note('lin', 1_010, 100)
      await store.takeBack('lin', 1_000)
      expect([await store.count('lin', 1_010, 100), await store.count('anna', 1_010, 100)]).toEqual([2, 1])
      await store.takeBack('lin', 1_000)
      await store.takeBack('lin', 1_000)
      expect(await store.count('lin', 1_010, 100)).toBe(1)
    })

    it('S19: goes on counting after a restart', async () => {
      const { store, reopen } = subject.current()
      await store.note('lin', 1_000, 100)
      expect(await (await reopen()).note('lin', 1_001, 100)).toBe(2)
    })
  })
}

export const overSql = sqlSuite(makeAttemptStore, attemptStoreConforms)
