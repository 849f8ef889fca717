import { describe, expect, it } from 'vitest'
import { makeReadReceipts } from '#server/outbox/receipts/readReceipts.sql'
import type { ReadReceipts } from '#server/outbox/receipts/readReceipts.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function readReceiptsConform(name: string, make: MakeSubject<ReadReceipts>): void {
  describe(`read receipts: ${name}`, () => {
    const subject = eachTest(make)
    const at = Date.UTC(2026, 10, 21, 2, 2)

    it('keeps the first of each recipient, of each send and account by itself, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect((await store.of('lin', 's1')).size).toBe(0)
      await store.note('lin', 's1', 'wang@ep.test', at)
      await store.note('lin', 's1', 'wang@ep.test', at + 1)
      await store.note('lin', 's1', 'bea@ep.test', at + 2)
      await store.note('lin', 's2', 'wang@ep.test', at + 3)
      await store.note('anna', 's1', 'wang@ep.test', at + 4)
      const again = await reopen()
      expect(Object.fromEntries(await again.of('lin', 's1'))).toEqual({ 'wang@ep.test': at, 'bea@ep.test': at + 2 })
      expect(Object.fromEntries(await again.of('anna', 's1'))).toEqual({ 'wang@ep.test': at + 4 })
    })
  })
}

export const overSql = sqlSuite(makeReadReceipts, readReceiptsConform)
