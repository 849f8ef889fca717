import { describe, expect, it } from 'vitest'
import { LeaseLost } from '#server/core/leases'
import type { NewOutboxEntry, OutboxStore } from '#server/outbox/outbox.store'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'
import { claim, entry } from './outboxStore'

const shown = {
  to: [{ name: '王丽', address: 'wang@ep.test' }],
  preview: '您好',
  size: 9,
  hasAttachment: true,
  urgent: true,
}
const held: NewOutboxEntry = { ...entry, planned: 'hold', notBefore: 9_000, draftId: 'd1', shown }
const scheduled: NewOutboxEntry = { ...held, id: 's1', idempotencyKey: 'k2', draftId: null, planned: 'schedule' }

/** What waits in the journal: taken back, put off, listed, sent once more. */
export function outboxPlansConform(name: string, make: MakeSubject<OutboxStore>): void {
  describe(`outbox plans: ${name}`, () => {
    const subject = eachTest(make)
    const list = (store: OutboxStore, view: 'scheduled' | 'outbox', now: number, page = 1, pageSize = 10) =>
      store.waiting('a', { view, now, page, pageSize })

    it('takes back what is not due yet: nobody gets it to work on, and its draft is free again', async () => {
      const { store, reopen } = subject.current()
      await store.add({ ...held, sealedSecret: new Uint8Array([1]) })
      expect(await store.takeBack('a', 'e1', 8_999)).toBe(true)
      const again = await reopen()
      expect(await claim(again, 1_000_000, 100, 10)).toEqual([])
      expect((await again.find('a', 'e1'))?.recipients.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
      expect(await again.byDraft('a', 'd1')).toBeNull()
      expect(await again.secretOf('a')).toBeNull()
      expect(await again.takeBack('a', 'e1', 8_999)).toBe(false)
    })

    it('R22: does not take back what is due, in hand, tried, unplanned or of another', async () => {
      const { store } = subject.current()
      await store.add(held)
      expect(await store.takeBack('a', 'e1', 9_000)).toBe(false)
      expect(await store.takeBack('b', 'e1', 1_000)).toBe(false)
      await claim(store, 9_000, 100, 10, 'w')
      expect(await store.takeBack('a', 'e1', 1_000)).toBe(false)
      await store.settle('e1', 'w', 20_000)
      expect(await store.takeBack('a', 'e1', 1_000)).toBe(false)
      await store.add({ ...entry, id: 'e2', idempotencyKey: 'k9', notBefore: 9_000 })
      expect(await store.takeBack('a', 'e2', 1_000)).toBe(false)
    })

    it('R22: of a claim and a taking back at the same moment one alone has its way', async () => {
      const { store } = subject.current()
      for (let index = 0; index < 10; index++) {
        const id = `r${index}`
        await store.add({ ...held, id, idempotencyKey: id, draftId: null, notBefore: 5_000 })
        const [taken, claimed] = await Promise.all([
          store.takeBack('a', id, 4_999),
          claim(store, 5_000, 1_000_000, 10, `w${index}`),
        ])
        expect(claimed.some((it) => it.id === id)).toBe(!taken)
      }
    })

    it('gives a plan another instant', async () => {
      const { store } = subject.current()
      await store.add(scheduled)
      expect(await store.replan('a', 's1', 1_000, 20_000)).toBe(true)
      expect(await store.nextDue()).toBe(20_000)
      expect((await store.find('a', 's1'))?.sendAt).toBe(20_000)
      expect(await store.replan('a', 's1', 20_000, 30_000)).toBe(false)
      expect(await store.replan('b', 's1', 1_000, 30_000)).toBe(false)
    })

    it('gives it another plan, and tells what is held until it is due or in hand', async () => {
      const { store } = subject.current()
      await store.add(held)
      await store.add({ ...held, id: 'e2', idempotencyKey: 'k5', draftId: null, notBefore: 8_000 })
      await store.add(scheduled)
      const ids = async (now: number, most = 10, accountId = 'a') =>
        (await store.held(accountId, now, most)).map(({ id }) => id)
      expect(await ids(1_000)).toEqual(['e2', 'e1'])
      expect(await ids(1_000, 1)).toEqual(['e2'])
      expect(await ids(1_000, 10, 'b')).toEqual([])
      expect(await ids(8_000)).toEqual(['e1'])
      expect(await store.replan('a', 'e1', 1_000, 20_000, 'schedule')).toBe(true)
      expect(await ids(1_000)).toEqual(['e2'])
      expect((await list(store, 'scheduled', 1_000)).list.map(({ id }) => id)).toEqual(['s1', 'e1'])
      await claim(store, 8_000, 100, 10, 'w')
      expect(await ids(1_000)).toEqual([])
    })

    it('lists what waits by its time, page by page, and in the view where it belongs', async () => {
      const { store } = subject.current()
      await store.add(held)
      await store.add({ ...scheduled, id: 's2', idempotencyKey: 'k3', notBefore: 12_000 })
      await store.add(scheduled)
      await store.add({ ...scheduled, id: 'other', accountId: 'b' })
      await store.add({ ...entry, id: 'automatic', idempotencyKey: 'k8', from: '' })
      const first = await list(store, 'scheduled', 1_000, 1, 1)
      expect(first).toMatchObject({ total: 2, list: [{ id: 's1', shown, failed: false, sendAt: 9_000 }] })
      expect((await list(store, 'scheduled', 1_000, 2, 1)).list.map(({ id }) => id)).toEqual(['s2'])
      expect(await list(store, 'scheduled', 1_000, 1, 0)).toEqual({ list: [], total: 2 })
      expect((await list(store, 'outbox', 1_000)).list.map(({ id }) => id)).toEqual(['e1'])
      // Its time has come: it goes now.
      expect((await list(store, 'outbox', 9_000)).list.map(({ id }) => id).toSorted()).toEqual(['e1', 's1'])
      expect((await list(store, 'scheduled', 9_000)).list.map(({ id }) => id)).toEqual(['s2'])
    })

    it('keeps what failed until it is sent again, dismissed or old', async () => {
      const { store: first, reopen } = subject.current()
      const fail = async (store: OutboxStore, id: string, keepUntil: number) => {
        await claim(store, 9_000, 100, 1, id)
        await store.setRecipients(id, id, [
          { address: 'wang@ep.test', state: 'sent' },
          { address: 'anna@elsewhere.example', state: 'failed', attempts: 3, reason: '550 no' },
        ])
        await store.settle(id, id, null, keepUntil)
      }
      await first.add(scheduled)
      await fail(first, 's1', 50_000)
      const again = await reopen()
      expect(await list(again, 'scheduled', 10_000)).toMatchObject({ total: 1, list: [{ id: 's1', failed: true }] })
      expect(await again.sendAgain('b', 's1', 11_000, null)).toBe(false)
      expect(await again.sendAgain('a', 's1', 11_000, new Uint8Array([7]))).toBe(true)
      expect(await again.sendAgain('a', 's1', 11_000, null)).toBe(false)
      expect(await again.secretOf('a')).toEqual(new Uint8Array([7]))
      const [claimed] = await claim(again, 11_000, 100, 1, 'w2')
      expect(claimed?.recipients).toMatchObject([{ state: 'sent' }, { state: 'queued', attempts: 0, reason: null }])
      await again.setRecipients('s1', 'w2', [{ address: 'anna@elsewhere.example', state: 'failed' }])
      await again.settle('s1', 'w2', null, 50_000)
      expect(await again.dismissOld(50_000)).toEqual([])
      expect(await again.dismiss('b', 's1')).toBeNull()
      expect(await again.dismiss('a', 's1')).toBe('spool-1')
      expect(await again.dismiss('a', 's1')).toBeNull()
      expect((await list(again, 'scheduled', 20_000)).total).toBe(0)
      expect(await again.kept('a', ['s1'])).toEqual([])
      await again.add({ ...scheduled, id: 's3', idempotencyKey: 'k4' })
      await fail(again, 's3', 50_000)
      expect(await again.dismissOld(50_001)).toEqual(['spool-1'])
    })

    it('knows the copies of separate sends that their own worker noted, each with how many it goes to', async () => {
      const { store, reopen } = subject.current()
      await store.add({ ...entry, separate: true })
      await store.add({ ...entry, id: 'e2', accountId: 'b', separate: true })
      await claim(store, 1_000, 100, 1, 'w')
      await expect(store.noteCopy('e1', 'another', 'sent-0')).rejects.toThrow(LeaseLost)
      expect(await store.copyCount('a')).toBe(0)
      await store.noteCopy('e1', 'w', 'sent-1')
      const again = await reopen()
      expect([...(await again.copies('a', ['sent-0', 'sent-1', 'no']))]).toEqual([
        ['sent-1', { id: 'e1', recipients: 2 }],
      ])
      expect((await again.copies('b', ['sent-1'])).size).toBe(0)
      expect((await again.copies('a', [])).size).toBe(0)
      expect([await again.copyCount('a'), await again.copyCount('b')]).toEqual([1, 0])
    })

    it('shows an entry whose message is here to its own account alone', async () => {
      const { store } = subject.current()
      await store.add(scheduled)
      expect(await store.kept('a', ['s1', 'no'])).toMatchObject([{ id: 's1', answers: entry.answers }])
      expect(await store.kept('b', ['s1'])).toEqual([])
    })
  })
}

export const overSql = sqlSuite(makeOutboxStore, outboxPlansConform)
