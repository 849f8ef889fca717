import { describe, expect, it } from 'vitest'
import type { SavedSearch } from '#contract/endpoints/mail/search'
import { makeSavedSearchStore } from '#server/mail/search/savedSearches.sql'
import type { SavedSearchStore } from '#server/mail/search/savedSearches.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const at = (now: number) => ({ now, most: 3 })
const named = (id: string, name = id, folder: string | null = null): SavedSearch => ({
  id,
  name,
  keyword: '发票 is:unread',
  location: 'subject',
  folder,
})

export function savedSearchStoreConforms(name: string, make: MakeSubject<SavedSearchStore>): void {
  describe(`saved searches: ${name}`, () => {
    const subject = eachTest(make)

    it('stay as they were saved, oldest first, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.add('lin', named('b', '未读发票', 'inbox'), at(1))).toBe('added')
      expect(await store.add('lin', named('a'), at(2))).toBe('added')
      const kept = [named('b', '未读发票', 'inbox'), named('a')]
      expect(await (await reopen()).list('lin')).toEqual(kept)
    })

    it('bear names of which no two look alike', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a', 'Offers'), at(1))
      expect(await store.add('lin', named('b', 'ＯＦＦＥＲＳ'), at(2))).toBe('nameTaken')
      await store.add('lin', named('b', 'Others'), at(2))
      expect(await store.rename('lin', 'b', 'offers')).toBe('nameTaken')
      expect(await store.rename('lin', 'a', 'offers')).toEqual(named('a', 'offers'))
      expect((await store.list('lin')).map((search) => search.name)).toEqual(['offers', 'Others'])
    })

    it('are no more than there is room for, also when many come at one moment', async () => {
      const { store } = subject.current()
      const came = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => store.add('lin', named(id), at(1))))
      expect(came.filter((word) => word === 'full').length).toBeGreaterThan(0)
      expect(await store.add('lin', named('f'), at(2))).toBe('full')
      expect(await store.remove('lin', (await store.list('lin'))[0]?.id ?? '')).toBe(true)
    })

    it('follow their folder when it is called otherwise', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a', 'a', 'f_one'), at(1))
      await store.add('lin', named('b', 'b', 'inbox'), at(2))
      await store.carry('lin', [{ id: 'f_one', newId: 'f_two' }])
      await store.carry('chen', [{ id: 'f_two', newId: 'f_three' }])
      expect((await store.list('lin')).map(({ folder }) => folder)).toEqual(['f_two', 'inbox'])
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a'), at(1))
      expect(await store.add('chen', named('b', 'a'), at(1))).toBe('added')
      expect(await store.rename('chen', 'a', 'mine now')).toBeNull()
      expect(await store.remove('chen', 'a')).toBe(false)
      expect(await store.list('chen')).toEqual([named('b', 'a')])
      expect(await store.list('lin')).toEqual([named('a')])
    })
  })
}

export const overSql = sqlSuite(makeSavedSearchStore, savedSearchStoreConforms)
