import { describe, expect, it } from 'vitest'
import type { Recall } from '#server/core/recall'
import { makeRecallStore } from '#server/recall/recall.sql'
import type { RecallStore } from '#server/recall/recall.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const recall = (id: string, more: Partial<Recall> = {}): Recall => ({
  id,
  accountId: 'lin',
  mailId: `mail-${id}`,
  sendId: `send-${id}`,
  subject: '合同',
  notice: true,
  mark: 'running',
  recipients: [
    { address: 'wang@ep.test', state: 'waiting' },
    { address: 'bea@elsewhere.example', state: 'external' },
  ],
  createdAt: 100,
  ...more,
})
const month = { from: 0, most: 10 }

export function recallStoreConforms(name: string, make: MakeSubject<RecallStore>): void {
  describe(`recall store: ${name}`, () => {
    const subject = eachTest(make)

    it('keeps a recall, what came of each recipient and its mark, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.begin(recall('r1'), month)).toBe('begun')
      await store.note('r1', 'wang@ep.test', 'recalled')
      // What is known is not told otherwise.
      await store.note('r1', 'wang@ep.test', 'failed')
      await store.note('r1', 'bea@elsewhere.example', 'failed')
      await store.end('r1', 'partly')
      const again = await reopen()
      const kept = recall('r1', {
        mark: 'partly',
        recipients: [
          { address: 'wang@ep.test', state: 'recalled' },
          { address: 'bea@elsewhere.example', state: 'external' },
        ],
      })
      expect(await again.find('lin', 'r1')).toEqual(kept)
      expect(await again.ofMail('lin', 'mail-r1')).toEqual(kept)
      expect(await again.ofSend('lin', 'send-r1')).toEqual(kept)
      expect([...(await again.marks('lin', ['mail-r1', 'other']))]).toEqual([['mail-r1', 'partly']])
    })

    it('has another version whenever a mark has become another one', async () => {
      const { store } = subject.current()
      const versions = [await store.version('lin')]
      const note = async () => versions.push(await store.version('lin'))
      for (const id of ['r1', 'r2']) {
        await store.begin(recall(id), month)
        await note()
      }
      for (const id of ['r1', 'r2']) {
        await store.end(id, 'recalled')
        await note()
      }
      expect(new Set(versions).size).toBe(5)
      expect(await store.version('lin')).toBe(versions.at(-1))
      expect(await store.version('anna')).toBe(versions[0])
    })

    it('S21: tells nobody of another account’s', async () => {
      const { store } = subject.current()
      await store.begin(recall('r1'), month)
      expect(await store.find('anna', 'r1')).toBeNull()
      expect(await store.ofMail('anna', 'mail-r1')).toBeNull()
      expect(await store.ofSend('anna', 'send-r1')).toBeNull()
      expect((await store.marks('anna', ['mail-r1'])).size).toBe(0)
      expect(await store.used('anna', 0)).toBe(0)
    })

    it('R22: begins one recall of a send, however many ask at the same moment', async () => {
      const { store } = subject.current()
      const wanted = Array.from({ length: 8 }, (_, n) => recall(`r${n}`, { sendId: 'send' }))
      const told = await Promise.all(wanted.map((one) => store.begin(one, month)))
      expect(told.filter((word) => word === 'begun')).toHaveLength(1)
      expect(told.filter((word) => word === 'repeated')).toHaveLength(7)
      expect(await store.used('lin', 0)).toBe(1)
    })

    it('R22: begins no more than the count, however many ask at the same moment', async () => {
      const { store } = subject.current()
      await store.begin(recall('before', { createdAt: 10 }), month)
      const wanted = Array.from({ length: 6 }, (_, n) => recall(`r${n}`))
      const told = await Promise.all(wanted.map((one) => store.begin(one, { from: 50, most: 2 })))
      expect(told.toSorted()).toEqual(['begun', 'begun', 'usedUp', 'usedUp', 'usedUp', 'usedUp'])
      expect(await store.used('lin', 50)).toBe(2)
    })

    it('forgets an account’s recalls with it', async () => {
      const { store } = subject.current()
      await store.begin(recall('r1'), month)
      await store.begin(recall('r2', { accountId: 'anna' }), month)
      await store.drop('lin')
      expect(await store.find('lin', 'r1')).toBeNull()
      expect(await store.find('anna', 'r2')).toMatchObject({ id: 'r2', recipients: [{}, {}] })
    })
  })
}

export const overSql = sqlSuite(makeRecallStore, recallStoreConforms)
