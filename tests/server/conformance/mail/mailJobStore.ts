/** What the work over whole folders may count on: on record before the yes, one worker at a time, nothing noted by whoever lost it. */

import { describe, expect, it } from 'vitest'
import { clockJumpMs, LeaseLost } from '#server/core/leases'
import type { FileToImport, MailJob } from '#server/core/mailJob'
import { makeMailJobStore } from '#server/mail/jobs/mailJobs.sql'
import type { MailJobStore } from '#server/mail/jobs/mailJobs.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

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

const asked = { texts: [], seen: false, flagged: null, urgent: null, hasAttachment: null } as const
const bounds = { since: 1, until: null, minSize: null, maxSize: null } as const
const search = { keyword: '发票', location: 'all', folder: null, criteria: { ...asked, ...bounds } } as const

const file: FileToImport = {
  uploadId: 'u1',
  name: 'a.zip',
  size: 900,
  read: 0,
  state: 'waiting',
  entries: 0,
  kept: 0,
  refused: 0,
  refusals: [],
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
      const leave: MailJob = { ...job, id: 'j5', work: { kind: 'export', ids: ['m1'], zone: 'UTC' }, createdAt: 1_003 }
      const enter: MailJob = { ...job, id: 'j6', work: { kind: 'import', files: [file] }, createdAt: 1_004 }
      const found: MailJob = { ...job, id: 'j7', folder: '', search, createdAt: 1_005 }
      const all = [job, mark, remove, leave, enter, found]
      for (const one of all) await store.add(one)
      await store.add({ ...job, id: 'j4', accountId: 'b' })
      const again = await reopen()
      expect(await again.ofAccount('a', 0)).toEqual(all)
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

    it('R18: is had at once after the clock was set back, but not while a lease can still last', async () => {
      const { store } = subject.current()
      const [hour, jump] = [3_600_000, clockJumpMs]
      await store.add({ ...job, createdAt: hour })
      await claim(store, 'first', hour)
      await store.renew('j1', 'first', 1_000 + jump)
      expect(await claim(store, 'second', 1_000)).toEqual([])
      expect(await store.take({ accountId: 'a', id: 'j1', worker: 'second', now: 1_000, leaseMs: 100 })).toBeNull()
      await store.renew('j1', 'first', 1_001 + jump)
      expect(await claim(store, 'second', 1_000)).toHaveLength(1)
      await store.renew('j1', 'second', 1_001 + jump)
      expect(await store.take({ accountId: 'a', id: 'j1', worker: 'third', now: 1_000, leaseMs: 100 })).not.toBeNull()
    })

    it('R18: is on record once under its id, and begins anew once it has ended or was put off', async () => {
      const { store } = subject.current()
      const once: MailJob = { ...job, work: { kind: 'attachments' } }
      await store.addOnce(once)
      await claim(store, 'first', 1_000)
      await store.note('j1', 'first', { done: 7, position: 0, total: 9 })
      await store.addOnce({ ...once, createdAt: 1_050 })
      expect(await store.ofAccount('a', 0)).toEqual([{ ...once, done: 7, total: 9 }])
      expect(await claim(store, 'second', 1_099)).toEqual([])
      await store.end('j1', 'first', { state: 'failed', reason: 'notFound', at: 1_200 })
      await store.addOnce({ ...once, createdAt: 1_300 })
      expect(await claim(store, 'second', 1_300)).toEqual([{ ...once, createdAt: 1_300 }])
      await store.postpone('j1', 'second', 9_000)
      await store.addOnce({ ...once, createdAt: 1_400 })
      expect(await claim(store, 'third', 1_400)).toEqual([{ ...once, createdAt: 1_400 }])
    })

    it('stands behind others once it was put off', async () => {
      const { store } = subject.current()
      for (const [at, id] of ['j1', 'j2', 'j3'].entries()) await store.add({ ...job, id, createdAt: 1_000 + at })
      const next = () => store.claim({ worker: 'w', now: 2_000, leaseMs: 100, most: 1 })
      expect((await next())[0]?.id).toBe('j1')
      await store.postpone('j1', 'w', 1_500)
      expect([(await next())[0]?.id, (await next())[0]?.id, (await next())[0]?.id]).toEqual(['j2', 'j3', 'j1'])
    })

    it('goes on where the last note stands', async () => {
      const { store, reopen } = subject.current()
      await store.add(job)
      await claim(store, 'first', 1_000)
      expect(await store.note('j1', 'first', { done: 100, position: 100, total: 460 })).toBe(true)
      expect(await store.note('j1', 'first', { done: 200, position: 210 })).toBe(true)
      await store.postpone('j1', 'first', 1_500)
      expect(await store.nextDue()).toBe(1_500)
      const again = await reopen()
      expect(await claim(again, 'second', 1_500)).toEqual([{ ...job, done: 200, position: 210, total: 460 }])
    })

    it('notes how far each file of an import is', async () => {
      const { store, reopen } = subject.current()
      await store.add({ ...job, work: { kind: 'import', files: [file] } })
      await claim(store, 'first', 1_000)
      const read: FileToImport = { ...file, read: 900, entries: 2, kept: 1, refused: 1, state: 'read' }
      const refused = { ...read, refusals: [{ name: 'b.txt', reason: 'notMail' as const }] }
      expect(await store.note('j1', 'first', { done: 1, position: 0, files: [refused] })).toBe(true)
      expect((await (await reopen()).find('a', 'j1'))?.work).toEqual({ kind: 'import', files: [refused] })
    })

    it('S21: is taken by name before it is due, by one hand at a time, and by no other account', async () => {
      const { store } = subject.current()
      await store.add(job, 5_000)
      const wanted = { accountId: 'a', id: 'j1', now: 1_000, leaseMs: 100 }
      expect(await claim(store, 'worker', 4_999)).toEqual([])
      expect(await store.take({ ...wanted, accountId: 'b', worker: 'other' })).toBeNull()
      expect(await store.take({ ...wanted, worker: 'first' })).toEqual(job)
      expect(await store.take({ ...wanted, worker: 'second' })).toBeNull()
      await store.postpone('j1', 'first', 6_000)
      expect(await store.take({ ...wanted, worker: 'third' })).toEqual(job)
      expect(await store.cancel('a', 'j1', 1_001)).toMatchObject({ state: 'cancelled' })
      expect(await store.take({ ...wanted, now: 9_000, worker: 'fourth' })).toBeNull()
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

    it('tells of those that ended lately, and forgets the old ones', async () => {
      const { store } = subject.current()
      await store.add(job)
      await claim(store, 'first', 1_000)
      await store.end('j1', 'first', { state: 'failed', reason: 'notFound', at: 2_000 })
      expect(await store.ofAccount('a', 1_999)).toMatchObject([{ state: 'failed', reason: 'notFound' }])
      expect(await store.ofAccount('a', 2_000)).toEqual([])
      await store.sweep(2_001)
      expect(await store.find('a', 'j1')).toBeNull()
    })
  })
}

export const overSql = sqlSuite(makeMailJobStore, mailJobStoreConforms)
