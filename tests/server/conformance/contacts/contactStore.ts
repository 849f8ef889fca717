import { describe, expect, it } from 'vitest'
import { makeContactStore } from '#server/contacts/contacts.sql'
import type { Contact, ContactStore } from '#server/contacts/contacts.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const person = (id: string, name: string, email = `${id}@example.cn`): Omit<Contact, 'groups'> => ({
  id,
  name,
  email,
  phone: '',
  starred: false,
})

export function contactStoreConforms(name: string, make: MakeSubject<ContactStore>): void {
  describe(`contacts: ${name}`, () => {
    const subject = eachTest(make)

    it('are kept as they were given, by name, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.all('lin')).toEqual([])
      expect(await store.add('lin', { ...person('c2', '王丽', 'W@Example.cn'), phone: '138', starred: true }, 9)).toBe(
        'added',
      )
      expect(await store.add('lin', person('c1', 'Anna'), 9)).toBe('added')
      const all = [
        { ...person('c1', 'Anna'), groups: [] },
        { ...person('c2', '王丽', 'W@Example.cn'), phone: '138', starred: true, groups: [] },
      ]
      expect(await store.all('lin')).toEqual(all)
      expect(await (await reopen()).all('lin')).toEqual(all)
    })

    it('bear no name twice, whatever its case and width, also when added at the same moment', async () => {
      const { store } = subject.current()
      expect(await store.add('lin', person('c1', 'Wang Li'), 9)).toBe('added')
      for (const same of ['wang li', 'ＷＡＮＧ　Ｌｉ', ' Wang  Li '])
        expect(await store.add('lin', person('c2', same), 9)).toBe('exists')
      const came = await Promise.all(['a', 'b', 'c', 'd'].map((id) => store.add('lin', person(id, 'Chen'), 99)))
      expect(came.toSorted()).toEqual(['added', 'exists', 'exists', 'exists'])
      expect(await store.all('lin')).toHaveLength(2)
    })

    it('are found by the name or by the address, and by nothing else', async () => {
      const { store } = subject.current()
      await store.add('lin', person('c1', 'Wang Li', 'Wang@example.cn'), 9)
      await store.add('lin', person('c2', 'Chen', 'chen@example.cn'), 9)
      const found = async (name: string, email: string) =>
        (await store.like('lin', { name, email })).map(({ id }) => id)
      expect(await found('ｗang li', 'other@example.cn')).toEqual(['c1'])
      expect(await found('Nobody', 'WANG@EXAMPLE.CN')).toEqual(['c1'])
      expect(await found('Wang Li', 'chen@example.cn')).toEqual(['c2', 'c1'])
      expect(await found('Wang', 'example.cn')).toEqual([])
    })

    it('are at most as many as may be', async () => {
      const { store } = subject.current()
      expect(await store.add('lin', person('c1', 'A'), 1)).toBe('added')
      expect(await store.add('lin', person('c2', 'B'), 1)).toBe('full')
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.add('lin', person('c1', 'Wang Li'), 9)
      expect(await store.add('chen', person('c2', 'Wang Li'), 9)).toBe('added')
      expect(await store.like('anna', { name: 'Wang Li', email: 'c1@example.cn' })).toEqual([])
      expect((await store.all('chen')).map(({ id }) => id)).toEqual(['c2'])
      expect((await store.all('lin')).map(({ id }) => id)).toEqual(['c1'])
    })
  })
}

export const overSql = sqlSuite(makeContactStore, contactStoreConforms)
