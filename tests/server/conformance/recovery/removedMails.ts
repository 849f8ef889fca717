import { describe, expect, it } from 'vitest'
import type { AccountId } from '#server/core/account'
import type { MailStores } from '#server/mail/mail.store'
import type { RemovedMailStores, RemovedMails } from '#server/recovery/removedMails.store'
import { folderCounts, found, owner, pageOf, rawOf, subjectsOf } from '../mail/mailbox'
import { newMail } from '../mail/mailMessage'
import { eachTest, type MakeSubject } from '../subject'

/** A store and what it removes, at a clock that the test sets. */
export type Keeping = {
  readonly mails: MailStores
  readonly removed: RemovedMailStores
  readonly setNow: (now: number) => void
  readonly files: () => Promise<number>
  /** Takes a mailbox away. */
  readonly drop: (account: AccountId) => Promise<void>
}

const day = 86_400_000
const all = { sent: false, since: 0, page: 1, pageSize: 50, sort: 'date', order: 'desc', filter: 'all' } as const

/** How whatever keeps what was deleted for good keeps it, gives it back and forgets it. */
export function removedMailsConform(name: string, make: MakeSubject<Keeping>): void {
  describe(`removed mails: ${name}`, () => {
    const subject = eachTest(make)
    const keeping = () => subject.current().store
    const lin = () => keeping().mails.of(owner('lin'))
    const gone = () => keeping().removed.of(owner('lin'))
    const add = async (subjectLine: string, folder = 'inbox') =>
      (await lin().append(newMail({ subject: subjectLine }, { folder, flags: { flagged: true } }))).id
    const goneSubjects = async (query: Partial<Parameters<RemovedMails['page']>[0]> = {}) =>
      (await gone().page({ ...all, ...query })).list.map((mail) => mail.subject)

    it('keeps what is removed out of every list, search, folder and the quota, and lists it', async () => {
      const id = await add('Report')
      await lin().move([id], 'deleted')
      keeping().setNow(5_000)
      await lin().remove([id])
      expect(await pageOf(lin(), { folder: 'deleted' })).toMatchObject({ list: [], total: 0 })
      expect(await found(lin(), 'Report')).toEqual([])
      expect(await lin().open(id)).toBeNull()
      expect(await lin().quota()).toMatchObject({ used: 0, count: 0 })
      const page = await gone().page(all)
      expect(page).toMatchObject({ total: 1, unread: 1 })
      expect(page.list).toMatchObject([{ id, subject: 'Report', folder: 'inbox', flagged: true, removedAt: 5_000 }])
    })

    it('keeps what a person sent apart, whole folders that are emptied too, but no drafts', async () => {
      await add('Sent', 'sent')
      await lin().emptyFolder('sent', 'deleted')
      await add('Junk', 'junk')
      await add('Draft', 'draft')
      await lin().emptyFolder('deleted', null)
      await lin().emptyFolder('junk', null)
      await lin().emptyFolder('draft', null)
      expect(await goneSubjects()).toEqual(['Junk'])
      expect(await goneSubjects({ sent: true })).toEqual(['Sent'])
    })

    it('opens and hands out what it keeps, byte for byte', async () => {
      const id = await add('Report')
      const before = await rawOf(lin(), id)
      await lin().remove([id])
      expect((await gone().open(id, 0))?.parsed.subject).toBe('Report')
      const raw = await gone().raw(id, 0)
      const chunks: Buffer[] = []
      for await (const chunk of raw?.stream ?? []) chunks.push(chunk)
      expect(Buffer.concat(chunks).toString()).toBe(before)
    })

    it('puts mails back to where they lay before Deleted, with flags, dates and place, found again', async () => {
      const old = await add('First')
      const id = await add('Report')
      await add('Last')
      await lin().mark([id], 'seen')
      const [before] = await lin().summaries([id])
      await lin().move([id, old], 'deleted')
      await lin().remove([id, old])
      expect(await gone().restore([id], 0, 'Recovered')).toEqual([{ id, folder: 'inbox' }])
      expect(await lin().summaries([id])).toEqual([before])
      expect(await subjectsOf(lin())).toEqual(['Last', 'Report'])
      expect(await found(lin(), 'Report')).toEqual(['Report'])
      expect(await folderCounts(lin(), 'inbox')).toEqual({ total: 2, unread: 1 })
      expect(await goneSubjects()).toEqual(['First'])
    })

    it('puts mails of a folder that is gone into another, made once', async () => {
      const own = await lin().createFolder('Projects')
      const ids = [await add('One', own?.id), await add('Two', own?.id)]
      await lin().removeFolder(own?.id ?? '', 'deleted')
      await lin().remove(ids)
      const [one] = await gone().restore([ids[0] ?? ''], 0, 'Recovered')
      const [two] = await gone().restore([ids[1] ?? ''], 0, 'recovered')
      expect(two?.folder).toBe(one?.folder)
      expect((await lin().folders()).find((folder) => folder.id === one?.folder)).toMatchObject({
        name: 'Recovered',
        total: 2,
      })
    })

    it('answers the same when asked twice, and at the same moment', async () => {
      const id = await add('Report')
      await lin().remove([id])
      const restore = () => gone().restore([id], 0, 'Recovered')
      const answers = await Promise.all([restore(), restore(), restore()])
      expect(answers).toEqual(Array.from({ length: 3 }, () => [{ id, folder: 'inbox' }]))
      expect(await subjectsOf(lin())).toEqual(['Report'])
    })

    it('S21: finds nothing of another account, and nothing removed too long ago', async () => {
      keeping().setNow(5_000)
      const id = await add('Report')
      await lin().remove([id])
      const anna = keeping().removed.of(owner('anna'))
      for (const [store, since] of [
        [anna, 0],
        [gone(), 5_000],
      ] as const) {
        expect(await store.page({ ...all, since })).toMatchObject({ list: [], total: 0 })
        expect(await store.summaries([id], since)).toEqual([])
        expect(await store.open(id, since)).toBeNull()
        expect(await store.raw(id, since)).toBeNull()
        expect(await store.part(id, '1', since)).toBeNull()
        expect(await store.restore([id], since, 'Recovered')).toEqual([])
      }
      expect(await anna.forget([id])).toEqual([])
      expect(await goneSubjects()).toEqual(['Report'])
    })

    it('pages, sorts and filters what it lists', async () => {
      const ids = [await add('B'), await add('A'), await add('C')]
      await lin().mark([ids[2] ?? ''], 'unflagged')
      for (const [at, id] of ids.entries()) {
        keeping().setNow(1_000 + at)
        await lin().remove([id])
      }
      expect(await goneSubjects()).toEqual(['C', 'A', 'B'])
      expect(await goneSubjects({ page: 2, pageSize: 2 })).toEqual(['B'])
      expect(await goneSubjects({ sort: 'subject', order: 'asc' })).toEqual(['A', 'B', 'C'])
      expect(await goneSubjects({ filter: 'flagged' })).toEqual(['A', 'B'])
    })

    it('forgets for ever, file and all', async () => {
      const id = await add('Report')
      await lin().remove([id])
      expect(await keeping().files()).toBe(1)
      expect(await gone().forget([id])).toEqual([id])
      expect(await goneSubjects()).toEqual([])
      expect(await keeping().files()).toBe(0)
    })

    it('sweeps what has lain in Deleted for long, and later forgets it', async () => {
      const [moved, put] = [await add('Moved'), await add('Put', 'deleted')]
      keeping().setNow(1 * day)
      await lin().move([moved], 'deleted')
      const sweepAt = async (now: number) => {
        keeping().setNow(now)
        await keeping().removed.sweep(now, now - 30 * day, now - 5 * day)
      }
      // What came there by other ways counts from the first sweep that sees it.
      await sweepAt(2 * day)
      await sweepAt(31 * day - 1)
      expect(await subjectsOf(lin(), { folder: 'deleted' })).toEqual(['Put', 'Moved'])
      await sweepAt(31 * day)
      expect(await subjectsOf(lin(), { folder: 'deleted' })).toEqual(['Put'])
      expect(await goneSubjects()).toEqual(['Moved'])
      await sweepAt(32 * day)
      expect(await goneSubjects()).toEqual(['Put', 'Moved'])
      expect(await gone().restore([put], 0, 'Recovered')).toMatchObject([{ id: put }])
      await sweepAt(36 * day)
      expect(await goneSubjects()).toEqual([])
      expect(await keeping().files()).toBe(1)
    })

    it('leaves alone what was taken out of Deleted in time', async () => {
      const id = await add('Report')
      await lin().move([id], 'deleted')
      await lin().move([id], 'inbox')
      await keeping().removed.sweep(90 * day, 60 * day, 85 * day)
      expect(await subjectsOf(lin())).toEqual(['Report'])
    })

    it('lets an account go with what was removed of it', async () => {
      const id = await add('Report')
      await lin().remove([id])
      await keeping().drop('lin')
      expect(await keeping().files()).toBe(0)
      expect(await goneSubjects()).toEqual([])
    })

    it('keeps all that over a restart', async () => {
      const id = await add('Report')
      await lin().remove([id])
      const again = await subject.current().reopen()
      expect(await again.removed.of(owner('lin')).restore([id], 0, 'Recovered')).toEqual([{ id, folder: 'inbox' }])
    })
  })
}
