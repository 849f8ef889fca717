import { describe, expect, it } from 'vitest'
import { makeTemplateStore } from '#server/drafts/templates/templates.sql'
import type { TemplateStore, TemplateText } from '#server/drafts/templates/templates.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const at = (now: number) => ({ now, most: 3 })
const named = (id: string, name = id): TemplateText => ({ id, name, subject: `关于 ${id}`, html: `<b>${id}</b> 您好` })
const told = (id: string, name = id) => ({ id, name, subject: `关于 ${id}` })

export function templateStoreConforms(name: string, make: MakeSubject<TemplateStore>): void {
  describe(`templates: ${name}`, () => {
    const subject = eachTest(make)

    it('stay as they were saved, in the order of their names, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.add('lin', named('b', '周报'), at(1))).toBe('added')
      expect(await store.add('lin', named('a', '报价'), at(2))).toBe('added')
      const again = await reopen()
      expect(await again.list('lin')).toEqual([told('a', '报价'), told('b', '周报')])
      expect(await again.find('lin', 'b')).toEqual(named('b', '周报'))
    })

    it('bear names of which no two look alike', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a', 'Offers'), at(1))
      expect(await store.add('lin', named('b', 'ＯＦＦＥＲＳ'), at(2))).toBe('nameTaken')
      await store.add('lin', named('b', 'Others'), at(2))
      expect(await store.rename('lin', 'b', 'offers')).toBe('nameTaken')
      expect(await store.rename('lin', 'a', 'offers')).toEqual(told('a', 'offers'))
    })

    it('are written anew, with a name that no other bears', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a', 'Offers'), at(1))
      await store.add('lin', named('b', 'Others'), at(2))
      const anew = { id: 'a', name: 'OFFERS', subject: '', html: '<i>new</i>' }
      expect(await store.change('lin', anew)).toBe(true)
      expect(await store.change('lin', { ...anew, name: 'others' })).toBe('nameTaken')
      expect(await store.change('lin', { ...anew, id: 'c', name: 'c' })).toBe(false)
      expect(await store.find('lin', 'a')).toEqual(anew)
      expect(await store.find('lin', 'b')).toEqual(named('b', 'Others'))
    })

    it('are no more than there is room for', async () => {
      const { store } = subject.current()
      for (const id of ['a', 'b', 'c']) await store.add('lin', named(id), at(1))
      expect(await store.add('lin', named('d'), at(2))).toBe('full')
      expect(await store.remove('lin', 'a')).toBe(true)
      expect(await store.add('lin', named('d'), at(2))).toBe('added')
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.add('lin', named('a'), at(1))
      expect(await store.add('chen', named('b', 'a'), at(1))).toBe('added')
      expect(await store.find('chen', 'a')).toBeNull()
      expect(await store.rename('chen', 'a', 'mine now')).toBeNull()
      expect(await store.change('chen', named('a', 'mine now'))).toBe(false)
      expect(await store.remove('chen', 'a')).toBe(false)
      expect(await store.list('chen')).toHaveLength(1)
      expect(await store.list('lin')).toEqual([told('a')])
    })
  })
}

export const overSql = sqlSuite(makeTemplateStore, templateStoreConforms)
