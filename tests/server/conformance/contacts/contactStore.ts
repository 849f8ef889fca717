import { describe, expect, it } from 'vitest'
import { peoplePlace } from '#tests/support/stores/peopleSetup'
import { contactOf } from '../../../support/stores/contactOf'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'
import type { People } from './peopleFinder'

const person = (id: string, name: string, email = `${id}@example.cn`) => contactOf(id, name, email)

/** All that a contact may hold, in every field. */
const whole = contactOf('c1', '王丽', '', {
  emails: [
    { label: 'work', value: 'Li@work.example' },
    { label: '钉钉', value: 'li@home.example' },
  ],
  phones: [
    { label: 'mobile', value: '+86 138-1234-5678' },
    { label: '', value: '010 8888 9999' },
  ],
  nickname: '丽丽',
  company: '北京大学',
  birthday: '--02-29',
  fax: '010-1',
  postcode: '100871',
  address: '海淀区\n颐和园路 5 号',
  familyPhone: '0755-1',
  familyAddress: '深圳',
  familyInfo: '两个孩子',
  notes: 'a;b,c\\n"<b>"\n🙂',
  starred: true,
})

export function contactStoreConforms(name: string, make: MakeSubject<People>): void {
  describe(`contacts: ${name}`, () => {
    const subject = eachTest(make)
    const add = async (contact = whole, account = 'lin', most = 99) =>
      (await subject.current().store.contacts.add(account, contact, most)).is
    const all = { view: 'all', group: '', words: [] } as const
    const named = async (words: readonly string[], query: object = {}) => {
      const { contacts } = await subject
        .current()
        .store.contacts.page('lin', { ...all, words, ...query }, { cursor: '', size: 50 })
      return contacts.map((contact) => contact.name)
    }

    it('are stored whole, after a restart too', async () => {
      const { store, reopen } = subject.current()
      await store.contactGroups.add('lin', { id: 'g1', name: '朋友', contacts: [] }, 9)
      await add({ ...whole, groups: ['g1', 'of nobody'], rest: 'X-A:1' })
      const { rest: _rest, ...details } = whole
      const stored = { ...details, groups: ['g1'], version: 1, photo: '' }
      expect(await store.contacts.find('lin', 'c1')).toEqual(stored)
      const { contacts } = await store.contacts.page('lin', all, { cursor: '', size: 9 })
      expect(contacts).toEqual([
        {
          ...{ id: 'c1', name: '王丽', email: 'Li@work.example', phone: '+86 138-1234-5678', company: '北京大学' },
          ...{ starred: true, groups: ['g1'], photo: '', sortKey: 'wang li' },
        },
      ])
      expect(await (await reopen()).contacts.find('lin', 'c1')).toEqual(stored)
    })

    it('stand by letter and pinyin, whatever has no letter at the end', async () => {
      for (const [at, called] of ['赵一', 'Émile', '360', '安娜', 'bob', '鈴木', 'Zoe'].entries())
        await add(person(`c${at}`, called))
      const listed = await subject.current().store.contacts.all('lin')
      const order = ['安娜', 'bob', 'Émile', '鈴木', '赵一', 'Zoe', '360']
      expect(listed.map((contact) => contact.name)).toEqual(order)
      expect(await named([])).toEqual(order)
      expect(listed[0]).toEqual({ id: 'c3', name: '安娜', email: 'c3@example.cn', starred: false, sortKey: 'an na' })
    })

    it('bear no name twice, whatever its case and width, also when added at the same moment', async () => {
      const { contacts } = subject.current().store
      await add(person('c1', 'Wang Li'))
      for (const same of ['wang li', 'ＷＡＮＧ　Ｌｉ', ' Wang  Li '])
        expect(await contacts.add('lin', person('c2', same), 9)).toEqual({ is: 'exists', existing: 'c1' })
      const came = await Promise.all(['a', 'b', 'c', 'd'].map((id) => add(person(id, 'Chen'))))
      expect(came.toSorted()).toEqual(['added', 'exists', 'exists', 'exists'])
      expect(await contacts.all('lin')).toHaveLength(2)
    })

    it('are at most as many as may be, also when added at the same moment', async () => {
      expect(await add(person('c1', 'A'), 'lin', 3)).toBe('added')
      const came = await Promise.all(['b', 'c', 'd', 'e'].map((id) => add(person(id, id), 'lin', 3)))
      expect(came.toSorted()).toEqual(['added', 'added', 'full', 'full'])
    })

    it('are found by the name or by any of the addresses, and by nothing else', async () => {
      const { contacts } = subject.current().store
      await add()
      await add(person('c2', 'Chen', 'chen@example.cn'))
      const found = async (called: string, email: string) =>
        (await contacts.like('lin', { name: called, email })).map(({ id }) => id)
      expect(await found('ｃhen', 'other@example.cn')).toEqual(['c2'])
      expect(await found('Nobody', 'LI@HOME.EXAMPLE')).toEqual(['c1'])
      expect(await found('王丽', 'chen@example.cn')).toEqual(['c2', 'c1'])
      expect(await found('王', 'example.cn')).toEqual([])
      expect(await contacts.like('lin', { name: '王丽', email: '' })).toEqual([
        { id: 'c1', name: '王丽', email: 'Li@work.example', emailKeys: ['li@work.example', 'li@home.example'] },
      ])
      expect(await contacts.known('lin', ['li@home.example', 'no@home.example'])).toEqual(new Set(['li@home.example']))
    })

    it.each([
      ['王'],
      ['王丽'],
      ['王麗'],
      ['wang'],
      ['wangli'],
      ['wl'],
      ['丽丽'],
      ['lili'],
      ['北京'],
      ['bjdx'],
      ['li@work'],
      ['li@home'],
      ['home'],
      ['138-1234'],
      ['5678'],
      ['8613812'],
    ])('are searched by name, sound, nickname, company, address and phone: %s', async (word) => {
      await add()
      await add(person('c2', '陈明', 'chen@example.cn'))
      expect(await named([word])).toEqual(['王丽'])
      expect(await named([word, 'zzz'])).toEqual([])
    })

    it('are listed by group and star', async () => {
      const { contactGroups } = subject.current().store
      await add()
      await add(person('c2', 'Anna'))
      await contactGroups.add('lin', { id: 'g1', name: '朋友', contacts: ['c2'] }, 9)
      expect(await named([], { group: 'g1' })).toEqual(['Anna'])
      expect(await named([], { view: 'starred' })).toEqual(['王丽'])
      expect(await named(['anna'], { view: 'starred' })).toEqual([])
      expect(await subject.current().store.contacts.ids('lin', { ...all, group: 'g1' })).toEqual(['c2'])
    })

    it('that were written to at any address stand by the last message', async () => {
      const { recentRecipients } = subject.current().store
      await add()
      for (const id of ['a', 'b', 'c']) await add(person(id, id.toUpperCase()))
      const written = [
        ['b@example.cn', 1],
        ['li@HOME.example', 2],
        ['stranger@example.cn', 3],
        ['c@example.cn', 4],
      ] as const
      for (const [address, now] of written)
        await recentRecipients.note('lin', [{ name: '', address }], { now, most: 9 })
      expect(await named([], { view: 'recent' })).toEqual(['C', '王丽', 'B'])
      expect(await named(['wang'], { view: 'recent' })).toEqual(['王丽'])
      const { contacts } = subject.current().store
      const recent = { ...all, view: 'recent' } as const
      const first = await contacts.page('lin', recent, { cursor: '', size: 2 })
      expect(first).toMatchObject({ contacts: [{ name: 'C' }, { name: '王丽' }], total: 3 })
      const rest = await contacts.page('lin', recent, { cursor: first.next, size: 2 })
      expect(rest).toMatchObject({ contacts: [{ name: 'B' }], total: 3, next: '' })
    })

    it('come page by page, each once, also while others come and go', async () => {
      const { contacts } = subject.current().store
      for (let at = 0; at < 7; at += 1) await add(person(`c${at}`, `P${at}`))
      const first = await contacts.page('lin', all, { cursor: '', size: 3 })
      expect(first.contacts.map((contact) => contact.name)).toEqual(['P0', 'P1', 'P2'])
      expect(first.total).toBe(7)
      await contacts.remove('lin', ['c2', 'c3'], { undo: 'u', now: 1 })
      await add(person('c9', 'A'))
      const second = await contacts.page('lin', all, { cursor: first.next, size: 3 })
      expect(second.contacts.map((contact) => contact.name)).toEqual(['P4', 'P5', 'P6'])
      expect(second.next).toBe('')
      const odd = await contacts.page('lin', all, { cursor: 'no cursor', size: 1 })
      expect(odd.contacts.map((contact) => contact.name)).toEqual(['A'])
    })

    it('have another revision after each change, and the same until then', async () => {
      const { contacts, contactGroups } = subject.current().store
      const seen = [await contacts.revision('lin')]
      const changes = [
        () => add(),
        () => contacts.edit('lin', 'c1', 1, { notes: 'x' }),
        () => contacts.star('lin', ['c1'], false),
        () => contactGroups.add('lin', { id: 'g1', name: 'G', contacts: [] }, 9),
        () => contactGroups.include('lin', 'g1', ['c1'], true),
        () => contactGroups.rename('lin', 'g1', 'H'),
        () => contactGroups.remove('lin', 'g1'),
        () => contacts.remove('lin', ['c1'], { undo: 'u', now: 1 }),
        () => contacts.undo('lin', 'u', { since: 0, most: 9 }),
      ]
      for (const change of changes) {
        await change()
        seen.push(await contacts.revision('lin'))
        expect(await contacts.revision('lin')).toBe(seen.at(-1))
      }
      expect(new Set(seen).size).toBe(changes.length + 1)
      expect(await contacts.revision('chen')).toBe('')
    })

    it('S21: are each account’s own', async () => {
      const { contacts } = subject.current().store
      await add(person('c1', 'Wang Li'))
      expect(await add(person('c2', 'Wang Li'), 'chen')).toBe('added')
      expect(await contacts.like('anna', { name: 'Wang Li', email: 'c1@example.cn' })).toEqual([])
      expect(await contacts.find('chen', 'c1')).toBeNull()
      expect((await contacts.all('chen')).map(({ id }) => id)).toEqual(['c2'])
      expect(await contacts.edit('chen', 'c1', 1, { notes: 'x' })).toEqual({ is: 'absent' })
      expect(await contacts.star('chen', ['c1'], true)).toBe(0)
      expect(await contacts.remove('chen', ['c1'], { undo: 'u', now: 1 })).toBe(0)
      expect((await contacts.merge('chen', ['c2', 'c1'], { details: {}, photo: '' }, { undo: 'v', now: 1 })).is).toBe(
        'absent',
      )
      await contacts.remove('lin', ['c1'], { undo: 'w', now: 1 })
      expect(await contacts.undo('chen', 'w', { since: 0, most: 9 })).toBeNull()
    })
  })
}

export const overSql = sqlSuite(peoplePlace, contactStoreConforms)
