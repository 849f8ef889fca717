import { describe, expect, it } from 'vitest'
import { makeContactExportStore } from '#server/contacts/exports/contactExports.sql'
import { makeContactImportStore } from '#server/contacts/imports/contactImports.sql'
import type { ImportPlan } from '#server/contacts/imports/contactImports.store'
import type { FileEntry } from '#server/core/contactFile'
import { makeMailJobStore } from '#server/mail/jobs/mailJobs.sql'
import type { Database } from '#server/sql/openDatabase'
import { contactOf } from '#tests/support/stores/contactOf'
import { peoplePlace } from '#tests/support/stores/peopleSetup'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const importPlace = (db: Database) => ({
  ...peoplePlace(db),
  contactImports: makeContactImportStore(db),
  contactExports: makeContactExportStore(db),
  mailJobs: makeMailJobStore(db),
})
type Place = ReturnType<typeof importPlace>

const read: ImportPlan = {
  ...{ kind: 'vcf', encoding: 'utf-8', mapping: null, duplicates: 'skip', group: '', newGroup: '' },
}
const noDrops = { photos: 0, lines: 0 }

function entry(name: string, more: object = {}): FileEntry {
  const { id: _id, ...contact } = contactOf('', name, `${name}@x.test`)
  return { line: 1, contact: { ...contact, photo: null, rest: [], ...more }, dropped: noDrops }
}

export function contactImportsConform(name: string, make: MakeSubject<Place>): void {
  describe(`imports of contacts: ${name}`, () => {
    const subject = eachTest(make)
    const store = () => subject.current().store
    const at = { now: 10, most: 5, lastNumbers: new Map<string, number>() }
    const file = { name: 'a.vcf', size: 100, uploadId: 'u' }
    const begin = (id: string, plan: Partial<ImportPlan> = {}) =>
      store().contactImports.add('lin', { id, file, plan: { ...read, ...plan }, madeAt: 5 })
    const take = (id: string, position: number, entries: readonly FileEntry[]) =>
      store().contactImports.take('lin', id, { position, read: 50, entries }, at)
    const found = (id: string) => store().contactImports.find('lin', id)
    const names = async () => (await store().contacts.all('lin')).map((it) => it.name)

    it('one of an account is begun at a time, with its job; pieces are taken in once each', async () => {
      const begun = await Promise.all([begin('i1'), begin('i2')])
      expect(begun.toSorted()).toEqual([false, true])
      const id = begun[0] ? 'i1' : 'i2'
      const claim = { worker: 'w', now: 5, leaseMs: 9, most: 9 }
      expect(await store().mailJobs.claim(claim)).toMatchObject([{ id, work: { kind: 'contacts' } }])
      const piece = [entry('Ann'), entry('Bob')]
      const taken = await Promise.all([take(id, 0, piece), take(id, 0, piece), take(id, 0, piece)])
      expect(taken.toSorted()).toEqual([false, false, true])
      expect(await found(id)).toMatchObject({ position: 2, read: 50, state: 'running', counts: { added: 2 } })
      expect(await names()).toEqual(['Ann', 'Bob'])
      await store().contactImports.cancel('lin', id, 20)
      expect(await take(id, 2, [entry('Cy')])).toBe(false)
      expect(await found(id)).toMatchObject({ state: 'cancelled' })
      expect(await begin('i3')).toBe(true)
      expect((await store().contactImports.all('lin')).map((it) => it.id).toSorted()).toEqual([id, 'i3'].toSorted())
      expect(await store().contactImports.find('wang', id)).toBeNull()
    })

    it('refused people are told in their order, and forgotten with the import', async () => {
      await begin('i1')
      const refused = (line: number) => ({ line, refusal: { reason: 'tooLarge' } as const, cells: [`王\0${line}`] })
      await take('i1', 0, [refused(1), entry('Ann'), refused(3)])
      await take('i1', 3, [refused(9)])
      const told = async () => {
        const lines: number[] = []
        for await (const one of store().contactImports.refused('lin', 'i1')) lines.push(one.line)
        return lines
      }
      expect(await told()).toEqual([1, 3, 9])
      expect(await found('i1')).toMatchObject({ counts: { added: 1, refused: 3 } })
      await store().contactImports.sweep(5)
      expect(await told()).toHaveLength(3)
      // It waits for a gateway that goes on with it.
      await store().contactImports.sweep(6)
      expect(await told()).toHaveLength(3)
      await store().contactImports.cancel('lin', 'i1', 7)
      await store().contactImports.sweep(6)
      expect(await told()).toEqual([])
      expect(await found('i1')).toBeNull()
    })

    it('an Undo goes from its end to its beginning, and takes the groups that it made with it', async () => {
      await store().contactGroups.add('lin', { id: 'g', name: 'Old', contacts: [] }, 9)
      await store().contacts.add('lin', contactOf('c1', 'Ann', 'Ann@x.test', { notes: 'mine' }), 99)
      await begin('i1', { duplicates: 'replace', group: 'g', newGroup: '新' })
      await take('i1', 0, [entry('Ann', { groups: ['A, B', 'old'], rest: ['X-A:1'] }), entry('Bob'), entry('Ann')])
      expect(await found('i1')).toMatchObject({ counts: { added: 1, replaced: 2 } })
      expect((await store().contactGroups.all('lin')).map((it) => [it.name, it.members])).toEqual(
        expect.arrayContaining([
          ['A, B', 1],
          ['Old', 2],
          ['新', 2],
        ]),
      )
      const made = await store().contacts.find('lin', 'c1')
      expect(made).toMatchObject({ version: 3, notes: '' })
      expect(await store().contacts.undo('lin', 'i1', { since: 0, most: 99 })).toEqual({ undone: 2, unchanged: 0 })
      await store().contactImports.noteUndone('lin', 'i1', 30)
      expect(await found('i1')).toMatchObject({ state: 'undone' })
      expect(await names()).toEqual(['Ann'])
      expect(await store().contacts.find('lin', 'c1')).toMatchObject({ notes: 'mine', groups: [] })
      expect((await store().contactGroups.all('lin')).map((it) => it.name)).toEqual(['Old'])
    })

    it('S29: people beyond the most of an account are refused, and those who are there are still changed', async () => {
      await begin('i1', { duplicates: 'merge' })
      await take(
        'i1',
        0,
        ['p1', 'p2', 'p3', 'p4'].map((it) => entry(it)),
      )
      await take('i1', 4, [entry('q1'), entry('q2'), entry('p1', { notes: 'x' }), entry('q3')])
      expect(await found('i1')).toMatchObject({ counts: { added: 5, merged: 1, refused: 2 } })
      const reasons: string[] = []
      for await (const one of store().contactImports.refused('lin', 'i1')) reasons.push(one.refusal.reason)
      expect(reasons).toEqual(['full', 'full'])
    })

    it('an export gives contacts in its order, with names of groups and photos, and is forgotten', async () => {
      const { contactExports, contactGroups, contacts, contactPhotos } = store()
      await contacts.add('lin', { ...contactOf('c1', 'Ann', 'a@x.test'), rest: 'X-A:1' }, 99)
      await contacts.add('lin', contactOf('c2', 'Bob', 'b@x.test'), 99)
      await contactGroups.add('lin', { id: 'g', name: 'G', contacts: ['c1'] }, 9)
      const bytes = Buffer.from([1, 2, 3])
      await contactPhotos.put('lin', 'c1', { type: 'image/png', bytes }, { now: 1, mostBytes: 99 })
      await contactExports.add('lin', 'e', { ids: ['c2', 'c1'], format: 'vcf4', language: 'en-US' }, 5)
      const wanted = await contactExports.find('lin', 'e')
      expect(await contactExports.find('wang', 'e')).toBeNull()
      const told: string[] = []
      for await (const { contact, rest, picture } of contactExports.contacts('lin', wanted?.ids ?? [], true))
        told.push([contact.name, contact.groups, rest, picture?.length ?? 0].join(' '))
      expect(told).toEqual(['Bob   0', 'Ann G X-A:1 3'])
      await contactExports.sweep(6)
      expect(await contactExports.find('lin', 'e')).toBeNull()
    })
  })
}

export const overSql = sqlSuite(importPlace, contactImportsConform)
