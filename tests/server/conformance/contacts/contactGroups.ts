import { describe, expect, it } from 'vitest'
import { peoplePlace } from '#tests/support/stores/peopleSetup'
import { contactOf } from '../../../support/stores/contactOf'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'
import type { People } from './peopleFinder'

export function contactGroupsConform(name: string, make: MakeSubject<People>): void {
  describe(`groups of contacts: ${name}`, () => {
    const subject = eachTest(make)
    const know = (id: string, called: string, account = 'lin') =>
      subject.current().store.contacts.add(account, contactOf(id, called, `${id}@example.cn`), 99)
    const add = (id: string, called: string, contacts: readonly string[] = [], account = 'lin', most = 99) =>
      subject.current().store.contactGroups.add(account, { id, name: called, contacts }, most)

    it('are kept with their members, by name, after a restart too', async () => {
      const { store, reopen } = subject.current()
      await know('c1', '王五')
      await know('c2', '陈一')
      expect(await add('g1', '朋友', ['c1', 'c2', 'c2'])).toBe('added')
      expect(await add('g2', 'Club')).toBe('added')
      const groups = [
        { id: 'g2', name: 'Club', members: 0 },
        { id: 'g1', name: '朋友', members: 2 },
      ]
      expect(await store.contactGroups.all('lin')).toEqual(groups)
      const again = await reopen()
      expect(await again.contactGroups.all('lin')).toEqual(groups)
      expect(await again.contactGroups.members('lin', 'g1')).toEqual({
        name: '朋友',
        contacts: [
          { id: 'c2', name: '陈一', email: 'c2@example.cn' },
          { id: 'c1', name: '王五', email: 'c1@example.cn' },
        ],
      })
      expect(await again.contactGroups.members('lin', 'g2')).toEqual({ name: 'Club', contacts: [] })
      expect(await again.contacts.find('lin', 'c1')).toMatchObject({ groups: ['g1'] })
    })

    it('bear no name twice, and are no more than may be', async () => {
      expect(await add('g1', 'Club')).toBe('added')
      expect(await add('g2', ' ｃｌｕｂ ')).toBe('exists')
      const came = await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(id, '同事')))
      expect(came.toSorted()).toEqual(['added', 'exists', 'exists', 'exists'])
      expect(await add('g9', 'One more', [], 'lin', 2)).toBe('full')
    })

    it('are renamed and removed; the people in them stay', async () => {
      const { contacts, contactGroups } = subject.current().store
      await know('c1', '王五')
      await add('g1', '朋友', ['c1'])
      await add('g2', '同事')
      expect(await contactGroups.rename('lin', 'g1', '同事')).toBe('exists')
      expect(await contactGroups.rename('lin', 'g1', '好友')).toBe('renamed')
      expect(await contactGroups.rename('lin', 'g1', ' 好友')).toBe('renamed')
      expect(await contactGroups.rename('chen', 'g1', 'Mine')).toBe('absent')
      expect(await contactGroups.find('lin', 'g1')).toEqual({ id: 'g1', name: ' 好友', members: 1 })
      expect(await contactGroups.remove('chen', 'g1')).toBe(false)
      expect(await contactGroups.remove('lin', 'g1')).toBe(true)
      expect(await contactGroups.remove('lin', 'g1')).toBe(false)
      expect(await contacts.find('lin', 'c1')).toMatchObject({ groups: [] })
    })

    it('take people in and let them go, each once', async () => {
      const { contactGroups } = subject.current().store
      for (const id of ['c1', 'c2', 'c3']) await know(id, id)
      await know('c9', 'Other', 'chen')
      await add('g1', '朋友', ['c1'])
      expect(await contactGroups.include('lin', 'g1', ['c1', 'c2', 'c3', 'c9', 'nobody'], true)).toBe(2)
      expect(await contactGroups.find('lin', 'g1')).toMatchObject({ members: 3 })
      expect(await contactGroups.include('lin', 'g1', ['c2', 'c9'], false)).toBe(1)
      expect(await contactGroups.members('lin', 'g1')).toMatchObject({ contacts: [{ id: 'c1' }, { id: 'c3' }] })
      expect(await contactGroups.include('chen', 'g1', ['c9'], true)).toBeNull()
    })

    it('S21: are each account’s own, and hold its own contacts alone', async () => {
      const { contactGroups } = subject.current().store
      await know('c1', '王五')
      await know('c2', '陈一', 'chen')
      await add('g1', '朋友', ['c1', 'c2'])
      expect(await contactGroups.members('lin', 'g1')).toMatchObject({ contacts: [{ id: 'c1' }] })
      expect(await contactGroups.all('lin')).toMatchObject([{ id: 'g1', members: 1 }])
      expect(await contactGroups.members('chen', 'g1')).toBeNull()
      expect(await contactGroups.all('chen')).toEqual([])
      expect(await add('g2', '朋友', ['c2'], 'chen')).toBe('added')
      expect((await contactGroups.all('chen')).map(({ id }) => id)).toEqual(['g2'])
      expect(await contactGroups.members('lin', 'g1')).toMatchObject({ contacts: [{ id: 'c1' }] })
    })
  })
}

export const overSql = sqlSuite(peoplePlace, contactGroupsConform)
