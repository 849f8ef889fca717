import { describe, expect, it } from 'vitest'
import { makeRecentRecipients } from '#server/outbox/send/recentRecipients.sql'
import type { RecentRecipients } from '#server/outbox/send/recentRecipients.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const person = (address: string, name = '') => ({ address, name })

export function recentRecipientsConform(name: string, make: MakeSubject<RecentRecipients>): void {
  describe(`recent recipients: ${name}`, () => {
    const subject = eachTest(make)

    it('are counted, each once a mail, the last first, after a restart too', async () => {
      const { store, reopen } = subject.current()
      await store.note('lin', [], { now: 1, most: 9 })
      await store.note('lin', [person('A@x.cn', 'Anna'), person('b@x.cn'), person('a@x.cn', 'Anna')], {
        now: 1,
        most: 9,
      })
      await store.note('lin', [person('a@x.cn')], { now: 2, most: 9 })
      const all = [
        { address: 'a@x.cn', name: 'Anna', uses: 2 },
        { address: 'b@x.cn', name: '', uses: 1 },
      ]
      expect(await store.all('lin')).toEqual(all)
      expect(await (await reopen()).all('lin')).toEqual(all)
    })

    it('take a name on, and a bare address takes none away', async () => {
      const { store } = subject.current()
      await store.note('lin', [person('a@x.cn', 'Anna')], { now: 1, most: 9 })
      await store.note('lin', [person('a@x.cn')], { now: 2, most: 9 })
      expect(await store.all('lin')).toMatchObject([{ name: 'Anna' }])
      await store.note('lin', [person('a@x.cn', '安娜')], { now: 3, most: 9 })
      expect(await store.all('lin')).toMatchObject([{ name: '安娜', uses: 3 }])
    })

    it('are no more than may be: those written to longest ago leave', async () => {
      const { store } = subject.current()
      for (let at = 1; at <= 5; at++) await store.note('lin', [person(`s${at}@x.cn`)], { now: at, most: 3 })
      expect((await store.all('lin')).map(({ address }) => address)).toEqual(['s5@x.cn', 's4@x.cn', 's3@x.cn'])
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.note('lin', [person('a@x.cn')], { now: 1, most: 9 })
      await store.note('chen', [person('b@x.cn')], { now: 1, most: 9 })
      expect((await store.all('lin')).map(({ address }) => address)).toEqual(['a@x.cn'])
      expect((await store.all('chen')).map(({ address }) => address)).toEqual(['b@x.cn'])
    })
  })
}

export const overSql = sqlSuite(makeRecentRecipients, recentRecipientsConform)
