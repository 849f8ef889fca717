import { describe, expect, it } from 'vitest'
import { makeFileLinkStore } from '#server/files/links/fileLinks.sql'
import type { FileLinkStore, NewLink } from '#server/files/links/fileLinks.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const link = (id: string, changes: Partial<NewLink> = {}): NewLink => ({
  ...{ id, accountId: 'lin', fileId: 'f1', name: '合同.pdf', size: 3_000_000_000 },
  ...{ madeAt: 100, expiresAt: 1_000, ...changes },
})

function fileLinkStoreConforms(name: string, make: MakeSubject<FileLinkStore>): void {
  describe(`links to files: ${name}`, () => {
    const subject = eachTest(make)

    it('stand as they were made, newest first and page by page, after a restart too', async () => {
      const { store, reopen } = subject.current()
      await store.add('h1', link('a'), 9)
      await store.add('h2', link('b', { madeAt: 200 }), 9)
      const again = await reopen()
      expect(await again.find('h1')).toEqual({ ...link('a'), downloads: 0, isRevoked: false })
      expect([await again.find('h3'), await again.findOwn('chen', 'a')]).toEqual([null, null])
      const page = await again.list('lin', { page: 1, pageSize: 1 })
      expect([page.total, page.list.map(({ id }) => id)]).toEqual([2, ['b']])
      expect(await again.list('chen', { page: 1, pageSize: 9 })).toEqual({ list: [], total: 0 })
    })

    it('are no more at once than there may be, however many come at one moment; ended ones leave room', async () => {
      const { store } = subject.current()
      const added = await Promise.all(['a', 'b', 'c'].map((id) => store.add(id, link(id), 2)))
      expect(added.filter(Boolean)).toHaveLength(2)
      expect(await store.add('d', link('d', { madeAt: 1_000, expiresAt: 2_000 }), 1)).toBe(true)
    })

    it('are no more at once by being renewed: one that ended waits until there is room', async () => {
      const { store } = subject.current()
      for (const id of ['a', 'b']) await store.add(id, link(id), 9)
      await store.add('c', link('c', { madeAt: 1_000, expiresAt: 2_000 }), 9)
      const to = { now: 1_000, expiresAt: 3_000, most: 2 }
      const renewed = await Promise.all(['a', 'b'].map((id) => store.renew('lin', id, to)))
      expect(renewed.toSorted()).toEqual(['full', true])
      expect(await store.renew('lin', 'c', to)).toBe(true)
    })

    it('S21: are renewed and withdrawn by their owner alone, and withdrawn for good', async () => {
      const { store } = subject.current()
      await store.add('h', link('a'), 9)
      const to = (expiresAt: number) => ({ now: 150, expiresAt, most: 9 })
      expect([await store.renew('chen', 'a', to(9_000)), await store.revoke('chen', 'a', 300)]).toEqual([false, false])
      expect(await store.renew('lin', 'a', to(2_000))).toBe(true)
      expect((await store.find('h'))?.expiresAt).toBe(2_000)
      expect([await store.revoke('lin', 'a', 300), await store.revoke('lin', 'a', 301)]).toEqual([true, false])
      expect(await store.renew('lin', 'a', to(3_000))).toBe(false)
      expect(await store.find('h')).toMatchObject({ isRevoked: true, expiresAt: 2_000 })
    })

    it('count each download, which begins by a ticket of its own until that runs out', async () => {
      const { store } = subject.current()
      await store.add('h', link('a'), 9)
      const found = { ...link('a'), downloads: 0, isRevoked: false }
      await Promise.all([1, 2, 3].map((one) => store.open(found, `t${one}`, 500)))
      expect((await store.find('h'))?.downloads).toBe(3)
      expect((await store.ofTicket('t2', 499))?.id).toBe('a')
      expect([await store.ofTicket('t2', 500), await store.ofTicket('t9', 1)]).toEqual([null, null])
      await store.sweep(1_000, 500)
      expect([await store.ofTicket('t2', 1), (await store.find('h'))?.id]).toEqual([null, 'a'])
      await store.sweep(1_001, 500)
      expect(await store.find('h')).toBeNull()
    })
  })
}

export const overSql = sqlSuite(makeFileLinkStore, fileLinkStoreConforms)
