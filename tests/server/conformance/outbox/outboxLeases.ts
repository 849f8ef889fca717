/** What workers that share a journal may count on: one has an entry at a time, and whoever lost it does nothing more about it. */

import { describe, expect, it } from 'vitest'
import { clockJumpMs, LeaseLost } from '#server/core/leases'
import type { OutboxStore } from '#server/outbox/outbox.store'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'
import { claim, entry } from './outboxStore'

const wang = 'wang@ep.test'

export function outboxLeasesConform(name: string, make: MakeSubject<OutboxStore>): void {
  describe(`outbox leases: ${name}`, () => {
    const subject = eachTest(make)
    const stateOf = async (store: OutboxStore, address: string) =>
      (await store.find('a', 'e1'))?.recipients.find((it) => it.address === address)?.state

    it('R18: renews a lease for whoever has it, so that nobody else takes the entry meanwhile', async () => {
      const { store } = subject.current()
      await store.add(entry)
      await claim(store, 1_000, 100, 1, 'first')
      expect(await store.renew('e1', 'first', 1_500)).toBe(true)
      expect(await claim(store, 1_499, 100, 1, 'second')).toEqual([])
      expect(await store.nextDue()).toBe(1_500)
      expect(await claim(store, 1_500, 100, 1, 'second')).toHaveLength(1)
      expect(await store.renew('e1', 'first', 9_000)).toBe(false)
      expect(await claim(store, 1_600, 100, 1, 'third')).toHaveLength(1)
    })

    it('R18: lets whoever lost an entry note and settle nothing', async () => {
      const { store } = subject.current()
      await store.add(entry)
      await claim(store, 1_000, 100, 1, 'first')
      await claim(store, 1_100, 100, 1, 'second')
      const noted = store.setRecipients('e1', 'first', [{ address: wang, state: 'handing' }])
      await expect(noted).rejects.toBeInstanceOf(LeaseLost)
      await expect(store.settle('e1', 'first', null)).rejects.toBeInstanceOf(LeaseLost)
      expect(await stateOf(store, wang)).toBe('queued')
      await store.setRecipients('e1', 'second', [{ address: wang, state: 'sent' }])
      await store.settle('e1', 'second', null)
      await expect(store.settle('e1', 'second', 1)).rejects.toBeInstanceOf(LeaseLost)
      expect([await stateOf(store, wang), await store.nextDue()]).toEqual(['sent', null])
    })

    it('R18: leaves a lease that ended to whoever had it, as long as nobody has taken it', async () => {
      const { store } = subject.current()
      await store.add(entry)
      await claim(store, 1_000, 1, 1, 'first')
      await store.setRecipients('e1', 'first', [{ address: wang, state: 'sent' }])
      expect(await store.renew('e1', 'first', 5_000)).toBe(true)
      expect(await claim(store, 4_999, 100, 1)).toEqual([])
    })

    it('R18: a lease that ends further ahead than a lease can last is treated as ended, a shorter one is not', async () => {
      const { store } = subject.current()
      const [hour, jump] = [3_600_000, clockJumpMs]
      await store.add(entry)
      await claim(store, hour, 60_000, 1, 'before the clock was set back')
      await store.renew('e1', 'before the clock was set back', 1_000 + jump)
      expect(await claim(store, 1_000, 100, 1, 'too early')).toEqual([])
      await store.renew('e1', 'before the clock was set back', 1_001 + jump)
      expect(await claim(store, 1_000, 100, 1, 'after it')).toHaveLength(1)
    })

    it('R18: a mail that was to go at once goes at once when the clock was an hour ahead, a scheduled one waits', async () => {
      const { store } = subject.current()
      const ahead = 3_600_000
      await store.add({ ...entry, createdAt: ahead, notBefore: ahead })
      const scheduled = { createdAt: ahead, notBefore: ahead + 60_000, planned: 'schedule' as const }
      await store.add({ ...entry, id: 'e2', idempotencyKey: 'key-2', ...scheduled })
      expect((await claim(store, 1_000, 60_000, 5, 'w')).map(({ id }) => id)).toEqual(['e1'])
      const late = { createdAt: 1_000, notBefore: 1_001 }
      await store.add({ ...entry, id: 'e3', idempotencyKey: 'key-3', ...late })
      expect(await claim(store, 1_000, 60_000, 5, 'w')).toEqual([])
    })

    it('passes over what is still in hand where it is asked', async () => {
      const { store } = subject.current()
      await store.add(entry)
      await store.add({ ...entry, id: 'e2', idempotencyKey: 'key-2' })
      const wanted = { worker: 'w', now: 1_000, leaseMs: 1, most: 5, except: ['e1'] }
      expect((await store.claim(wanted)).map((it) => it.id)).toEqual(['e2'])
    })

    it('R18: of a note before the dot and a claim at the same moment, one comes first and the other sees it', async () => {
      const { store } = subject.current()
      for (let round = 0; round < 20; round++) {
        const id = `e${round}`
        await store.add({ ...entry, id, idempotencyKey: id })
        await claim(store, 1_000, 0, 1, `first ${round}`)
        const [noted, taken] = await Promise.allSettled([
          store.setRecipients(id, `first ${round}`, [{ address: wang, state: 'handing' }]),
          claim(store, 1_000, 100, 1, `second ${round}`),
        ])
        if (taken.status === 'rejected') throw taken.reason
        // Passed over while it was being noted: it is there to be had right afterwards.
        if (taken.value.length === 0) await claim(store, 1_000, 100, 1, `second ${round}`)
        const seen = (await store.find('a', id))?.recipients.find((it) => it.address === wang)?.state
        expect(seen).toBe(noted.status === 'fulfilled' ? 'handing' : 'queued')
        await store.settle(id, `second ${round}`, null)
      }
    })

    it("holds the sender's sealed secret until the entry is done, and no longer", async () => {
      const { store, reopen } = subject.current()
      const secret = Uint8Array.of(0, 255, 10, 128)
      await store.add({ ...entry, sealedSecret: Uint8Array.of(1) })
      await store.add({ ...entry, id: 'e2', idempotencyKey: 'k2', createdAt: 2_000, sealedSecret: secret })
      await store.add({ ...entry, id: 'e3', idempotencyKey: 'k3', createdAt: 3_000 })
      const again = await reopen()
      expect(await again.secretOf('a')).toEqual(secret)
      expect(await again.secretOf('b')).toBeNull()
      await claim(again, 5_000, 100, 10, 'w')
      await again.settle('e2', 'w', 6_000)
      expect(await again.secretOf('a')).toEqual(secret)
      await claim(again, 6_000, 100, 10, 'v')
      await again.settle('e2', 'v', null)
      expect(await again.secretOf('a')).toEqual(Uint8Array.of(1))
      await again.settle('e1', 'v', null)
      expect(await again.secretOf('a')).toBeNull()
    })
  })
}

export const overSql = sqlSuite(makeOutboxStore, outboxLeasesConform)
