import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { MailStore, MailStores } from '#server/mail/mail.store'
import { eachTest, type MakeSubject } from '../subject'
import { folderCounts, found, owner, pageOf, rawOf, subjects, subjectsOf } from './mailbox'
import { type MessageParts, message, newMail } from './mailMessage'

/** Where stores truly differ; what is not named is as it is in the embedded one. */
export type MailTraits = {
  /** Whether a mail that comes back to its folder stands again where it stood, or as the newest to arrive there. */
  readonly undoKeepsPlace?: boolean
  /** Whether a folder comes in another order than that of arrival; else the store says that it cannot. */
  readonly sorts?: boolean
}

/** What every mail store keeps to, whatever it keeps mail in. */
export function mailStoresConform(name: string, make: MakeSubject<MailStores>, traits: MailTraits = {}): void {
  const { undoKeepsPlace = true, sorts = true } = traits
  describe(`mail stores: ${name}`, () => {
    const subject = eachTest(make)
    const lin = () => subject.current().store.of(owner('lin'))
    const chen = () => subject.current().store.of(owner('chen'))
    const add = async (parts: MessageParts = {}, change: Parameters<typeof newMail>[1] = {}, store = lin()) =>
      (await store.append(newMail(parts, change))).id
    const addMany = async (count: number, change: Parameters<typeof newMail>[1] = {}, store: MailStore = lin()) => {
      const ids: string[] = []
      for (let n = 1; n <= count; n += 1) ids.push(await add({ subject: `Mail ${n}` }, change, store))
      return ids
    }

    it('starts a mailbox with the system folders, empty', async () => {
      const folders = await lin().folders()
      expect(folders.map((folder) => folder.id)).toEqual(['inbox', 'sent', 'draft', 'archive', 'deleted', 'junk'])
      expect(folders.every((folder) => folder.total === 0 && folder.unread === 0 && folder.size === 0)).toBe(true)
      expect(await pageOf(lin())).toEqual({ list: [], total: 0, unread: 0 })
    })

    it('keeps a message byte for byte and opens it with what it holds', async () => {
      const parts = { subject: '发票', text: '附件中是发票。', file: 'a.txt' }
      const id = await add(parts)
      expect(await rawOf(lin(), id)).toBe(message(parts).toString('utf8'))
      const opened = await lin().open(id)
      expect(opened?.summary).toMatchObject({
        id,
        folder: 'inbox',
        subject: '发票',
        from: { name: 'Wang Wei', address: 'wang@example.com' },
        to: [{ name: 'Lin', address: 'lin@ep.test' }],
        hasAttachment: true,
        seen: false,
        size: message(parts).byteLength,
        receivedAt: 1_750_000_000_000,
      })
      expect(opened?.parsed.text).toContain('附件中是发票。')
      const attachment = opened?.parsed.attachments[0]
      expect(attachment?.name).toBe('a.txt')
      const part = await lin().part(id, attachment?.part ?? '')
      expect(part && (await text(part.stream)).trim()).toBe('content of a.txt')
      expect(await lin().part(id, '99')).toBeNull()
      const readers = await lin().parts(id, [attachment?.part ?? '', '99'])
      expect([...(readers ?? [])].map(([number, found]) => [number, found.attachment.name])).toEqual([
        [attachment?.part, attachment?.name],
      ])
    })

    it('S2: keeps subjects and names verbatim, markup and all', async () => {
      const id = await add({ subject: '<img src=x onerror=alert(1)>', from: 'A & <b>B</b> <b@example.com>' })
      const opened = await lin().open(id)
      expect(opened?.summary.subject).toBe('<img src=x onerror=alert(1)>')
      const folder = await lin().createFolder('{5+} "a" NOOP')
      expect((await lin().folders()).at(-1)).toEqual(folder)
      expect(folder?.name).toBe('{5+} "a" NOOP')
    })

    it('R17: shows the arrival for a Date header that says nothing, and never NaN', async () => {
      for (const date of ['Date: 99 Foo 12345 99:99:99', 'X-None: 1']) {
        const id = await add({ head: [date] })
        const summary = (await lin().open(id))?.summary
        expect(summary?.sentAt).toBeNull()
        expect(summary?.receivedAt).toBe(1_750_000_000_000)
      }
    })

    it('lists in the order of arrival, newest first, page by page', async () => {
      await addMany(7)
      expect(await subjectsOf(lin(), { pageSize: 3 })).toEqual(['Mail 7', 'Mail 6', 'Mail 5'])
      expect(await subjectsOf(lin(), { pageSize: 3, page: 3 })).toEqual(['Mail 1'])
      expect(await subjectsOf(lin(), { pageSize: 3, page: 1_000_000_000 })).toEqual([])
      expect(await subjectsOf(lin(), { pageSize: 3, order: 'asc' })).toEqual(['Mail 1', 'Mail 2', 'Mail 3'])
      expect((await pageOf(lin(), { pageSize: 3, page: 2 })).total).toBe(7)
      expect(
        await lin().page({ folder: 'none', page: 1, pageSize: 3, sort: 'date', order: 'desc', filter: 'all' }),
      ).toBeNull()
    })

    it('sorts by sender, subject and size, both ways', async () => {
      await add({ from: 'b@example.com', subject: 'Re: apple', text: 'x'.repeat(900) })
      await add({ from: 'C <c@example.com>', subject: 'Cherry', text: 'x'.repeat(100) })
      await add({ from: 'a@example.com', subject: 'banana', text: 'x'.repeat(5_000) })
      if (!sorts) {
        for (const sort of ['subject', 'from', 'size'] as const)
          await expect(pageOf(lin(), { sort })).rejects.toMatchObject({ code: 'serverCannot' })
        return
      }
      expect(await subjectsOf(lin(), { sort: 'subject', order: 'asc' })).toEqual(['Re: apple', 'banana', 'Cherry'])
      expect(await subjectsOf(lin(), { sort: 'from', order: 'asc' })).toEqual(['banana', 'Re: apple', 'Cherry'])
      expect(await subjectsOf(lin(), { sort: 'size' })).toEqual(['banana', 'Re: apple', 'Cherry'])
      expect(await subjectsOf(lin(), { sort: 'size', pageSize: 2, page: 2 })).toEqual(['Cherry'])
    })

    it('filters by mark and attachment, with totals of the filter', async () => {
      const [one = '', two = ''] = await addMany(4)
      await add({ subject: 'File', file: 'a.txt' })
      await lin().mark([one, two], 'seen')
      await lin().mark([two], 'flagged')
      expect(await subjectsOf(lin(), { filter: 'unread' })).toEqual(['File', 'Mail 4', 'Mail 3'])
      expect(await subjectsOf(lin(), { filter: 'flagged' })).toEqual(['Mail 2'])
      expect(await subjectsOf(lin(), { filter: 'attachment' })).toEqual(['File'])
      expect(await pageOf(lin(), { filter: 'unread', pageSize: 1 })).toMatchObject({ total: 3, unread: 3 })
      if (!sorts) return
      expect(await subjectsOf(lin(), { filter: 'unread', sort: 'subject', order: 'asc' })).toEqual([
        'File',
        'Mail 3',
        'Mail 4',
      ])
    })

    it('shows flagged mail of every folder in the view of flagged mail', async () => {
      const [one = '', two = ''] = await addMany(3)
      await lin().mark([one, two], 'flagged')
      await lin().move([one], 'deleted')
      expect(await pageOf(lin(), { folder: 'flag' })).toMatchObject({ total: 2, unread: 2 })
      expect(await subjectsOf(lin(), { folder: 'flag' })).toEqual(['Mail 2', 'Mail 1'])
      expect(await subjectsOf(lin(), { folder: 'flag', sort: 'subject', order: 'asc' })).toEqual(['Mail 1', 'Mail 2'])
      expect(await lin().mark({ folder: 'flag' }, 'unflagged')).toBe(2)
      expect((await pageOf(lin(), { folder: 'flag' })).total).toBe(0)
    })

    it('counts only what a mark changed, and keeps the counts of the folder', async () => {
      const ids = await addMany(4)
      expect(await lin().mark(ids.slice(0, 2), 'seen')).toBe(2)
      expect(await lin().mark(ids, 'seen')).toBe(2)
      expect(await folderCounts(lin(), 'inbox')).toEqual({ total: 4, unread: 0 })
      expect(await lin().mark({ folder: 'inbox' }, 'unseen')).toBe(4)
      expect(await folderCounts(lin(), 'inbox')).toEqual({ total: 4, unread: 4 })
      await lin().noteReply(ids[0] ?? '', 'answered')
      expect((await lin().summaries(ids.slice(0, 1)))[0]).toMatchObject({ answered: true, forwarded: false })
    })

    it('keeps word that the receipt a mail asks for is settled, also when the mail moves', async () => {
      const id = await add()
      expect((await lin().open(id))?.receipt).toBeUndefined()
      await lin().noteReply(id, 'receipt')
      const [moved] = (await lin().move([id], 'deleted')) ?? []
      expect((await lin().open(moved?.newId ?? ''))?.receipt).toBe('noted')
      expect((await chen().open(await add({}, {}, chen())))?.receipt).toBeUndefined()
    })

    it('moves, and an undo puts a mail back in its place', async () => {
      const ids = await addMany(3)
      const moved = (await lin().move([ids[1] ?? '', 'absent'], 'deleted')) ?? []
      expect(moved).toHaveLength(1)
      expect(moved[0]).toMatchObject({ id: ids[1], from: 'inbox' })
      expect(await folderCounts(lin(), 'deleted')).toEqual({ total: 1, unread: 1 })
      await lin().move([moved[0]?.newId ?? ''], moved[0]?.from ?? '')
      const back = undoKeepsPlace ? ['Mail 3', 'Mail 2', 'Mail 1'] : ['Mail 2', 'Mail 3', 'Mail 1']
      expect(await subjectsOf(lin())).toEqual(back)
      expect(await lin().move(ids, 'none')).toBeNull()
      expect(await lin().move(ids, 'flag')).toBeNull()
    })

    it('moves out of a named folder only what lies there in this moment', async () => {
      const [one = '', two = ''] = await addMany(2)
      const [gone] = (await lin().move([one], 'junk')) ?? []
      const moved = (await lin().move([gone?.newId ?? '', two], 'deleted', 'rule', 'inbox')) ?? []
      expect(moved).toMatchObject([{ id: two, from: 'inbox' }])
      expect(await folderCounts(lin(), 'junk')).toMatchObject({ total: 1 })
      expect(await folderCounts(lin(), 'deleted')).toMatchObject({ total: 1 })
      expect(await lin().move([two], 'deleted', 'rule', 'none')).toEqual([])
    })

    it('moves and removes a mail once that is named twice', async () => {
      const [one = '', two = ''] = await addMany(2)
      const moved = (await lin().move([one, two, one, one], 'deleted')) ?? []
      expect(moved.map(({ id }) => id).toSorted()).toEqual([one, two].toSorted())
      const ids = moved.map(({ newId }) => newId)
      expect([...(await lin().remove([...ids, ...ids]))].toSorted()).toEqual(ids.toSorted())
    })

    it('removes for good: row, file, counts and finds', async () => {
      const ids = await addMany(2)
      expect(await lin().remove([ids[0] ?? '', 'absent'])).toEqual([ids[0]])
      expect(await lin().open(ids[0] ?? '')).toBeNull()
      expect(await lin().raw(ids[0] ?? '')).toBeNull()
      expect(await subjectsOf(lin())).toEqual(['Mail 2'])
      expect(await found(lin(), 'mail')).toEqual(['Mail 2'])
      expect(await lin().quota()).toMatchObject({ count: 1 })
    })

    it('S21: another account finds nothing by an id that is not its own, and changes nothing', async () => {
      const id = await add({ subject: 'Private 工资单', file: 'a.txt' })
      const folder = await lin().createFolder('Own')
      await add({ subject: 'Other' }, {}, chen())
      expect(await chen().open(id)).toBeNull()
      expect(await chen().raw(id)).toBeNull()
      expect(await chen().part(id, '2')).toBeNull()
      expect(await chen().parts(id, ['2'])).toBeNull()
      expect(await chen().summaries([id])).toEqual([])
      expect(await chen().mark([id], 'seen')).toBe(0)
      expect(await chen().move([id], 'deleted')).toEqual([])
      expect(await chen().remove([id])).toEqual([])
      const search = { keyword: '工资单', location: 'all', folder: null, page: 1, pageSize: 5 } as const
      expect(await chen().search(search)).toMatchObject({ list: [], total: 0 })
      expect(await chen().mark({ folder: folder?.id ?? '' }, 'seen')).toBe(0)
      await chen().noteReply(id, 'answered')
      await expect(chen().replace(id, newMail({}, { folder: 'draft' }))).rejects.toMatchObject({
        code: 'draftConflict',
      })
      await expect(chen().append(newMail({}, { folder: folder?.id ?? '' }))).rejects.toMatchObject({ code: 'notFound' })
      expect((await lin().summaries([id]))[0]).toMatchObject({ seen: false, answered: false, folder: 'inbox' })
    })

    it('keeps one mail for two appends of one key', async () => {
      const first = await lin().append(newMail({}, { key: 'k' }))
      expect(await lin().append(newMail({}, { key: 'k' }))).toEqual({ id: first.id, isNew: false })
      const both = await Promise.all([1, 2].map(() => lin().append(newMail({}, { key: 'j' }))))
      expect(both.filter((kept) => kept.isNew)).toHaveLength(1)
      expect((await chen().append(newMail({}, { key: 'k' }))).isNew).toBe(true)
      expect((await lin().quota()).count).toBe(2)
    })

    it('puts a new version in the place of the old', async () => {
      const old = await add({ subject: 'Draft 1' }, { folder: 'draft' })
      const { id } = await lin().replace(old, newMail({ subject: 'Draft 2' }, { folder: 'draft', key: 'd2' }))
      expect(await lin().replace(old, newMail({ subject: 'Draft 2' }, { folder: 'draft', key: 'd2' }))).toEqual({ id })
      expect(await subjectsOf(lin(), { folder: 'draft' })).toEqual(['Draft 2'])
      expect(await lin().open(old)).toBeNull()
    })

    it('R7: of two new versions in one old one’s place keeps one in it, and drops nothing', async () => {
      const old = await add({ subject: 'Draft 1' }, { folder: 'draft' })
      const { id } = await lin().replace(old, newMail({ subject: 'Draft 2' }, { folder: 'draft' }))
      await expect(lin().replace(old, newMail({ subject: 'Stale' }, { folder: 'draft' }))).rejects.toMatchObject({
        code: 'draftConflict',
      })
      expect(await subjectsOf(lin(), { folder: 'draft' })).toEqual(['Draft 2'])
      const both = await Promise.allSettled(
        ['A', 'B'].map((subject) => lin().replace(id, newMail({ subject }, { folder: 'draft' }))),
      )
      const kept = ['A', 'B'].filter((_, at) => both[at]?.status === 'fulfilled')
      expect((await subjectsOf(lin(), { folder: 'draft' })).toSorted()).toEqual(kept)
      expect(kept).not.toEqual([])
    })

    it('moves into the archive and out of it again, and puts it before own folders', async () => {
      await lin().createFolder('Aaa')
      const id = await add({ subject: 'Done' })
      const [moved] = (await lin().move([id], 'archive')) ?? []
      expect(await subjectsOf(lin(), { folder: 'archive' })).toEqual(['Done'])
      expect(await subjectsOf(lin())).toEqual([])
      const folders = await lin().folders()
      expect(folders.map((folder) => folder.id).slice(0, 6)).toContain('archive')
      expect(folders.filter(({ name }) => /archive/i.test(name))).toMatchObject([
        { id: 'archive', total: 1, unread: 1 },
      ])
      await lin().move([moved?.newId ?? ''], 'inbox')
      expect(await subjectsOf(lin())).toEqual(['Done'])
      expect(await subjectsOf(lin(), { folder: 'archive' })).toEqual([])
    })

    it('makes folders of a name once, whatever its case', async () => {
      const folder = await lin().createFolder('Projects')
      expect(await lin().createFolder('projects')).toBeNull()
      expect((await chen().createFolder('Projects'))?.name).toBe('Projects')
      const id = await add({}, { folder: folder?.id ?? '' })
      expect((await lin().open(id))?.summary.folder).toBe(folder?.id)
    })

    it('tells what arrived in the inbox since a cursor', async () => {
      const [old = ''] = await addMany(2)
      const cursor = await lin().cursor()
      expect(await lin().arrivals(cursor, 5)).toEqual({ count: 0, newest: [], cursor })
      await lin().move([old], 'junk')
      await lin().move([old], 'inbox')
      await add({}, { folder: 'sent' })
      await add({ subject: 'New 1' })
      await add({ subject: 'New 2' })
      const arrived = await lin().arrivals(cursor, 1)
      expect(arrived.count).toBe(2)
      expect(subjects(arrived.newest)).toEqual(['New 2'])
      expect((await lin().arrivals(arrived.cursor, 5)).count).toBe(0)
      expect((await lin().arrivals('nonsense', 5)).count).toBe(0)
    })

    it('has everything again after a restart', async () => {
      const id = await add({ subject: '合同' }, { flags: { seen: true, flagged: true } })
      const before = await lin().summaries([id])
      const again = (await subject.current().reopen()).of(owner('lin'))
      expect(await again.summaries([id])).toEqual(before)
      expect(await found(again, '合同')).toEqual(['合同'])
      expect(await rawOf(again, id)).toContain('Subject: 合同')
    })
  })
}
