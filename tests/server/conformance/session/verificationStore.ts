import { describe, expect, it } from 'vitest'
import { makeVerificationStore } from '#server/verification/verifications.sql'
import type { VerificationStore } from '#server/verification/verifications.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const to = (subject: string, accountId = 'lin') => ({ accountId, purpose: 'forwarding', subject }) as const
const at = (now: number) => ({ now, expiresAt: now + 100, after: now - 10, since: now - 50, most: 3 })

export function verificationsConform(name: string, make: MakeSubject<VerificationStore>): void {
  describe(`verifications: ${name}`, () => {
    const subject = eachTest(make)

    it('are found until they run out, and used once, however many ask at once', async () => {
      const { store, reopen } = subject.current()
      expect(await store.issue('h', to('a@far.example'), at(1_000))).toBe('issued')
      const again = await reopen()
      for (let time = 0; time < 20; time += 1) expect(await again.find('h', 1_001)).toEqual(to('a@far.example'))
      expect(await again.find('h', 1_100)).toBeNull()
      expect(await again.claim('h', 1_100)).toBeNull()
      const all = await Promise.all(Array.from({ length: 5 }, () => again.claim('h', 1_001)))
      expect(all.filter((one) => one !== null)).toEqual([to('a@far.example')])
      expect(await again.find('h', 1_001)).toBeNull()
    })

    it('are issued for one subject once in a while, and for an account not without end; those before stay good', async () => {
      const { store } = subject.current()
      const both = await Promise.all(['a1', 'a2'].map((hash) => store.issue(hash, to('a@far.example'), at(1_000))))
      expect(both.toSorted()).toEqual(['issued', 'too soon'])
      expect(await store.issue('a3', to('a@far.example'), at(1_011))).toBe('issued')
      expect(await store.issue('b1', to('b@far.example'), at(1_012))).toBe('issued')
      expect(await store.issue('c1', to('c@far.example'), at(1_013))).toBe('too many')
      expect(await store.issue('d1', to('c@far.example', 'chen'), at(1_013))).toBe('issued')
      expect(await store.find(both[0] === 'issued' ? 'a1' : 'a2', 1_013)).not.toBeNull()
      expect(await store.lastIssued('lin', 'forwarding')).toEqual(
        new Map([
          ['a@far.example', 1_011],
          ['b@far.example', 1_012],
        ]),
      )
      await store.sweep(1_012)
      expect(await store.find('a3', 1_013)).toBeNull()
      expect(await store.find('b1', 1_013)).not.toBeNull()
    })

    it('are as if they had not been issued once they are withdrawn', async () => {
      const { store } = subject.current()
      await store.issue('h', to('a@far.example'), at(1_000))
      await store.withdraw('h')
      expect(await store.sent('h')).toBeNull()
      expect(await store.issue('i', to('a@far.example'), at(1_001))).toBe('issued')
    })

    it('tell what was sent when, also once it is used or over, and which is the newest of each subject', async () => {
      const { store } = subject.current()
      for (const [hash, now] of [
        ['a1', 1_000],
        ['a2', 1_020],
      ] as const)
        await store.issue(hash, to('a@far.example'), at(now))
      await store.issue('b1', to('b@far.example'), at(1_010))
      await store.issue('c1', to('a@far.example', 'chen'), at(1_030))
      const sent = { ...to('a@far.example'), createdAt: 1_000, expiresAt: 1_100 }
      expect(await store.sent('a1')).toEqual({ ...sent, usedAt: null })
      await store.claim('a1', 1_050)
      expect(await store.sent('a1')).toEqual({ ...sent, usedAt: 1_050 })
      expect(await store.sent('never')).toBeNull()
      expect(await store.newest('lin', 'forwarding')).toEqual(
        new Map([
          ['a@far.example', 'a2'],
          ['b@far.example', 'b1'],
        ]),
      )
    })
  })
}

export const overSql = sqlSuite(makeVerificationStore, verificationsConform)
