/** What the list of files over a mail server may count on. */
import { describe, expect, it } from 'vitest'
import { makeAttachmentIndex } from '#server/mail/attachments/attachmentIndex.sql'
import type { AttachmentIndex, IndexedFolder } from '#server/mail/attachments/attachmentIndex.store'
import type { AttachmentQuery } from '#server/mail/attachments/attachments.store'
import type { MessageFiles, SourceFolder } from '#server/mail/attachments/fileSource.port'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const inbox: SourceFolder = { folder: 'inbox', path: 'INBOX', uidValidity: '7', messages: 3, uidNext: 10 }
const sent: SourceFolder = { folder: 'sent', path: 'Sent', uidValidity: '8', messages: 1, uidNext: 2 }
const draft: SourceFolder = { ...sent, folder: 'draft', path: 'Drafts' }
const counted = (...folders: readonly SourceFolder[]) => ({ counted: folders, uncounted: [] })

const everything: AttachmentQuery = {
  ...{ after: '', most: 50, name: '', sender: '', kind: null, where: 'all', since: null, before: null, size: null },
}

function message(uid: number, names: readonly string[], about: Partial<MessageFiles> = {}): MessageFiles {
  const files = names.map((name, at) => ({
    part: `${at + 2}`,
    name,
    type: 'text/plain',
    size: 10 * uid,
    inline: false,
  }))
  const from = { name: '张三', address: 'zhang@example.cn' }
  return { uid, from, subject: `subject ${uid}`, receivedAt: 1_000 * uid, files, ...about }
}

export function attachmentIndexConforms(name: string, make: MakeSubject<AttachmentIndex>): void {
  describe(`index of attachments: ${name}`, () => {
    const subject = eachTest(make)

    async function folderOf(store: AttachmentIndex, path = 'INBOX', account = 'lin'): Promise<IndexedFolder> {
      const found = (await store.unsettled(account, 0)).find((folder) => folder.path === path)
      if (found === undefined) throw new Error(`${path} is settled`)
      return found
    }
    async function entered(store: AttachmentIndex, messages: readonly MessageFiles[], path = 'INBOX', account = 'lin') {
      const folder = await folderOf(store, path, account)
      const read = { low: 1, upto: folder.uidNext, count: messages.length, messages }
      expect(await store.enter(account, folder, read)).toBe(true)
    }
    async function names(store: AttachmentIndex, query: Partial<AttachmentQuery> = {}, account = 'lin') {
      return (await store.page(account, { ...everything, ...query }))?.list.map((file) => file.name)
    }

    it('says how far it is, after a restart too, and goes on from there', async () => {
      const { store, reopen } = subject.current()
      expect(await store.standing('lin', 0)).toEqual({
        lookedAt: null,
        askedAt: 0,
        total: 0,
        waiting: 0,
        retryAt: null,
        isSettled: false,
      })
      await store.look('lin', counted(inbox), 5)
      const folder = await folderOf(store)
      expect(folder).toMatchObject({ low: 10, upto: 10, entered: 0 })
      await store.enter('lin', folder, { low: 8, upto: 10, count: 2, messages: [message(9, ['a.txt'])] })
      const again = await reopen()
      const looked = { lookedAt: 5, askedAt: 5, total: 3, retryAt: null }
      expect(await again.standing('lin', 0)).toEqual({ ...looked, waiting: 1, isSettled: false })
      expect(await folderOf(again)).toMatchObject({ low: 8, upto: 10, entered: 2 })
      await again.settle('lin', await folderOf(again), { exists: 3, upto: 10 })
      expect(await again.standing('lin', 0)).toEqual({ ...looked, waiting: 0, isSettled: true })
      await again.look('lin', counted({ ...inbox, messages: 4, uidNext: 11 }), 6)
      expect(await again.standing('lin', 0)).toMatchObject({ total: 4, waiting: 1, isSettled: false })
    })

    it('R18: enters a step once, whoever else has worked on the folder', async () => {
      const { store } = subject.current()
      await store.look('lin', counted(inbox), 1)
      const folder = await folderOf(store)
      const read = { low: 4, upto: 10, count: 2, messages: [message(4, ['a.txt'])] }
      expect(await store.enter('lin', folder, read)).toBe(true)
      expect(await store.enter('lin', folder, read)).toBe(false)
      await store.settle('lin', folder, { exists: 9, upto: 99 })
      expect(await folderOf(store)).toMatchObject({ low: 4, entered: 2, uidNext: 10 })
      expect(await store.count('lin')).toBe(1)
    })

    it('finds by name in both scripts, sender, kind, folder, time and size', async () => {
      const { store } = subject.current()
      await store.look('lin', counted(inbox, sent, draft), 1)
      const li = { from: { name: 'Li', address: 'li@other.example' } }
      await entered(store, [message(2, ['第三季度報價單.xlsx', '100%_a.txt']), message(3, ['Offer final.pdf'], li)])
      await entered(store, [message(1, ['mine.txt'], { receivedAt: 9_000 })], 'Sent')
      await entered(store, [message(1, ['draft.txt'])], 'Drafts')
      expect(await names(store)).toEqual(['mine.txt', 'Offer final.pdf', '第三季度報價單.xlsx', '100%_a.txt'])
      expect(await names(store, { name: '报价' })).toEqual(['第三季度報價單.xlsx'])
      expect(await names(store, { name: 'FINAL offer' })).toEqual(['Offer final.pdf'])
      expect(await names(store, { name: '%_' })).toEqual(['100%_a.txt'])
      expect(await names(store, { name: '"' })).toEqual([])
      expect(await names(store, { sender: '張三', kind: 'table' })).toEqual(['第三季度報價單.xlsx'])
      expect(await names(store, { since: 3_000, before: 9_000 })).toEqual(['Offer final.pdf'])
      expect(await names(store, { size: 30 })).toEqual(['Offer final.pdf'])
      expect(await names(store, { where: 'sent' })).toEqual(['mine.txt'])
      expect(await names(store, { where: 'received', kind: 'text' })).toEqual(['100%_a.txt'])
      expect(await names(store, { where: { folder: 'draft' } })).toEqual(['draft.txt'])
      expect(await store.page('lin', { ...everything, where: { folder: 'none' } })).toBeNull()
      expect((await store.page('lin', { ...everything, kind: 'table' }))?.list).toEqual([
        {
          ...{ folder: 'inbox', path: 'INBOX', uidValidity: '7', uid: 2, part: '2', name: '第三季度報價單.xlsx' },
          ...{ type: 'text/plain', kind: 'table', size: 20, subject: 'subject 2', receivedAt: 2_000 },
          from: { name: '张三', address: 'zhang@example.cn' },
        },
      ])
    })

    it('comes page by page, each file once, also where messages came at one instant', async () => {
      const { store } = subject.current()
      await store.look('lin', counted({ ...inbox, uidNext: 500 }), 1)
      const at = { receivedAt: -5 }
      const many = Array.from({ length: 300 }, (_, uid) => message(uid + 1, [`${uid} a.txt`, `${uid} b.txt`], at))
      await entered(store, many)
      const expected = many.toReversed().flatMap(({ files }) => files.map((file) => file.name))
      for (const query of [{}, { name: 'txt' }]) {
        const found: string[] = []
        let after: string | null = ''
        while (after !== null) {
          const page = await store.page('lin', { ...everything, ...query, most: 77, after })
          found.push(...(page?.list.map((file) => file.name) ?? []))
          after = page?.next ?? null
          if (after !== null) expect(after).toMatch(/^.{1,40}$/)
        }
        expect(found).toEqual(expected)
      }
      expect(await names(store, { name: '0 a', most: 1 })).toEqual(['290 a.txt'])
      expect(await names(store, { after: "1' or 1", most: 1 })).toEqual(['299 a.txt'])
    })

    it('R10: shows nothing of a folder that is gone, renamed or made anew, and clears it in pieces', async () => {
      const { store } = subject.current()
      await store.look('lin', counted(inbox, sent), 1)
      await entered(store, [message(1, ['a.txt'])])
      await entered(store, [message(1, ['b.txt'])], 'Sent')
      await store.look('lin', { counted: [{ ...inbox, uidValidity: '9' }], uncounted: ['Sent'] }, 2)
      expect(await names(store)).toEqual(['b.txt'])
      expect(await folderOf(store)).toMatchObject({ uidValidity: '9', entered: 0, low: 10 })
      expect((await store.standing('lin', 0)).isSettled).toBe(false)
      while (await store.clearGone('lin'));
      expect(await store.count('lin')).toBe(1)
      const moved = { ...sent, path: '已发送' }
      await store.look('lin', counted(moved), 3)
      expect(await names(store)).toEqual([])
      while (await store.clearGone('lin'));
      expect((await store.unsettled('lin', 0)).map(({ path }) => path)).toEqual(['已发送'])
    })

    it('removes messages that were expunged, and the oldest of too many', async () => {
      const { store } = subject.current()
      await store.look('lin', counted(inbox), 1)
      const { key } = await folderOf(store)
      await entered(store, [message(3, ['c.txt']), message(5, ['e.txt', 'f.txt']), message(9, ['i.txt'])])
      expect(await store.uids('lin', key, 0, 2)).toEqual([3, 5])
      expect(await store.uids('lin', key, 5, 2)).toEqual([9])
      await store.remove('lin', key, [3])
      expect(await names(store)).toEqual(['i.txt', 'e.txt', 'f.txt'])
      await store.trim('lin', 1)
      expect(await names(store)).toEqual(['i.txt'])
      await store.trim('lin', 1)
      expect(await store.count('lin')).toBe(1)
    })

    it('trims to the number where all came at one instant, and more than one piece', async () => {
      const { store } = subject.current()
      await store.look('lin', counted({ ...inbox, uidNext: 700 }), 1)
      const at = { receivedAt: 5 }
      await entered(
        store,
        Array.from({ length: 600 }, (_, uid) => message(uid + 1, [`${uid + 1} a`, `${uid + 1} b`], at)),
      )
      await store.trim('lin', 3)
      expect(await names(store)).toEqual(['600 a', '600 b', '599 a'])
      await store.trim('lin', 3)
      expect(await store.count('lin')).toBe(3)
    })

    it('takes no older look than the last', async () => {
      const { store } = subject.current()
      await store.look('lin', counted(inbox, sent), 2_000_000)
      await store.look('lin', counted({ ...inbox, messages: 1 }), 1_999_999)
      expect(await store.standing('lin', 0)).toMatchObject({ lookedAt: 2_000_000, total: 4 })
      expect(await store.clearGone('lin')).toBe(false)
      await store.look('lin', counted(inbox), 5)
      expect(await store.standing('lin', 0)).toMatchObject({ lookedAt: 5, total: 3 })
    })

    it('believes no look that began before mail arrived', async () => {
      const { store } = subject.current()
      expect(await store.noteArrival('lin', 7)).toBe(false)
      await store.look('lin', counted(inbox), 5)
      expect(await store.noteArrival('lin', 7)).toBe(true)
      const seen: (number | null)[] = []
      for (const askedAt of [6, 7]) {
        await store.look('lin', counted(inbox), askedAt)
        seen.push((await store.standing('lin', 0)).lookedAt)
      }
      expect(seen).toEqual([-7, 7])
    })

    it('R18: sets a refused folder aside for a time, and waits for it where that is short', async () => {
      const { store, reopen } = subject.current()
      await store.look('lin', counted(inbox), 1)
      await store.setAside('lin', await folderOf(store), { refusals: 1, retryAt: 10 })
      const again = await reopen()
      expect([await again.unsettled('lin', 9), (await again.unsettled('lin', 10)).length]).toEqual([[], 1])
      expect(await again.standing('lin', 9)).toMatchObject({ total: 3, waiting: 3, retryAt: 10, isSettled: true })
      expect(await again.standing('lin', 10 - 60_000)).toMatchObject({ waiting: 3, isSettled: true })
      expect(await again.standing('lin', 9 - 60_000)).toMatchObject({ total: 3, waiting: 0, isSettled: true })
      expect(await again.standing('lin', 10)).toMatchObject({ waiting: 3, isSettled: false })
      for (const retryAt of [20, 30]) {
        const [folder] = await again.unsettled('lin', retryAt)
        if (folder !== undefined) await again.setAside('lin', folder, { refusals: folder.refusals + 1, retryAt })
      }
      expect(await again.standing('lin', 30)).toMatchObject({ total: 3, waiting: 3, isSettled: false })
      const [folder] = await again.unsettled('lin', 30)
      expect(folder).toMatchObject({ refusals: 3, low: 10, upto: 10 })
      if (folder !== undefined) await again.settle('lin', folder, { exists: 3, upto: 10 })
      expect(await again.standing('lin', 30)).toMatchObject({ total: 3, waiting: 0, retryAt: null, isSettled: true })
    })

    it('R18: forgets no account that comes back while it is swept', async () => {
      const { store } = subject.current()
      await store.look('lin', counted(inbox), 1)
      await entered(store, [message(1, ['a.txt'])])
      const sweeping = store.sweep(9)
      await store.noteAsked('lin', 20)
      await store.look('lin', counted(inbox), 20)
      await sweeping
      expect((await store.standing('lin', 0)).lookedAt).toBe(20)
      while (await store.clearGone('lin'));
      await store.look('lin', counted(inbox), 21)
      expect([await store.count('lin'), (await store.unsettled('lin', 0)).length]).toSatisfy(
        ([files, open]) => files === 1 || open === 1,
      )
    })

    it('S21: is each account’s own, and forgotten where nobody asks for it, whatever arrives', async () => {
      const { store } = subject.current()
      await store.look('lin', counted(inbox), 1)
      await store.look('chen', counted(inbox), 1)
      await store.noteAsked('chen', 9)
      await entered(store, [message(1, ['a.txt'])])
      await entered(store, [message(1, ['c.txt'])], 'INBOX', 'chen')
      expect([await names(store), await names(store, {}, 'chen')]).toEqual([['a.txt'], ['c.txt']])
      const { key } = await folderOf(store, 'INBOX', 'chen')
      await store.remove('lin', key, [1])
      expect([await names(store), await names(store, {}, 'chen')]).toEqual([[], ['c.txt']])
      await store.look('lin', counted(inbox), 50)
      // As a gateway that knows no such time has left it.
      await store.look('wu', counted(inbox), 30)
      await store.noteAsked('wu', 0)
      await store.sweep(9)
      expect(await store.standing('wu', 0)).toMatchObject({ lookedAt: 30, askedAt: 30 })
      expect((await store.standing('lin', 0)).lookedAt).toBeNull()
      expect([await store.unsettled('lin', 0), await store.count('chen')]).toEqual([[], 1])
    })
  })
}

export const overSql = sqlSuite(makeAttachmentIndex, attachmentIndexConforms)
