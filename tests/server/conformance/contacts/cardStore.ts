import { describe, expect, it } from 'vitest'
import { makeCardStore } from '#server/contacts/cards/cards.sql'
import type { CardStore, StoredCard } from '#server/contacts/cards/cards.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const most = 2
const named = (id: string, isDefault = false): StoredCard => ({
  id,
  name: `林 ${id}`,
  fields: [{ kind: 'own', label: '微信', value: id }],
  logo: '',
  layout: 'fashion',
  isDefault,
})

export function cardStoreConforms(name: string, make: MakeSubject<CardStore>): void {
  describe(`business cards: ${name}`, () => {
    const subject = eachTest(make)

    it('stay as they were saved, in the order in which they were made, after a restart too', async () => {
      const { store, reopen } = subject.current()
      for (const id of ['b', 'a']) expect(await store.add('lin', named(id), most)).toBe(true)
      const changed = { ...named('b'), name: '王', layout: 'business' as const, fields: [], logo: 'f' }
      expect(await store.change('lin', changed)).toBe(true)
      expect(await (await reopen()).list('lin')).toEqual([changed, named('a')])
    })

    it('are no more than there is room for, also when two are added at once', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a'), most)
      const both = await Promise.all(['b', 'c'].map((id) => store.add('lin', named(id), most)))
      expect(both.toSorted()).toEqual([false, true])
    })

    it('have one default at most, which a card that is removed leaves and does not take again from another', async () => {
      const { store } = subject.current()
      for (const id of ['a', 'b']) await store.add('lin', named(id, true), most)
      expect(await store.list('lin')).toEqual([named('a'), named('b', true)])
      expect(await store.defaultCard('lin')).toEqual({ id: 'b', name: '林 b' })
      await store.change('lin', named('b'))
      expect(await store.defaultCard('lin')).toBeNull()
      await store.change('lin', named('a', true))
      expect(await store.remove('lin', 'a', 5)).toBe(true)
      expect(await store.remove('lin', 'a', 6)).toBe(false)
      expect([await store.defaultCard('lin'), await store.find('lin', 'a')]).toEqual([null, null])
      expect(await store.restore('lin', 'a', { since: 6, most })).toBe('absent')
      expect(await store.restore('lin', 'a', { since: 5, most: 1 })).toBe('full')
      expect(await store.restore('lin', 'a', { since: 5, most })).toBe('restored')
      expect(await store.find('lin', 'a')).toEqual(named('a', true))
      await store.remove('lin', 'a', 7)
      await store.change('lin', named('b', true))
      expect(await store.restore('lin', 'a', { since: 5, most })).toBe('restored')
      expect(await store.list('lin')).toEqual([named('a'), named('b', true)])
    })

    it('are gone for good with the sweep', async () => {
      const { store } = subject.current()
      for (const id of ['a', 'b']) await store.add('lin', named(id), most)
      await store.remove('lin', 'a', 5)
      await store.sweep(5)
      expect(await store.restore('lin', 'a', { since: 0, most })).toBe('restored')
      await store.remove('lin', 'a', 5)
      await store.sweep(6)
      expect(await store.restore('lin', 'a', { since: 0, most })).toBe('absent')
      expect(await store.list('lin')).toEqual([named('b')])
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a', true), most)
      await store.add('chen', named('x', true), most)
      expect(await store.change('chen', named('a'))).toBe(false)
      expect(await store.remove('chen', 'a', 1)).toBe(false)
      expect([await store.find('chen', 'a'), await store.restore('chen', 'a', { since: 0, most })]).toEqual([
        ...[null, 'absent'],
      ])
      expect(await store.list('lin')).toEqual([named('a', true)])
    })
  })
}

export const overSql = sqlSuite(makeCardStore, cardStoreConforms)
