import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fileLimits, type SameNameWay } from '#contract/files/fileRules'
import { makeFileBook } from '#server/files/fileBook.sql'
import type { FileBook, FileQuery } from '#server/files/fileBook.store'
import type { FileStore } from '#server/files/fileStore.port'
import { makeFileBlobs } from '#server/files/fileStore.sql'
import type { Database } from '#server/sql/openDatabase'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

type Place = {
  readonly book: FileBook
  readonly store: FileStore
  readonly over: (store: FileStore) => FileBook
  /** The statements that some work makes of its book. */
  readonly statements: (work: (book: FileBook) => Promise<unknown>) => Promise<number>
}

const place = (db: Database): Place => {
  const store = makeFileBlobs(db)
  return {
    book: makeFileBook(db, store),
    store,
    over: (other) => makeFileBook(db, other),
    statements: async (work) => {
      let made = 0
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          made += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await work(makeFileBook(db.withPlugin(counting), store))
      return made
    },
  }
}

const listed: FileQuery = { folder: '', words: [], trash: false, onlyFolders: false, sort: 'name', order: 'asc' }
const plenty = { now: 1_000, room: 1_000 }

function fileBookConforms(name: string, make: MakeSubject<Place>): void {
  describe(`files: ${name}`, () => {
    const subject = eachTest(make)
    const book = () => subject.current().store.book
    const folder = (id: string, parent = '', named = id) => book().addFolder('lin', { id, parent, name: named }, 1_000)
    const source = (bytes: string) => ({ open: async () => Readable.from([Buffer.from(bytes)]), path: null })
    const fileOf = (named: string, parent = '', bytes = named, upload = `of ${parent}/${named}`) => ({
      ...{ upload, parent, name: named, size: Buffer.byteLength(bytes), type: 'text/plain', source: source(bytes) },
    })
    const file = (named: string, parent = '', bytes = named, same: SameNameWay = 'ask', at = plenty) =>
      book().addFile('lin', fileOf(named, parent, bytes, `${parent}/${named}/${bytes}`), same, at)
    const all = async (query: Partial<FileQuery> = {}, account = 'lin') => {
      const page = await book().page(account, { ...listed, ...query }, { cursor: '', size: 200 })
      return page.entries.map((entry) => entry.name)
    }
    const contentOf = async (id: string, range = { from: 0, to: 99 }) => {
      const stream = await book().read('lin', id, range)
      return stream === null ? null : text(stream)
    }
    const code = async (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      )

    it('are listed page by page, folders first, in each order, names by their sound', async () => {
      await folder('z', '', '资料')
      for (const [named, bytes] of [
        ['王.txt', 'bbb'],
        ['an.txt', 'a'],
        ['李.txt', 'cc'],
      ] as const)
        await file(named, '', bytes)
      expect(await all()).toEqual(['资料', 'an.txt', '李.txt', '王.txt'])
      expect(await all({ order: 'desc' })).toEqual(['资料', '王.txt', '李.txt', 'an.txt'])
      expect(await all({ sort: 'size' })).toEqual(['资料', 'an.txt', '李.txt', '王.txt'])
      for (const sort of ['name', 'date', 'size', 'kind'] as const) {
        const seen: string[] = []
        let [cursor, total] = ['', 0]
        do {
          const page = await book().page('lin', { ...listed, sort, order: 'desc' }, { cursor, size: 1 })
          seen.push(...page.entries.map((entry) => entry.name))
          cursor = page.next
          total = page.total
        } while (cursor !== '')
        expect([total, new Set(seen).size, seen[0]]).toEqual([4, 4, '资料'])
      }
    })

    it('are found in every folder by name, in both scripts, by sound, and from within', async () => {
      await folder('a', '', '合同')
      await file('2026年國際報告_final.PDF', 'a')
      await file('其他.txt')
      for (const word of ['国际', '國際', 'guoji', 'final', '26年', 'pdf', 'INAL']) {
        const words = [word.toLowerCase()]
        expect(await all({ words }), word).toEqual(['2026年國際報告_final.PDF'])
      }
      expect(await all({ words: ['国际', 'doc'] })).toEqual([])
      expect(await all({ words: ['%'] })).toEqual([])
      expect(await all({ words: ['国际'] }, 'anna')).toEqual([])
    })

    it('S21: are nobody else’s', async () => {
      await folder('a')
      const { id } = await file('x.txt', 'a')
      expect(await all({}, 'anna')).toEqual([])
      expect(await book().find('anna', id)).toBeNull()
      expect(await book().path('anna', 'a')).toBeNull()
      expect(await book().read('anna', id, { from: 0, to: 9 })).toBeNull()
      const tries = [
        book().rename('anna', id, { version: 1, name: 'y', now: 1 }),
        book().move('anna', [id], { folder: '', same: 'ask', now: 1 }),
        book().copy('anna', [id], '', plenty),
        book().copy('lin', [id], 'of anna', plenty),
        book().trash('anna', [id], 1),
        book().restore('anna', [id]),
        book().addFolder('anna', { id: 'b', parent: 'a', name: 'b' }, 1),
        book().addFile('anna', fileOf('y', 'a'), 'ask', plenty),
      ]
      expect(await Promise.all(tries.map(code))).toEqual(tries.map(() => 'notFound'))
      expect(await all({ folder: 'a' })).toEqual(['x.txt'])
    })

    it('bear one name once in a folder, whatever its case; a version that is old renames nothing', async () => {
      const one = await file('Report.txt')
      expect(await code(file('REPORT.txt', '', 'new'))).toBe('fileExists')
      expect((await file('report.txt', '', 'n', 'number')).name).toBe('report (2).txt')
      expect((await file('report.txt', '', 'm', 'number')).name).toBe('report (3).txt')
      const renamed = await book().rename('lin', one.id, { version: 1, name: 'REPORT.txt', now: 2_000 })
      expect(renamed).toMatchObject({ name: 'REPORT.txt', version: 2, changedAt: 2_000 })
      expect(await code(book().rename('lin', one.id, { version: 1, name: 'other', now: 1 }))).toBe('fileChanged')
      expect(await code(book().rename('lin', one.id, { version: 2, name: 'report (2).TXT', now: 1 }))).toBe(
        'fileExists',
      )
    })

    it('that are replaced go to the trash, with what they held; a folder is never replaced', async () => {
      const old = await file('a.txt', '', 'old')
      const fresh = await file('a.txt', '', 'fresh', 'replace')
      expect([await contentOf(fresh.id), await contentOf(old.id)]).toEqual(['fresh', 'old'])
      expect(await all({ trash: true })).toEqual(['a.txt'])
      await folder('f', '', 'b')
      expect(await code(file('b', '', 'x', 'replace'))).toBe('fileExists')
    })

    it('R13: come once of one upload, however often and at once that is asked', async () => {
      const asked = [1, 2, 3].map(() => book().addFile('lin', fileOf('a.txt', '', 'abc', 'u1'), 'number', plenty))
      const entries = await Promise.all(asked)
      expect(new Set(entries.map(({ id }) => id)).size).toBe(1)
      expect([await all(), await book().bytes('lin')]).toEqual([['a.txt'], 3])
      expect(await book().findByUpload('lin', 'u1')).toEqual(entries[0])
    })

    it('are moved and copied with all they hold, never into themselves nor too deep', async () => {
      await folder('a')
      await folder('b', 'a')
      const { id } = await file('x.txt', 'b')
      const into = (target: string) => ({ folder: target, same: 'ask', now: 2_000 }) as const
      expect(await code(book().move('lin', ['a'], into('b')))).toBe('folderIntoItself')
      expect(await code(book().copy('lin', ['a'], 'b', plenty))).toBe('folderIntoItself')
      await folder('c')
      expect(await book().move('lin', ['a', 'gone'], into('c'))).toBe(1)
      expect(await book().path('lin', 'b')).toEqual(['c', 'a', 'b'].map((step) => ({ id: step, name: step })))
      expect(await book().copy('lin', ['c'], '', plenty)).toBe(1)
      expect(await all()).toEqual(['c', 'c (2)'])
      expect([await all({ words: ['x.txt'] }), await book().bytes('lin')]).toEqual([['x.txt', 'x.txt'], 10])
      // The bytes are shared, and stay as long as one of the two is there.
      await book().trash('lin', ['c'], 2_000)
      await book().remove('lin', ['c'])
      expect(await contentOf(id)).toBeNull()
      const [copy] = (await book().page('lin', { ...listed, words: ['x.txt'] }, { cursor: '', size: 9 })).entries
      expect([await contentOf(copy?.id ?? ''), await book().bytes('lin')]).toEqual(['x.txt', 5])
      let last = ''
      for (let depth = 1; depth <= fileLimits.depth; depth += 1) last = (await folder(`d${depth}`, last)).id
      expect(await code(folder('e', last))).toBe('foldersTooDeep')
      const [c2] = (await book().page('lin', { ...listed, words: ['c'] }, { cursor: '', size: 9 })).entries
      expect(await code(book().move('lin', [c2?.id ?? ''], into('d9')))).toBe('foldersTooDeep')
    })

    it('that were deleted come back to where they were, else to the top, under a name that is free', async () => {
      await folder('a')
      const x = await file('x.txt', 'a')
      const y = await file('y.txt', 'a')
      expect(await book().trash('lin', [y.id, 'a', x.id], 5_000)).toEqual([y.id, 'a'])
      expect([await all(), (await all({ trash: true })).toSorted()]).toEqual([[], ['a', 'y.txt']])
      expect(await all({ words: ['txt'] })).toEqual([])
      expect(await book().find('lin', x.id)).toMatchObject({ goesAt: 5_000 + fileLimits.trashMs })
      expect(await code(book().restore('lin', [x.id]))).toBe('notFound')
      expect(await book().restore('lin', [y.id])).toBe(1)
      expect(await all()).toEqual(['y.txt'])
      await folder('other', '', 'A')
      expect(await book().restore('lin', ['a'])).toBe(1)
      expect([await all(), await all({ folder: 'a' })]).toEqual([['A', 'a (2)', 'y.txt'], ['x.txt']])
    })

    it('count until they are removed for good; then, or after 30 days, their bytes go', async () => {
      const old = await file('old.txt', '', '1234')
      expect(await code(file('big.txt', '', '123', 'ask', { now: 1, room: 6 }))).toBe('quotaExceeded')
      const young = await file('young.txt', '', '12')
      expect(await code(book().copy('lin', [young.id], '', { now: 1, room: 7 }))).toBe('quotaExceeded')
      await book().trash('lin', [old.id], 1_000)
      await book().trash('lin', [young.id], 2_000)
      expect(await book().bytes('lin')).toBe(6)
      await book().sweep(1_500, null)
      expect([await all({ trash: true }), await book().bytes('lin')]).toEqual([['young.txt'], 2])
      expect(await book().remove('lin', null)).toBe(1)
      expect(await book().bytes('lin')).toBe(0)
      expect(await subject.current().store.store.read(old.id, { from: 0, to: 9 })).toBeNull()
    })

    it('S27: of one name, or in the trash, take few statements each, however many they are', async () => {
      const { statements } = subject.current().store
      const many = 25
      await folder('all')
      const ids: string[] = []
      for (let at = 0; at < many; at += 1) {
        await folder(`f${at}`, 'all')
        ids.push((await file('a.txt', `f${at}`)).id)
      }
      await folder('to')
      for (const last of [many, 2 * many]) {
        const made = await statements((counted) => counted.copy('lin', ids, 'to', { now: 1_000, room: 100_000 }))
        // The entry, what it holds, the sums and the copy.
        expect(made).toBeLessThan(5 * many)
        expect(await all({ folder: 'to' })).toContain(`a (${last}).txt`)
      }
      for (let at = 0; at < 3; at += 1) await book().copy('lin', ['to'], '', { now: 1_000, room: 100_000 })
      const top = (await book().page('lin', { ...listed }, { cursor: '', size: 9 })).entries.map(({ id }) => id)
      await book().trash('lin', [...top.filter((id) => id !== 'all'), ...ids], 1_000)
      // More entries than one piece: four folders of fifty, and those files.
      const made = await statements((counted) => counted.remove('lin', null))
      expect(made).toBeLessThan(30)
      expect([await all({ trash: true }), await book().bytes('lin')]).toEqual([[], 0])
      const { store } = subject.current().store
      expect(await store.read(ids[0] ?? '', { from: 0, to: 1 })).toBeNull()
    })

    it('are read in ranges, and all that is within what was chosen in its folders', async () => {
      await folder('a')
      await folder('b', 'a', 'B')
      const { id } = await file('x.txt', 'b', 'abcdef')
      await file('y.txt', '', 'y')
      expect(await contentOf(id, { from: 1, to: 4 })).toBe('bcd')
      expect(await contentOf(id, { from: 0, to: 6 })).toBe('abcdef')
      const found = []
      for await (const { folders, name: named } of book().within('lin', ['a', 'gone'])) found.push([...folders, named])
      expect(found).toEqual([['a', 'B', 'x.txt']])
    })

    it('R13: are whole or not there, wherever storing one is broken off, and the sweep takes what nobody knows', async () => {
      const { store, over } = subject.current().store
      const put: string[] = []
      const at = { failing: '' }
      const broken = over({
        ...store,
        put: async (id, from) => {
          if (at.failing === 'before') throw new Error('killed')
          put.push(id)
          const size = await store.put(id, from)
          if (at.failing === 'after') throw new Error('killed')
          return size
        },
        // As where the process ends: what was begun is not taken back.
        remove: async () => undefined,
      })
      const upload = fileOf('a.txt', '', 'abc', 'u1')
      for (const step of ['before', 'after']) {
        at.failing = step
        expect(await code(broken.addFile('lin', upload, 'ask', plenty))).not.toBe('done')
        expect([await all(), await book().bytes('lin')]).toEqual([[], 0])
      }
      at.failing = ''
      // Between the bytes and their row.
      expect(await code(broken.addFile('lin', upload, 'ask', { now: 1, room: 2 }))).toBe('quotaExceeded')
      expect(await all()).toEqual([])
      const { id } = await broken.addFile('lin', upload, 'ask', plenty)
      expect(await contentOf(id)).toBe('abc')
      await book().sweep(0, Date.now() + 1)
      const held = await Promise.all(put.map((one) => store.read(one, { from: 0, to: 3 })))
      expect(held.map((stream) => stream !== null)).toEqual([false, false, true])
      for (const stream of held) stream?.destroy()
      expect(await contentOf(id)).toBe('abc')
    })

    it('of a length that is not known before count as what came, and a name that is taken is said before', async () => {
      const unknown = { ...fileOf('a.txt', '', 'abc', 'u1'), size: null }
      expect(await code(book().addFile('lin', unknown, 'ask', { now: 1, room: 2 }))).toBe('quotaExceeded')
      expect((await book().addFile('lin', unknown, 'ask', plenty)).size).toBe(3)
      expect(await book().bytes('lin')).toBe(3)
      expect(await code(book().refuseTaken('lin', '', [{ name: 'b.txt' }, { name: 'A.TXT' }]))).toBe('fileExists')
      expect(await code(book().refuseTaken('lin', '', [{ name: 'b.txt' }]))).toBe('done')
      expect(await code(book().refuseTaken('anna', '', [{ name: 'a.txt' }]))).toBe('done')
    })

    it('come once to an archive, chosen along with their folder as well, and folders of one name stay two', async () => {
      await folder('p', '', 'p')
      await folder('q', '', 'q')
      await folder('a', 'p', 'same')
      await folder('b', 'q', 'same')
      const one = await file('x.txt', 'a')
      await file('x.txt', 'b')
      const found: string[] = []
      for await (const { folders, name: named } of book().within('lin', [one.id, 'a', 'b']))
        found.push([...folders, named].join('/'))
      expect(found).toEqual(['same/x.txt', 'same (2)/x.txt'])
    })

    it('of an account go with all their bytes', async () => {
      const { id } = await file('a.txt')
      await book().addFile('anna', fileOf('b.txt'), 'ask', plenty)
      const { store, over } = subject.current().store
      const failing = over({ ...store, remove: async () => Promise.reject(new Error('gone')) })
      await expect(failing.removeAll('lin')).rejects.toThrow('gone')
      expect(await all()).toEqual(['a.txt'])
      await book().removeAll('lin')
      expect([await all(), await contentOf(id), await all({}, 'anna')]).toEqual([[], null, ['b.txt']])
    })
  })
}

export const overSql = sqlSuite(place, fileBookConforms)
