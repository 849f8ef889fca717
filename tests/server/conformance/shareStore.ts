import { describe, expect, it } from 'vitest'
import { makeShareStore } from '#server/shares/shares.sql'
import type { NewShare, ShareStore } from '#server/shares/shares.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

const room = { most: 3, copiedBytes: 10, mostCopiedBytes: 25 }
const tries = { wrongCodes: 10, pauseMs: 900 }
const share = (id: string, changes: Partial<NewShare> = {}): NewShare => ({
  ...{ id, accountId: 'lin', mailId: 'm1', subject: '周五', withAttachments: true, files: [], codeHash: null },
  ...{ madeAt: 100, expiresAt: 1_000, mostOpens: null, ...changes },
})

export function shareStoreConforms(name: string, make: MakeSubject<ShareStore>): void {
  describe(`shares: ${name}`, () => {
    const subject = eachTest(make)
    const found = async (hash: string) => {
      const one = await subject.current().store.find(hash)
      if (one === null) throw new Error(`no share ${hash}`)
      return one
    }

    it('stand as they were made, newest first and page by page, after a restart too', async () => {
      const { store, reopen } = subject.current()
      const second = share('b', { madeAt: 200, codeHash: 'x', mostOpens: 2, withAttachments: false })
      expect(await store.add('h1', share('a'), { ...room, copiedBytes: 0 })).toBe(true)
      expect(await store.add('h2', second, { ...room, copiedBytes: 0 })).toBe(true)
      const again = await reopen()
      const kept = { opens: 0, isRevoked: false, pausedUntil: 0 }
      expect(await again.find('h2')).toEqual({ ...second, ...kept })
      expect(await again.find('h3')).toBeNull()
      const page = await again.list('lin', { page: 1, pageSize: 1 })
      expect([page.total, page.list.map(({ id }) => id)]).toEqual([2, ['b']])
      expect((await again.list('lin', { page: 2, pageSize: 1 })).list).toEqual([{ ...share('a'), ...kept }])
      expect(await again.list('chen', { page: 1, pageSize: 9 })).toEqual({ list: [], total: 0 })
    })

    it('are no more at once than there is room for; those that ended leave theirs', async () => {
      const { store } = subject.current()
      const given = await Promise.all(['a', 'b', 'c', 'd'].map((id) => store.add(id, share(id), room)))
      expect(given.filter(Boolean)).toHaveLength(2)
      const [first = ''] = (await store.list('lin', { page: 1, pageSize: 9 })).list.map(({ id }) => id)
      await store.revoke('lin', first, 150)
      expect(await store.add('e', share('e'), { ...room, copiedBytes: 5 })).toBe(true)
      expect(await store.add('f', share('f'), { ...room, copiedBytes: 0 })).toBe(true)
      expect(await store.add('g', share('g'), { ...room, copiedBytes: 0 })).toBe(false)
      expect(await store.add('h', share('h', { madeAt: 1_000, expiresAt: 2_000 }), room)).toBe(true)
    })

    it('count each open once and no more than were allowed, however many come at one moment', async () => {
      const { store } = subject.current()
      await store.add('h', share('a', { mostOpens: 3 }), room)
      const one = await found('h')
      const opened = await Promise.all([1, 2, 3, 4, 5].map((visit) => store.open(one, `v${visit}`, 200)))
      expect(opened.filter(Boolean)).toHaveLength(3)
      expect((await found('h')).opens).toBe(3)
      expect((await store.visited(`v${1 + opened.indexOf(true)}`))?.id).toBe('a')
      expect(await store.visited(`v${1 + opened.indexOf(false)}`)).toBeNull()
    })

    it('S21: count a visit once, however often it is opened, and for its own share alone', async () => {
      const { store } = subject.current()
      await store.add('h', share('a', { mostOpens: 1 }), { ...room, copiedBytes: 0 })
      await store.add('i', share('b'), { ...room, copiedBytes: 0 })
      const [one, other] = [await found('h'), await found('i')]
      const opened = await Promise.all([1, 2, 3].map(() => store.open(one, 'v', 200)))
      expect([opened, (await found('h')).opens]).toEqual([[true, true, true], 1])
      expect([await store.open(other, 'v', 200), (await found('i')).opens]).toEqual([false, 0])
      expect([await store.open(one, 'w', 200), await store.visited('w')]).toEqual([false, null])
    })

    it('S19: take ten wrong codes, all at once too, and then none until the pause is over', async () => {
      const { store } = subject.current()
      await store.add('h', share('a', { codeHash: 'x' }), room)
      const left = await Promise.all(Array.from({ length: 30 }, () => store.tryCode('a', 200, tries)))
      expect(left.filter((one) => one !== null).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect((await found('h')).pausedUntil).toBe(1_100)
      expect(await store.tryCode('a', 1_099, tries)).toBeNull()
      expect(await store.tryCode('a', 1_100, tries)).toBe(9)
    })

    it('forget wrong codes once the right one came', async () => {
      const { store } = subject.current()
      await store.add('h', share('a', { codeHash: 'x' }), room)
      for (let wrong = 0; wrong < 10; wrong += 1) await store.tryCode('a', 200, tries)
      expect(await store.open(await found('h'), 'v', 200)).toBe(true)
      expect(await store.tryCode('a', 201, tries)).toBe(9)
    })

    it('S21: end with their visits when they are revoked, by their owner alone', async () => {
      const { store } = subject.current()
      await store.add('h', share('a'), room)
      const one = await found('h')
      await store.open(one, 'v', 200)
      expect(await store.revoke('chen', 'a', 300)).toBe(false)
      expect((await store.visited('v'))?.isRevoked).toBe(false)
      expect(await store.revoke('lin', 'a', 300)).toBe(true)
      expect(await store.revoke('lin', 'a', 301)).toBe(false)
      expect([await store.visited('v'), await store.open(one, 'w', 301)]).toEqual([null, false])
      expect((await found('h')).isRevoked).toBe(true)
    })

    it('name the files that they are of, in their order, and forget them with themselves', async () => {
      const { store } = subject.current()
      const named = (id: string) => ({ id, name: `${id}.txt`, size: 5_000_000_000, isFolder: id === 'd' })
      const files = ['f2', 'd', 'f1'].map(named)
      await store.add('h', share('a', { mailId: '', files }), { ...room, copiedBytes: 0 })
      await store.add('i', share('b'), { ...room, copiedBytes: 0 })
      const one = await found('h')
      await store.open(one, 'v', 200)
      const listed = (await store.list('lin', { page: 1, pageSize: 9 })).list
      expect([one.files, (await store.visited('v'))?.files]).toEqual([files, files])
      expect(new Map(listed.map(({ id, files: of }) => [id, of.length]))).toEqual(
        new Map([
          ['a', 3],
          ['b', 0],
        ]),
      )
      await store.sweep(1_001)
      await store.add('h', share('a', { mailId: '' }), room)
      expect((await found('h')).files).toEqual([])
    })

    it('S27: give no more bytes than they may, however many guests come at one moment', async () => {
      const { store } = subject.current()
      await store.add('h', share('a'), room)
      const sent = await Promise.all([4, 4, 4, 4].map((bytes) => store.send('a', bytes, 10)))
      expect(sent.filter(Boolean)).toHaveLength(2)
      expect([await store.send('a', 3, 10), await store.send('a', 2, 10), await store.send('x', 0, 10)]).toEqual([
        ...[false, true, false],
      ])
    })

    it('end at their time, with their visits, and are forgotten later', async () => {
      const { store } = subject.current()
      await store.add('h', share('a'), room)
      const one = await found('h')
      await store.open(one, 'v', 999)
      expect(await store.open(one, 'w', 1_000)).toBe(false)
      await store.sweep(1_000)
      expect((await store.visited('v'))?.id).toBe('a')
      await store.sweep(1_001)
      expect([await store.visited('v'), await store.find('h')]).toEqual([null, null])
    })
  })
}

export const overSql = sqlSuite((db) => makeShareStore(db), shareStoreConforms)
