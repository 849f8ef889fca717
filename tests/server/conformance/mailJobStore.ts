/** What the work over whole folders may count on: on record before the yes, one worker at a time, nothing noted by whoever lost it. */
import { describe, expect, it } from 'vitest'
import { LeaseLost } from '../../../server/core/leaseLost'
import type { MailJob } from '../../../server/core/mailJob'
import type { MailJobStore } from '../../../server/ports/mailJobStore'
import { eachTest, type MakeSubject } from './subject'

const job: MailJob = {
  id: 'j1',
  accountId: 'a',
  work: { kind: 'move', target: 'deleted' },
  folder: 'inbox',
  filter: 'unread',
  state: 'running',
  total: 450,
  done: 0,
  position: 0,
  reason: null,
  createdAt: 1_000,
}

export function mailJobStoreConforms(name: string, make: MakeSubject<MailJobStore>): void {
  describe(`jobs: ${name}`, () => {
    const subject = eachTest(make)
    const claim = (store: MailJobStore, worker: string, now: number, leaseMs = 100) =>
      store.claim({ worker, now, leaseMs, most: 5 })

    it('keeps every kind of work over a restart, each to its own account', async () => {
      const { store, reopen } = subject.current()
      const mark: MailJob = { ...job, id: 'j2', work: { kind: 'mark', mark: 'seen' }, createdAt: 1_001 }
      const remove: MailJob = { ...job, id: 'j3', work: { kind: 'remove' }, createdAt: 1_002 }
      for (const one of [job, mark, remove]) await store.add(one)
      await store.add({ ...job, id: 'j4', accountId: 'b' })
      const again = await reopen()
      expect(await again.ofAccount('a', 0)).toEqual([job, mark, remove])
      expect(await again.find('b', 'j1')).toBeNull()
      expect(await again.cancel('b', 'j1', 2_000)).toBeNull()
      expect(await again.find('a', 'j1')).toEqual(job)
    })

    it('R18: is had by one worker at a time, and taken over when its lease ends', async () => {
      const { store } = subject.current()
      await store.add(job)
      expect(await claim(store, 'first', 1_000)).toEqual([job])
      expect(await claim(store, 'second', 1_099)).toEqual([])
      expect(await store.renew('j1', 'first', 1_200)).toBe(true)
      expect(await store.nextDue()).toBe(1_200)
      expect(await claim(store, 'second', 1_200)).toHaveLength(1)
      expect(await store.renew('j1', 'first', 9_000)).toBe(false)
      await expect(store.note('j1', 'first', { done: 9, position: 9 })).rejects.toBeInstanceOf(LeaseLost)
      await expect(store.postpone('j1', 'first', 5)).rejects.toBeInstanceOf(LeaseLost)
      const end = { state: 'done', reason: null, at: 1_300 } as const
      await expect(store.end('j1', 'first', end)).rejects.toBeInstanceOf(LeaseLost)
      expect((await store.find('a', 'j1'))?.done).toBe(0)
    })

    it('goes on where the last note stands', async () => {
      const { store, reopen } = subject.current()
      await store.add(job)
      await claim(store, 'first', 1_000)
      expect(await store.note('j1', 'first', { done: 200, position: 210 })).toBe(true)
      await store.postpone('j1', 'first', 1_500)
      expect(await store.nextDue()).toBe(1_500)
      const again = await reopen()
      expect(await claim(again, 'second', 1_500)).toEqual([{ ...job, done: 200, position: 210 }])
    })

    it('stays cancelled, whatever its worker says afterwards', async () => {
      const { store } = subject.current()
      await store.add(job)
      await claim(store, 'first', 1_000)
      expect((await store.cancel('a', 'j1', 1_050))?.state).toBe('cancelled')
      expect(await store.note('j1', 'first', { done: 200, position: 200 })).toBe(false)
      await store.end('j1', 'first', { state: 'done', reason: null, at: 1_060 })
      expect(await store.find('a', 'j1')).toMatchObject({ state: 'cancelled', done: 200 })
      expect(await claim(store, 'second', 9_000)).toEqual([])
      expect(await store.nextDue()).toBeNull()
    })

    it('tells of those that ended lately, forgets the old ones, and all of an account that goes', async () => {
      const { store } = subject.current()
      await store.add(job)
      await claim(store, 'first', 1_000)
      await store.end('j1', 'first', { state: 'failed', reason: 'notFound', at: 2_000 })
      expect(await store.ofAccount('a', 1_999)).toMatchObject([{ state: 'failed', reason: 'notFound' }])
      expect(await store.ofAccount('a', 2_000)).toEqual([])
      await store.sweep(2_001)
      expect(await store.find('a', 'j1')).toBeNull()
      await store.add(job)
      await store.drop('a')
      expect(await store.ofAccount('a', 0)).toEqual([])
    })
  })
}
