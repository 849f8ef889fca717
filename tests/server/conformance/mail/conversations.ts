import { describe, expect, it } from 'vitest'
import type { MailStores } from '#server/mail/mail.store'
import { eachTest, type MakeSubject } from '../subject'
import { owner, pageOf, subjects, subjectsOf } from './mailbox'
import { newMail } from './mailMessage'

type Wanted = {
  readonly subject: string
  /** Its own name and that of the mail that it answers. */
  readonly id?: string
  readonly answers?: string
  readonly from?: string
  readonly to?: string
  readonly cc?: string
  readonly folder?: string
  readonly file?: string
}

/** What every mail store does with mails that answer one another; `groups` where it can. */
export function conversationsConform(name: string, make: MakeSubject<MailStores>, { groups = true } = {}): void {
  describe(`conversations: ${name}`, () => {
    const subject = eachTest(make)
    const lin = () => subject.current().store.of(owner('lin'))
    const add = async ({ subject, id, answers, from, to, cc, folder = 'inbox', file }: Wanted, account = 'lin') => {
      const ids = [...(id ? [`Message-ID: <${id}@x>`] : []), ...(answers ? [`References: <${answers}@x>`] : [])]
      const head = [...ids, ...(cc ? [`Cc: ${cc}`] : [])]
      const parts = { subject, head, ...(from ? { from } : {}), ...(to ? { to } : {}), ...(file ? { file } : {}) }
      return (await storeOf(account).append(newMail(parts, { folder }))).id
    }
    const storeOf = (account: string) => subject.current().store.of(owner(account))
    const grouped = (query: Parameters<typeof pageOf>[1] = {}) => pageOf(lin(), { conversations: true, ...query })
    const opened = async (id: string, page = 1, pageSize = 50) => lin().conversation(id, { page, pageSize })

    if (!groups) {
      it('R16: says that it cannot, and asks the mail server nothing', async () => {
        expect(lin().groups).toBe(false)
        await expect(grouped()).rejects.toMatchObject({ code: 'serverCannot', detail: { field: 'conversations' } })
        await expect(opened('any')).rejects.toMatchObject({ code: 'serverCannot' })
      })
      return
    }

    it('stand where their newest mail does, each once, with totals of their own', async () => {
      const root = await add({ subject: 'Plan', id: 'a', from: 'Wang <w@x>' })
      await add({ subject: 'Lunch', id: 'b' })
      await add({ subject: 'no name of its own' })
      const answer = await add({ subject: 'Re: Plan', id: 'c', answers: 'a', from: 'Chen <c@x>' })
      const { list, total, unread } = await grouped()
      expect(subjects(list)).toEqual(['Re: Plan', 'no name of its own', 'Lunch'])
      expect([total, unread]).toEqual([3, 3])
      expect(list[0]?.conversation).toEqual({
        count: 2,
        people: [
          { name: 'Wang', address: 'w@x' },
          { name: 'Chen', address: 'c@x' },
        ],
        mails: [answer, root].map((id) => ({ id, seen: false, flagged: false, hasAttachment: false })),
      })
      expect(list[1]?.conversation?.count).toBe(1)
      expect(subjects((await grouped({ order: 'asc' })).list)).toEqual(['Lunch', 'no name of its own', 'Re: Plan'])
      expect(subjects((await grouped({ page: 2, pageSize: 2 })).list)).toEqual(['Lunch'])
      expect((await grouped({ page: 1_000_000 })).list).toEqual([])
      expect(await subjectsOf(lin())).toHaveLength(4)
    })

    it('are found by what they answer alone, never by a subject', async () => {
      await add({ subject: 'Invoice', id: 'a' })
      await add({ subject: 'Invoice', id: 'b' })
      await add({ subject: 'Re: Invoice', id: 'c', answers: 'elsewhere', from: 'Stranger <s@x>' })
      expect((await grouped()).total).toBe(3)
    })

    it('take an answer that names nothing where its sender took part, and nowhere else', async () => {
      const own = { subject: 'Status', from: 'Lin <lin@ep.test>', folder: 'sent' }
      const answer = { subject: 'Re: Status', to: 'Lin <lin@ep.test>' }
      const first = await add({ ...own, id: 'a', to: 'Ana <ana@x.example>', cc: 'Zoe <zoe@z.example>' })
      const second = await add({ ...own, id: 'b', to: 'Ben <ben@y.example>' })
      const namesIn = async (id: string) => ((await opened(id))?.list ?? []).map(({ from }) => from.name).sort()
      await add({ ...answer, id: 'c', from: 'Ana <ANA@x.example>' })
      await add({ ...answer, id: 'd', from: 'Zoe <zoe@z.example>' })
      await add({ ...answer, id: 'e', from: 'Mallory <mallory@m.example>' })
      expect(await namesIn(first)).toEqual(['Ana', 'Lin', 'Zoe'])
      expect(await namesIn(second)).toEqual(['Lin'])
      await add({ ...answer, id: 'f', from: 'Ben <ben@y.example>' })
      expect(await namesIn(second)).toEqual(['Ben', 'Lin'])
      // Programs mark an answer in the languages of their users.
      const third = await add({ ...own, subject: 'Plan', id: 'i', to: 'Wei <wei@tw.example>' })
      await add({ ...answer, subject: '答覆: WG: Plan', id: 'j', from: 'Wei <wei@tw.example>' })
      expect(await namesIn(third)).toEqual(['Lin', 'Wei'])
      // An own answer belongs to whom it goes to; one to nobody else begins its own.
      await add({ ...own, subject: 'Re: Status', id: 'g', to: 'Ana <ana@x.example>' })
      await add({ ...own, subject: 'Re: Status', id: 'h', to: 'Lin <lin@ep.test>' })
      expect(await namesIn(first)).toEqual(['Ana', 'Lin', 'Lin', 'Zoe'])
      expect(await namesIn(second)).toEqual(['Ben', 'Lin'])
    })

    it('have a mark when one of their mails has it, and count as read when all are', async () => {
      const root = await add({ subject: 'Plan', id: 'a', file: 'a.txt' })
      await add({ subject: 'Re: Plan', id: 'b', answers: 'a' })
      await add({ subject: 'Lunch', id: 'c' })
      await lin().mark([root], 'seen')
      await lin().mark([root], 'flagged')
      expect((await grouped()).list[1]).toMatchObject({ seen: false, flagged: true, hasAttachment: true })
      for (const filter of ['flagged', 'attachment'] as const)
        expect(await grouped({ filter })).toMatchObject({ total: 1, list: [{ subject: 'Re: Plan' }] })
      await lin().mark({ folder: 'inbox' }, 'seen')
      expect(await grouped({ filter: 'unread' })).toMatchObject({ list: [], total: 0, unread: 0 })
      expect((await grouped()).list.every(({ seen }) => seen)).toBe(true)
    })

    it('are sorted by what their newest mail says', async () => {
      await add({ subject: 'Cherry', id: 'a', from: 'a@x' })
      await add({ subject: 'Apple', id: 'b', from: 'b@x' })
      await add({ subject: 'Re: Cherry', id: 'c', answers: 'a', from: 'c@x' })
      const sorted = async (sort: 'from' | 'subject') => subjects((await grouped({ sort, order: 'asc' })).list)
      expect(await sorted('from')).toEqual(['Apple', 'Re: Cherry'])
      expect(await sorted('subject')).toEqual(['Apple', 'Re: Cherry'])
      expect(subjects((await grouped({ sort: 'from', pageSize: 1, page: 2, order: 'asc' })).list)).toEqual([
        'Re: Cherry',
      ])
    })

    it('name only the mails of the folder as their own, and count those that are shown with them', async () => {
      const root = await add({ subject: 'Plan', id: 'a' })
      const mine = await add({ subject: 'Re: Plan', id: 'b', answers: 'a', folder: 'sent', from: 'Lin <lin@ep.test>' })
      const last = await add({ subject: 'Re: Re: Plan', id: 'c', answers: 'b' })
      await add({ subject: 'Buy: Plan', id: 'd', answers: 'a', folder: 'junk' })
      const [row] = (await grouped()).list
      expect(row?.conversation).toMatchObject({ count: 3, mails: [{ id: last }, { id: root }] })
      expect(row?.conversation?.people.map(({ address }) => address)).toEqual(['lin@ep.test', 'wang@example.com'])
      expect((await opened(root))?.list.map(({ id }) => id)).toEqual([root, mine, last])
      expect((await opened(mine))?.total).toBe(3)
    })

    it('show what was deleted or is junk only beside mails of the same folder', async () => {
      const root = await add({ subject: 'Plan', id: 'a' })
      const gone = await add({ subject: 'Re: Plan', id: 'b', answers: 'a' })
      const [moved] = (await lin().move([gone], 'deleted')) ?? []
      expect((await grouped()).list).toMatchObject([{ id: root, conversation: { count: 1 } }])
      expect((await opened(moved?.newId ?? ''))?.list.map(({ id }) => id)).toEqual([root, moved?.newId])
      await lin().move([moved?.newId ?? ''], 'inbox')
      expect((await grouped()).list).toMatchObject([{ subject: 'Re: Plan', conversation: { count: 2 } }])
      await lin().remove([root, gone])
      expect(await grouped()).toEqual({ list: [], total: 0, unread: 0 })
    })

    it('R16: a conversation of a thousand opens page by page, and what comes after begins another', async () => {
      const first = await add({ subject: 'Alarm', id: 'm0' })
      for (let n = 1; n < 1_002; n += 1) await add({ subject: `Re: Alarm ${n}`, id: `m${n}`, answers: 'm0' })
      const { list } = await grouped()
      expect(list.map(({ conversation }) => conversation?.count)).toEqual([1, 1, 1_000])
      const newest = await opened(first)
      expect([newest?.total, newest?.list.length]).toEqual([1_000, 50])
      expect(newest?.list.at(-1)?.subject).toBe('Re: Alarm 999')
      expect((await opened(first, 20))?.list[0]?.id).toBe(first)
      expect((await opened(first, 21))?.list).toEqual([])
    }, 60_000)

    it('are nobody else’s, and no view has them', async () => {
      const own = await add({ subject: 'Plan', id: 'a' })
      await add({ subject: 'Re: Plan', id: 'b', answers: 'a' }, 'chen')
      expect((await grouped()).list).toMatchObject([{ id: own, conversation: { count: 1 } }])
      expect(await storeOf('chen').conversation(own, { page: 1, pageSize: 50 })).toBeNull()
      expect(await opened('absent')).toBeNull()
      await expect(grouped({ folder: 'flag' })).rejects.toMatchObject({
        code: 'notAllowed',
        detail: { field: 'conversations' },
      })
      await expect(grouped({ folder: 'absent' })).rejects.toThrow('no such folder')
    })
  })
}
