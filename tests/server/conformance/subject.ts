/** What a conformance suite is run over: a fresh store, and the same one as it stands after the process was started anew. */

import { afterEach, beforeEach } from 'vitest'
import type { Database } from '#server/sql/openDatabase'

export type Subject<Store> = {
  readonly store: Store
  readonly reopen: () => Promise<Store>
  readonly close: () => Promise<void>
}

export type MakeSubject<Store> = () => Promise<Subject<Store>>

/** Makes a subject for each test and closes it afterwards; call it inside a `describe`. */
export function eachTest<Store>(make: MakeSubject<Store>): { readonly current: () => Subject<Store> } {
  let subject: Subject<Store> | undefined
  beforeEach(async () => {
    subject = await make()
  })
  afterEach(async () => {
    await subject?.close()
  })
  return {
    current: () => {
      if (!subject) throw new Error('Asked for outside a test')
      return subject
    },
  }
}

/** What a subject is made of: a database of one of the two kinds. */
export type SubjectOver = <Store>(make: (db: Database) => Store) => Promise<Subject<Store>>

export type SqlSuite = (name: string, subjectOver: SubjectOver) => void

/** A suite over the database alone: exported as `overSql`, it runs over SQLite and PostgreSQL. */
export const sqlSuite =
  <Store>(make: (db: Database) => Store, conforms: (name: string, make: MakeSubject<Store>) => void): SqlSuite =>
  (name, subjectOver) =>
    conforms(name, () => subjectOver(make))
