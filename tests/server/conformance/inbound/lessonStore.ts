import { describe, expect, it } from 'vitest'
import { makeLessonStore } from '#server/inbound/learning/lessons.sql'
import type { LessonStore } from '#server/inbound/learning/lessons.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function lessonsConform(name: string, make: MakeSubject<LessonStore>): void {
  describe(`lessons for a scanner: ${name}`, () => {
    const subject = eachTest(make)
    const at = (now: number, most = 9) => ({ now, since: now - 100, most })
    const dueOf = async (store: LessonStore, now: number) =>
      (await store.due(now, 9)).map(({ account, mail, lesson }) => `${account} ${mail} ${lesson}`)

    it('wait after a restart too, the oldest first, each message by its newest word', async () => {
      const { store, reopen } = subject.current()
      await store.note('lin', { mails: ['b', 'a', 'a'], lesson: 'junk' }, at(1))
      await store.note('wang', { mails: ['a'], lesson: 'junk' }, at(2))
      await store.note('lin', { mails: ['b'], lesson: 'ham' }, at(3))
      expect(await dueOf(store, 2)).toEqual(['lin a junk', 'wang a junk'])
      expect(await dueOf(await reopen(), 9)).toEqual(['lin a junk', 'wang a junk', 'lin b ham'])
    })

    it('end, are put off, and go on with a word that came while they were taught', async () => {
      const { store } = subject.current()
      await store.note('lin', { mails: ['a', 'b'], lesson: 'junk' }, at(1))
      const [a, b] = await store.due(1, 9)
      if (a === undefined || b === undefined) throw new Error('two are due')
      await store.note('lin', { mails: ['b'], lesson: 'ham' }, at(1))
      await store.settle(a, { at: 5, tries: 1, aways: 2 })
      await store.settle(b, null)
      expect(await dueOf(store, 4)).toEqual(['lin b ham'])
      expect((await store.due(5, 9)).map(({ mail, tries, aways }) => [mail, tries, aways])).toEqual([
        ['b', 0, 0],
        ['a', 1, 2],
      ])
      for (const one of await store.due(5, 9)) await store.settle(one, null)
      expect(await store.due(9, 9)).toEqual([])
    })

    it('of one person are no more than may be in a day, however often one message changes sides', async () => {
      const { store } = subject.current()
      await store.note('lin', { mails: ['a', 'b'], lesson: 'junk' }, at(1, 4))
      await store.note('lin', { mails: ['a'], lesson: 'ham' }, at(2, 4))
      await store.note('lin', { mails: ['c', 'd', 'e'], lesson: 'junk' }, at(3, 4))
      await store.note('lin', { mails: ['a'], lesson: 'junk' }, at(4, 4))
      await store.note('wang', { mails: ['a'], lesson: 'junk' }, at(4, 4))
      expect(await dueOf(store, 9)).toEqual(['lin b junk', 'lin a ham', 'lin c junk', 'wang a junk'])
      await store.note('lin', { mails: ['f'], lesson: 'junk' }, at(104, 4))
      expect(await dueOf(store, 104)).toContain('lin f junk')
    })

    it('are forgotten in the end', async () => {
      const { store } = subject.current()
      await store.note('lin', { mails: ['a'], lesson: 'junk' }, at(1))
      await store.note('lin', { mails: ['b'], lesson: 'junk' }, at(2))
      await store.sweep(1)
      expect(await dueOf(store, 9)).toEqual(['lin b junk'])
    })
  })
}

export const overSql = sqlSuite(makeLessonStore, lessonsConform)
