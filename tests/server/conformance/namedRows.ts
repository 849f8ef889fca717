import { describe, expect, it } from 'vitest'
import type { Database } from '#server/sql/openDatabase'
import { namedRows } from '#server/sql/rows/namedRows'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

const makeRows = (db: Database) => ({
  ...namedRows(db, 'mail_templates'),
  all: () => db.selectFrom('mail_templates').select(['name', 'subject', 'created_at']).orderBy('id').execute(),
})
const row = (id: string) => ({ id, name: id, subject: '', html: '', created_at: 1 })

function namedRowsConform(name: string, make: MakeSubject<ReturnType<typeof makeRows>>): void {
  describe(`rows that bear a name: ${name}`, () => {
    const subject = eachTest(make)

    it('take a name and other columns together, or neither where another bears the name', async () => {
      const { store } = subject.current()
      for (const id of ['a', 'b']) await store.add('lin', row(id), 3)
      expect(await store.change('lin', 'a', { name: 'B', subject: '没有' })).toBe('nameTaken')
      expect(await store.change('lin', 'a', { name: 'A', subject: '周报', created_at: 2 })).toBe(true)
      expect(await store.change('chen', 'b', { name: 'c', subject: '没有' })).toBe(false)
      expect((await store.all()).map((one) => ({ ...one, created_at: Number(one.created_at) }))).toEqual([
        { name: 'A', subject: '周报', created_at: 2 },
        { name: 'b', subject: '', created_at: 1 },
      ])
    })
  })
}

export const overSql = sqlSuite(makeRows, namedRowsConform)
