import { describe, expect, it } from 'vitest'
import { peoplePlace } from '#tests/support/stores/peopleSetup'
import { contactOf } from '../../../support/stores/contactOf'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'
import type { People } from './peopleFinder'

const value = (text: string, label = '') => ({ label, value: text })
const nothing = { details: {}, photo: '' }

export function contactChangesConform(name: string, make: MakeSubject<People>): void {
  describe(`changes of contacts: ${name}`, () => {
    const subject = eachTest(make)
    const contacts = () => subject.current().store.contacts
    const add = (id: string, called: string, more: Parameters<typeof contactOf>[3] = {}) =>
      contacts().add('lin', contactOf(id, called, `${id}@example.cn`, more), 99)
    const find = (id: string) => contacts().find('lin', id)
    const undo = (id: string, at = { since: 0, most: 99 }) => contacts().undo('lin', id, at)
    const names = async () => (await contacts().all('lin')).map((contact) => contact.name)

    describe('an edit', () => {
      it('changes what it names, and gives the version of the next', async () => {
        await add('c1', 'Wang', { notes: 'old', company: 'A' })
        const first = await contacts().edit('lin', 'c1', 1, { notes: 'new', emails: [value('w@new.example')] })
        expect(first).toMatchObject({ is: 'edited', contact: { notes: 'new', company: 'A', version: 2 } })
        const second = await contacts().edit('lin', 'c1', 2, { notes: 'newer' })
        expect(second).toMatchObject({ is: 'edited', contact: { notes: 'newer', version: 3 } })
        expect(await find('c1')).toMatchObject({ notes: 'newer', company: 'A', emails: [value('w@new.example')] })
        expect(await contacts().like('lin', { name: '', email: 'c1@example.cn' })).toEqual([])
        expect(await contacts().like('lin', { name: '', email: 'w@new.example' })).toHaveLength(1)
      })

      it('is no conflict with one of other fields, with the same text, nor with star and groups', async () => {
        await add('c1', 'Wang')
        await contacts().edit('lin', 'c1', 1, { notes: 'mine' })
        await contacts().star('lin', ['c1'], true)
        expect(await contacts().edit('lin', 'c1', 1, { company: 'theirs', starred: true })).toMatchObject({
          ...{ is: 'edited', contact: { notes: 'mine', company: 'theirs', starred: true, version: 3 } },
        })
        // The answer to the first was lost, and the same is sent once more.
        expect(await contacts().edit('lin', 'c1', 1, { notes: 'mine' })).toMatchObject({
          ...{ is: 'edited', contact: { version: 3 } },
        })
      })

      it('of a field that was changed otherwise meanwhile gives what is there, and changes nothing', async () => {
        await add('c1', 'Wang', { notes: 'old' })
        await contacts().edit('lin', 'c1', 1, { notes: 'one' })
        const came = await contacts().edit('lin', 'c1', 1, { notes: 'two', company: 'B' })
        expect(came).toMatchObject({ is: 'changed', contact: { notes: 'one', version: 2 }, fields: ['notes'] })
        expect(await find('c1')).toMatchObject({ notes: 'one', company: '' })
        expect(await contacts().edit('lin', 'c1', 2, { notes: 'two' })).toMatchObject({ is: 'edited' })
      })

      it('of two at the same moment never loses one of their texts', async () => {
        await add('c1', 'Wang')
        const texts = ['one', 'two', 'three']
        const came = await Promise.all(texts.map((notes) => contacts().edit('lin', 'c1', 1, { notes })))
        expect(came.map((it) => it.is).toSorted()).toEqual(['changed', 'changed', 'edited'])
      })

      it('takes no name that another bears', async () => {
        await add('c1', 'Wang')
        await add('c2', 'Chen')
        expect(await contacts().edit('lin', 'c1', 1, { name: 'ｃhen' })).toEqual({ is: 'exists', existing: 'c2' })
        expect(await contacts().edit('lin', 'c1', 1, { name: 'WANG' })).toMatchObject({ is: 'edited' })
        expect(await names()).toEqual(['Chen', 'WANG'])
      })

      it('keeps the lines of an imported card that no field holds', async () => {
        await contacts().add('lin', { ...contactOf('c1', 'Wang', 'w@example.cn'), rest: 'X-A:1' }, 9)
        await contacts().edit('lin', 'c1', 1, { notes: 'x' })
        await contacts().remove('lin', ['c1'], { undo: 'u', now: 1 })
        await undo('u')
        const { contactRests } = subject.current().store
        expect(await contactRests('lin', 'c1')).toBe('X-A:1')
      })
    })

    it('stars count where they are new', async () => {
      await add('c1', 'Wang')
      await add('c2', 'Chen', { starred: true })
      expect(await contacts().star('lin', ['c1', 'c2', 'nobody'], true)).toBe(1)
      expect(await find('c1')).toMatchObject({ starred: true })
    })

    describe('a removal', () => {
      it('is undone whole, with groups, photo and star, after a restart too', async () => {
        const { store, reopen } = subject.current()
        await add('c1', '王丽', { phones: [value('138', 'mobile')], starred: true, notes: 'a\nb' })
        await add('c2', 'Chen')
        await store.contactGroups.add('lin', { id: 'g1', name: 'G', contacts: ['c1'] }, 9)
        const picture = { type: 'image/png', bytes: Buffer.from('picture') }
        await store.contactPhotos.put('lin', 'c1', picture, { now: 1, mostBytes: 99 })
        const before = await find('c1')
        expect(before?.photo).not.toBe('')
        expect(await contacts().remove('lin', ['c1', 'nobody', 'c1'], { undo: 'u', now: 5 })).toBe(1)
        expect(await names()).toEqual(['Chen'])
        expect(await store.contactGroups.find('lin', 'g1')).toMatchObject({ members: 0 })
        const again = await reopen()
        await again.contactPhotos.sweep(9)
        expect(await again.contacts.undo('lin', 'u', { since: 0, most: 9 })).toEqual({ undone: 1, unchanged: 0 })
        expect(await again.contacts.find('lin', 'c1')).toEqual(before)
        expect(await again.contactPhotos.find('lin', before?.photo ?? '')).toMatchObject({ type: 'image/png' })
        expect(await again.contactGroups.members('lin', 'g1')).toMatchObject({ contacts: [{ id: 'c1' }] })
        expect(await again.contacts.undo('lin', 'u', { since: 0, most: 9 })).toBeNull()
      })

      it('of many is undone as one', async () => {
        const ids = Array.from({ length: 120 }, (_, at) => `p${at}`)
        for (const id of ids) await contacts().add('lin', contactOf(id, id, `${id}@example.cn`), 999)
        expect(await contacts().remove('lin', ids, { undo: 'u', now: 1 })).toBe(120)
        expect(await names()).toEqual([])
        expect(await undo('u', { since: 0, most: 999 })).toEqual({ undone: 120, unchanged: 0 })
        expect(await names()).toHaveLength(120)
      })

      it('gives a number to a name that was taken meanwhile', async () => {
        await add('c1', 'Wang')
        await contacts().remove('lin', ['c1'], { undo: 'u', now: 1 })
        await add('c2', 'wang')
        await add('c3', 'Wang (2)')
        await undo('u')
        expect(await find('c1')).toMatchObject({ name: 'Wang (3)' })
      })

      it('is undone as far as there is room, and the others later', async () => {
        await add('c1', 'A')
        await add('c2', 'B')
        await contacts().remove('lin', ['c1', 'c2'], { undo: 'u', now: 1 })
        await add('c3', 'C')
        expect(await undo('u', { since: 0, most: 1 })).toBe('full')
        expect(await undo('u', { since: 0, most: 2 })).toEqual({ undone: 1, unchanged: 0 })
        expect(await names()).toEqual(['A', 'C'])
        expect(await undo('u')).toEqual({ undone: 1, unchanged: 0 })
      })

      it('is undone no more once its time is over, and swept then', async () => {
        await add('c1', 'Wang')
        await contacts().remove('lin', ['c1'], { undo: 'u', now: 5 })
        expect(await undo('u', { since: 6, most: 9 })).toBeNull()
        await contacts().sweep(5)
        expect(await undo('u', { since: 5, most: 9 })).toEqual({ undone: 1, unchanged: 0 })
        await contacts().remove('lin', ['c1'], { undo: 'v', now: 5 })
        await contacts().sweep(6)
        expect(await undo('v')).toBeNull()
      })
    })

    describe('a merge', () => {
      const pair = async () => {
        const { contactGroups } = subject.current().store
        await add('c1', 'Wang Li', { phones: [value('138', 'mobile')], notes: 'one', company: 'A' })
        await add('c2', '王丽', {
          emails: [value('C1@example.cn'), value('li@home.example', 'home')],
          phones: [value('1-38'), value('139')],
          ...{ notes: 'two', company: 'B', birthday: '2000-01-02', starred: true },
        })
        for (const [id, member] of [
          ['g1', 'c1'],
          ['g2', 'c2'],
        ] as const)
          await contactGroups.add('lin', { id, name: id, contacts: [member] }, 9)
      }
      const plan = { undo: 'u', now: 1 }

      it('keeps every address, number and group, both notes and the star; Undo gives both back', async () => {
        await pair()
        const before = [await find('c1'), await find('c2')]
        const came = await contacts().merge('lin', ['c1', 'c2'], nothing, plan)
        const merged = {
          ...{ id: 'c1', name: 'Wang Li', company: 'A', birthday: '2000-01-02', notes: 'one\n\ntwo', starred: true },
          emails: [value('c1@example.cn'), value('li@home.example', 'home')],
          phones: [value('138', 'mobile'), value('139')],
          groups: ['g1', 'g2'],
        }
        expect(came).toMatchObject({ is: 'merged', contact: merged })
        expect(await find('c1')).toMatchObject(merged)
        expect(await find('c2')).toBeNull()
        expect(await undo('u')).toEqual({ undone: 2, unchanged: 0 })
        const [first, second] = before
        expect(await find('c1')).toEqual({ ...first, version: expect.any(Number) })
        expect(await find('c2')).toEqual(second)
      })

      it('takes the fields that were chosen, and a name that one of them bore', async () => {
        await pair()
        const details = { name: '王丽', company: 'C', notes: '' }
        const came = await contacts().merge('lin', ['c1', 'c2'], { details, photo: '' }, plan)
        expect(came).toMatchObject({ is: 'merged', contact: { id: 'c1', ...details } })
        await undo('u')
        expect(await names()).toEqual(['Wang Li', '王丽'])
      })

      it('is refused with a name of a third, and for who is not there', async () => {
        await pair()
        await add('c3', 'Third')
        const chosen = { details: { name: 'third' }, photo: '' }
        expect(await contacts().merge('lin', ['c1', 'c2'], chosen, plan)).toEqual({ is: 'exists', existing: 'c3' })
        expect(await contacts().merge('lin', ['c1', 'c9'], nothing, plan)).toEqual({ is: 'absent' })
        const many = Array.from({ length: 20 }, (_, at) => value(`n${at}@example.cn`))
        await add('c4', 'Many', { emails: many })
        expect(await contacts().merge('lin', ['c1', 'c4'], nothing, plan)).toEqual({ is: 'faulty', field: 'emails.20' })
        expect(await names()).toHaveLength(4)
      })

      it('that was changed since stays, and the others come back', async () => {
        await pair()
        await contacts().merge('lin', ['c1', 'c2'], nothing, plan)
        await contacts().edit('lin', 'c1', 2, { notes: 'later' })
        expect(await undo('u')).toEqual({ undone: 1, unchanged: 1 })
        expect(await find('c1')).toMatchObject({ notes: 'later' })
        expect(await find('c2')).toMatchObject({ notes: 'two' })
      })

      it('is a conflict for an edit that was begun before it, and so is its Undo', async () => {
        await pair()
        await contacts().merge('lin', ['c1', 'c2'], nothing, plan)
        expect(await contacts().edit('lin', 'c1', 1, { notes: 'mine' })).toMatchObject({ is: 'changed' })
        await undo('u')
        expect(await contacts().edit('lin', 'c1', 2, { notes: 'mine' })).toMatchObject({ is: 'changed' })
      })
    })

    it('duplicates share an address, a number or a name, and are named once, page by page', async () => {
      await add('c1', 'Wang Li', { phones: [value('+86 138-1234-5678')] })
      await add('c2', 'wang.li', { emails: [value('C1@example.cn')] })
      await add('c3', 'Chen', { phones: [value('13812345678'), value('110')] })
      await add('c4', 'Fang', { phones: [value('110')] })
      const all = await contacts().duplicates('lin', '', { size: 9, named: 9 })
      const shared = (sets: typeof all.sets) => sets.map((set) => [set.shared, set.contacts.map(({ id }) => id)])
      expect(shared(all.sets)).toEqual([
        ['email', ['c1', 'c2']],
        ['phone', ['c1', 'c3']],
      ])
      expect(all.next).toBe('')
      const found = []
      for (let cursor = '', pages = 0; pages === 0 || cursor !== ''; pages += 1) {
        const page = await contacts().duplicates('lin', cursor, { size: 1, named: 9 })
        found.push(...page.sets)
        cursor = page.next
      }
      expect(shared(found)).toEqual(shared(all.sets))
      expect((await contacts().duplicates('chen', '', { size: 9, named: 9 })).sets).toEqual([])
      const [first] = (await contacts().duplicates('lin', '', { size: 9, named: 2 })).sets
      expect(first?.count).toBe(2)
    })

    it('duplicates are named no more once they were set apart, each from each, until that is undone', async () => {
      for (const id of ['c1', 'c2', 'c3']) await add(id, id, { phones: [value('13812345678')] })
      await contacts().add('chen', contactOf('c4', 'c4', 'c4@example.cn', { phones: [value('13812345678')] }), 9)
      const found = async () => (await contacts().duplicates('lin', '', { size: 9, named: 9 })).sets.length
      await contacts().setApart('lin', ['c2', 'c1', 'c4'], true)
      expect(await found()).toBe(1)
      await contacts().setApart('lin', ['c3', 'c2', 'c1'], true)
      expect(await found()).toBe(0)
      await contacts().setApart('chen', ['c1', 'c2', 'c3'], false)
      expect(await found()).toBe(0)
      await contacts().setApart('lin', ['c1', 'c3'], false)
      expect(await found()).toBe(1)
      await contacts().remove('lin', ['c3'], { undo: 'u', now: 1 })
      expect(await found()).toBe(0)
    })

    describe('photos', () => {
      const picture = { type: 'image/webp', bytes: Buffer.from([1, 2, 0, 255]) }
      const room = { now: 1, mostBytes: 10 }

      it('are given to a contact, and go when nobody has them and nothing gives them back', async () => {
        const { contactPhotos } = subject.current().store
        await add('c1', 'Wang')
        const came = await contactPhotos.put('lin', 'c1', picture, room)
        if (came.is !== 'put') throw new Error(came.is)
        expect(await find('c1')).toMatchObject({ photo: came.photo })
        const stored = await contactPhotos.find('lin', came.photo)
        expect(stored?.type).toBe('image/webp')
        expect([...(stored?.bytes ?? [])]).toEqual([1, 2, 0, 255])
        expect(await contactPhotos.find('chen', came.photo)).toBeNull()
        await contactPhotos.sweep(9)
        expect(await contactPhotos.find('lin', came.photo)).not.toBeNull()
        expect(await contactPhotos.remove('lin', 'c1')).toBe(true)
        expect(await find('c1')).toMatchObject({ photo: '' })
        await contactPhotos.sweep(1)
        expect(await contactPhotos.find('lin', came.photo)).not.toBeNull()
        await contactPhotos.sweep(9)
        expect(await contactPhotos.find('lin', came.photo)).toBeNull()
      })

      it('are those of own contacts alone, and no more than there is room for', async () => {
        const { contactPhotos } = subject.current().store
        await add('c1', 'Wang')
        expect(await contactPhotos.put('chen', 'c1', picture, room)).toEqual({ is: 'absent' })
        expect(await contactPhotos.remove('chen', 'c1')).toBe(false)
        await contactPhotos.put('lin', 'c1', picture, room)
        const other = { ...picture, bytes: Buffer.from('7 bytes') }
        expect(await contactPhotos.put('lin', 'c1', other, room)).toEqual({ is: 'full' })
        expect(await contactPhotos.put('lin', 'c1', picture, { ...room, mostBytes: 4 })).toMatchObject({ is: 'put' })
      })
    })
  })
}

export const overSql = sqlSuite(peoplePlace, contactChangesConform)
