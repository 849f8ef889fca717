import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { makeFileBook } from '#server/files/fileBook.sql'
import { makeFileBlobs } from '#server/files/fileStore.sql'
import { makeAccountExports } from '#server/leaving/accountExports.sql'
import type { AccountExports } from '#server/leaving/accountExports.store'
import type { Database } from '#server/sql/openDatabase'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

type Place = {
  readonly exports: AccountExports
  readonly sweepFiles: (before: number) => Promise<void>
  readonly kept: () => Promise<number>
}

const place = (db: Database): Place => {
  const files = makeFileBlobs(db, { now: () => 5 })
  return {
    exports: makeAccountExports(db, files),
    sweepFiles: (before) => makeFileBook(db, files).sweep(0, before),
    kept: async () => (await db.selectFrom('blobs').select('id').where('size', 'is not', null).execute()).length,
  }
}
const wanted = { format: 'eml', files: true, language: 'zh-CN', zone: 'Asia/Shanghai' } as const
const bytes = (words: string) => () => Readable.from([Buffer.from(words)], { objectMode: false })
const all = { from: 0, to: 100 }

function accountExportsConform(name: string, make: MakeSubject<Place>): void {
  describe(`archives of everything: ${name}`, () => {
    const subject = eachTest(make)

    it('S21: are one for an account at a time, its own, and lie there after a restart', async () => {
      const { store, reopen } = subject.current()
      const added = await Promise.all(['a', 'b', 'c'].map((id) => store.exports.add('lin', id, wanted, 1)))
      expect(added.filter(Boolean)).toHaveLength(1)
      const id = (await store.exports.find('lin'))?.id ?? ''
      expect(await store.exports.find('lin')).toEqual({ id, wanted, madeAt: 1, size: null, endedAt: null })
      expect(await store.exports.read('lin', id, all)).toBeNull()
      expect(await store.exports.write('lin', id, bytes('everything'), () => 7)).toBe(true)
      const { exports } = await reopen()
      expect(await exports.find('lin')).toMatchObject({ size: 10, endedAt: 7 })
      const part = await exports.read('lin', id, { from: 5, to: 8 })
      expect(part && (await text(part))).toBe('thi')
      expect(await exports.read('anna', id, all)).toBeNull()
      expect(await exports.remove('anna', id)).toBe(false)
      expect(await exports.find('anna')).toBeNull()
    })

    it('leave nothing of an earlier try, of what was given up, and of an account that goes', async () => {
      const { exports, kept } = subject.current().store
      await exports.add('lin', 'a', wanted, 1)
      await exports.write('lin', 'a', bytes('first'), () => 2)
      await exports.write('lin', 'a', bytes('second'), () => 3)
      expect(await kept()).toBe(1)
      const whole = await exports.read('lin', 'a', all)
      expect(whole && (await text(whole))).toBe('second')
      expect(await exports.remove('lin', 'a')).toBe(true)
      expect(await exports.write('lin', 'a', bytes('late'), () => 4)).toBe(false)
      expect(await kept()).toBe(0)
      // Given up between its last byte and its end.
      await exports.add('lin', 'b', wanted, 1)
      const givenUp = async function* () {
        yield Buffer.from('late')
        await exports.remove('lin', 'b')
      }
      const late = () => Readable.from(givenUp(), { objectMode: false })
      expect(await exports.write('lin', 'b', late, () => 4)).toBe(false)
      expect(await kept()).toBe(0)
      await exports.add('lin', 'c', wanted, 1)
      await exports.write('lin', 'c', bytes('last'), () => 5)
      await exports.removeAll('lin')
      expect([await kept(), await exports.find('lin')]).toEqual([0, null])
    })

    it('are no stray files, expire, are told of for a while, and then forgotten', async () => {
      const { exports, kept, sweepFiles } = subject.current().store
      await exports.add('lin', 'a', wanted, 1)
      await exports.write('lin', 'a', bytes('everything'), () => 10)
      await sweepFiles(1_000)
      expect(await kept()).toBe(1)
      await exports.sweep(10, 1)
      expect(await kept()).toBe(1)
      await exports.sweep(11, 1)
      expect(await kept()).toBe(0)
      expect(await exports.find('lin')).toMatchObject({ size: null, endedAt: 10 })
      await exports.sweep(11, 2)
      expect(await exports.find('lin')).toBeNull()
    })
  })
}

export const overSql = sqlSuite(place, accountExportsConform)
