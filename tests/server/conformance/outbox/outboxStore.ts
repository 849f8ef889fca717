import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { NewOutboxEntry, OutboxStore } from '#server/outbox/outbox.store'
import { makeOutboxStore } from '#server/outbox/sqlite/outboxStore'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export const entry: NewOutboxEntry = {
  id: 'e1',
  accountId: 'a',
  from: 'lin@ep.test',
  subject: '合同修订稿 v3',
  spool: 'spool-1',
  saveToSent: true,
  createdAt: 1_000,
  idempotencyKey: 'key-1',
  contentHash: 'hash-1',
  notBefore: 1_000,
  recipients: [
    { address: 'wang@ep.test', local: true },
    { address: 'anna@elsewhere.example', local: false },
  ],
  draftId: null,
  answers: { id: 'm1', kind: 'answered' },
  sealedSecret: null,
}

/** Claims as a worker of its own, unless one is named. */
export function claim(store: OutboxStore, now: number, leaseMs: number, most: number, worker: string = randomUUID()) {
  return store.claim({ worker, now, leaseMs, most })
}

export function outboxStoreConforms(name: string, make: MakeSubject<OutboxStore>): void {
  describe(`outbox store: ${name}`, () => {
    const subject = eachTest(make)

    it('R1: holds an entry whole after a restart', async () => {
      const { store, reopen } = subject.current()
      expect(await store.add({ ...entry, draftId: 'd1' })).toEqual({ added: true })
      const again = await reopen()
      const queued = { state: 'queued', attempts: 0, reason: null }
      expect(await again.find('a', 'e1')).toEqual({
        id: 'e1',
        accountId: 'a',
        from: 'lin@ep.test',
        subject: '合同修订稿 v3',
        spool: 'spool-1',
        saveToSent: true,
        createdAt: 1_000,
        sendAt: 1_000,
        planned: null,
        separate: false,
        recipients: entry.recipients.map((it) => ({ ...it, ...queued })),
      })
      const [claimed] = await claim(again, 1_000, 100, 10)
      expect(claimed).toMatchObject({ id: 'e1', draftId: 'd1', answers: { id: 'm1', kind: 'answered' } })
    })

    it('R7: writes one entry for all versions of a draft, until it is taken back', async () => {
      const { store } = subject.current()
      const first = { ...entry, planned: 'hold', notBefore: 9_000, draftId: 'd1', lineage: 'L' } as const
      expect(await store.add(first)).toEqual({ added: true })
      const other = { ...first, id: 'e2', idempotencyKey: 'k2', draftId: 'd2', contentHash: 'other' }
      expect(await store.add(other)).toMatchObject({ added: false, sameContent: false, existing: { id: 'e1' } })
      expect(await store.byLineage('a', 'L')).toMatchObject({ entry: { id: 'e1' }, contentHash: 'hash-1' })
      expect(await store.byLineage('b', 'L')).toBeNull()
      expect(await store.add({ ...other, id: 'e3', accountId: 'b' })).toEqual({ added: true })
      expect(await store.takeBack('a', 'e1', 1_000)).toBe(true)
      expect(await store.byLineage('a', 'L')).toBeNull()
      expect(await store.add(other)).toEqual({ added: true })
    })

    it('R2: writes one entry for one key of one account, however many ask at once', async () => {
      const { store } = subject.current()
      const ids = ['e1', 'e2', 'e3', 'e4', 'e5']
      const answers = await Promise.all(ids.map((id) => store.add({ ...entry, id })))
      expect(answers.filter((it) => it.added)).toHaveLength(1)
      const first = ids[answers.findIndex((it) => it.added)]
      for (const answer of answers.filter((it) => !it.added)) {
        expect(answer).toMatchObject({ existing: { id: first, recipients: [{}, {}] }, sameContent: true })
      }
      expect(await claim(store, 1_000, 100, 10)).toHaveLength(1)
    })

    it('R2: says when the same key asks for something else, and keeps the first', async () => {
      const { store } = subject.current()
      await store.add(entry)
      const second = await store.add({ ...entry, id: 'e2', contentHash: 'hash-2', subject: 'other' })
      expect(second).toMatchObject({ added: false, sameContent: false, existing: { id: 'e1', subject: entry.subject } })
      expect(await store.byKey('a', 'key-1')).toMatchObject({ entry: { id: 'e1' }, contentHash: 'hash-1' })
      expect(await store.find('a', 'e2')).toBeNull()
    })

    it('R2: keeps one entry of a draft, whatever keys ask for it', async () => {
      const { store } = subject.current()
      await store.add({ ...entry, draftId: 'd1' })
      const second = await store.add({ ...entry, id: 'e2', idempotencyKey: 'key-2', draftId: 'd1' })
      expect(second).toMatchObject({ added: false, existing: { id: 'e1' }, sameContent: true })
      expect(await store.byDraft('a', 'd1')).toMatchObject({ entry: { id: 'e1' } })
      expect(await store.byDraft('b', 'd1')).toBeNull()
    })

    it("S21: knows an entry as its own account's alone, and a key within its account", async () => {
      const { store } = subject.current()
      await store.add(entry)
      expect(await store.find('b', 'e1')).toBeNull()
      expect(await store.byKey('b', 'key-1')).toBeNull()
      expect(await store.add({ ...entry, id: 'e2', accountId: 'b' })).toEqual({ added: true })
    })

    it('R1: gives a due entry to exactly one of many workers', async () => {
      const { store } = subject.current()
      for (let index = 0; index < 12; index++)
        await store.add({ ...entry, id: `e${index}`, idempotencyKey: `k${index}` })
      const claims = await Promise.all(Array.from({ length: 8 }, () => claim(store, 1_000, 100, 3)))
      const taken = claims.flat().map((it) => it.id)
      expect(taken).toHaveLength(12)
      expect(new Set(taken).size).toBe(12)
    })

    it('takes what is due, oldest first, and not before', async () => {
      const { store } = subject.current()
      await store.add({ ...entry, id: 'later', idempotencyKey: 'k1', notBefore: 1_500 })
      await store.add({ ...entry, id: 'now', idempotencyKey: 'k2' })
      expect(await store.nextDue()).toBe(1_000)
      expect(await claim(store, 999, 100, 10)).toEqual([])
      expect((await claim(store, 1_000, 100, 10, 'w')).map((it) => it.id)).toEqual(['now'])
      await store.settle('now', 'w', null)
      expect(await store.nextDue()).toBe(1_500)
      await store.add({ ...entry, id: 'between', idempotencyKey: 'k3', notBefore: 1_400 })
      expect((await claim(store, 2_000, 100, 10)).map((it) => it.id)).toEqual(['between', 'later'])
    })

    it('R1: gives an entry to another worker when the first is gone for its whole lease', async () => {
      const { store, reopen } = subject.current()
      await store.add(entry)
      await claim(store, 1_000, 100, 10)
      expect(await store.nextDue()).toBe(1_100)
      const again = await reopen()
      expect(await claim(again, 1_099, 100, 10)).toEqual([])
      expect(await claim(again, 1_100, 100, 10)).toHaveLength(1)
    })

    it('settles: due again at an instant, or done for good', async () => {
      const { store, reopen } = subject.current()
      await store.add(entry)
      await claim(store, 1_000, 60_000, 10, 'w1')
      await store.settle('e1', 'w1', 2_000)
      expect(await claim(store, 1_999, 100, 10)).toEqual([])
      expect(await claim(store, 2_000, 100, 10, 'w2')).toHaveLength(1)
      await store.settle('e1', 'w2', null)
      const again = await reopen()
      expect(await claim(again, 1_000_000, 100, 10)).toEqual([])
      expect(await again.nextDue()).toBeNull()
      expect(await again.find('a', 'e1')).not.toBeNull()
    })

    it("R1: holds each recipient's state after a restart, and only what was named changes", async () => {
      const { store, reopen } = subject.current()
      await store.add(entry)
      await claim(store, 1_000, 100, 10, 'w')
      const anna = 'anna@elsewhere.example'
      await store.setRecipients('e1', 'w', [
        { address: 'wang@ep.test', state: 'sent' },
        { address: anna, state: 'retrying', attempts: 2, reason: '450 later' },
      ])
      await store.setRecipients('e1', 'w', [{ address: anna, state: 'handing' }])
      expect((await (await reopen()).find('a', 'e1'))?.recipients).toEqual([
        { address: 'wang@ep.test', local: true, state: 'sent', attempts: 0, reason: null },
        { address: 'anna@elsewhere.example', local: false, state: 'handing', attempts: 2, reason: '450 later' },
      ])
    })

    it('tells how many recipients of what is not done stand in each state', async () => {
      const { store } = subject.current()
      const none = { queued: 0, handing: 0, sent: 0, retrying: 0, failed: 0, unconfirmed: 0, cancelled: 0 }
      expect(await store.depth()).toEqual(none)
      await store.add(entry)
      await store.add({ ...entry, id: 'e2', idempotencyKey: 'k2', accountId: 'b', createdAt: 2_000 })
      await claim(store, 1_000, 100, 1, 'w')
      await store.setRecipients('e1', 'w', [{ address: 'wang@ep.test', state: 'sent' }])
      expect(await store.depth()).toEqual({ ...none, queued: 3, sent: 1 })
      await store.settle('e1', 'w', null)
      expect(await store.depth()).toEqual({ ...none, queued: 2 })
    })

    it("takes away all of an account's entries with their messages, and nothing of another's", async () => {
      const { store } = subject.current()
      await store.add(entry)
      await store.add({ ...entry, id: 'done', idempotencyKey: 'k2', spool: 'spool-2' })
      await claim(store, 1_000, 0, 10, 'w')
      await store.settle('done', 'w', null)
      await store.add({ ...entry, id: 'other', accountId: 'b', spool: 'spool-3' })
      expect((await store.removeAll('a')).toSorted()).toEqual(['spool-1', 'spool-2'])
      expect([await store.find('a', 'e1'), await store.byKey('a', 'key-1'), await store.find('a', 'done')]).toEqual([
        null,
        null,
        null,
      ])
      expect((await claim(store, 9_000, 100, 10)).map((it) => [it.id, it.recipients.length])).toEqual([['other', 2]])
      expect(await store.removeAll('a')).toEqual([])
    })

    it('holds 500 recipients in the order in which they were written, each address once', async () => {
      const { store } = subject.current()
      const recipients = Array.from({ length: 500 }, (_, index) => ({ address: `r${index}@ep.test`, local: true }))
      await store.add({ ...entry, recipients: [...recipients, { address: 'r0@ep.test', local: true }] })
      const found = await store.find('a', 'e1')
      expect(found?.recipients.map((it) => it.address)).toEqual(recipients.map((it) => it.address))
    })
  })
}

export const overSql = sqlSuite(makeOutboxStore, outboxStoreConforms)
