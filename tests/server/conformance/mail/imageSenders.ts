import { describe, expect, it } from 'vitest'
import { makeImageSenders } from '#server/mail/images/imageSenders.sql'
import type { ImageSenders } from '#server/mail/images/imageSenders.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function imageSendersConform(name: string, make: MakeSubject<ImageSenders>): void {
  describe(`senders whose pictures are wanted: ${name}`, () => {
    const subject = eachTest(make)

    it('are kept, the last one first, each once, after a restart too', async () => {
      const { store, reopen } = subject.current()
      await store.add('lin', 'a@x.cn', { now: 1, most: 9 })
      await store.add('lin', 'b@x.cn', { now: 2, most: 9 })
      await store.add('lin', 'a@x.cn', { now: 3, most: 9 })
      expect(await store.all('lin')).toEqual(['a@x.cn', 'b@x.cn'])
      expect(await store.has('lin', 'b@x.cn')).toBe(true)
      expect(await store.has('lin', 'x.cn')).toBe(false)
      const again = await reopen()
      expect(await again.all('lin')).toEqual(['a@x.cn', 'b@x.cn'])
      await again.remove('lin', 'b@x.cn')
      expect(await again.has('lin', 'b@x.cn')).toBe(false)
    })

    it('are no more than may be: those added longest ago leave', async () => {
      const { store } = subject.current()
      for (let at = 1; at <= 5; at++) await store.add('lin', `s${at}@x.cn`, { now: at, most: 3 })
      expect(await store.all('lin')).toEqual(['s5@x.cn', 's4@x.cn', 's3@x.cn'])
    })

    it('S21: are each account’s own', async () => {
      const { store } = subject.current()
      await store.add('lin', 'a@x.cn', { now: 1, most: 9 })
      await store.add('chen', 'b@x.cn', { now: 1, most: 1 })
      expect(await store.has('chen', 'a@x.cn')).toBe(false)
      await store.remove('chen', 'a@x.cn')
      expect(await store.all('chen')).toEqual(['b@x.cn'])
      expect(await store.all('lin')).toEqual(['a@x.cn'])
    })
  })
}

export const overSql = sqlSuite(makeImageSenders, imageSendersConform)
