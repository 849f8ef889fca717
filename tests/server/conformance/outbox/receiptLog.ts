import { describe, expect, it } from 'vitest'
import { makeReceiptLog } from '#server/outbox/receipts/receiptLog.sql'
import type { ReceiptLog } from '#server/outbox/receipts/receiptLog.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export function receiptLogConforms(name: string, make: MakeSubject<ReceiptLog>): void {
  describe(`receipt log: ${name}`, () => {
    const subject = eachTest(make)

    it('keeps the first decision about a mail, each account its own, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.find('lin', 'm1')).toBeNull()
      expect(await store.decide('lin', 'm1', 'ignored', 1)).toBe('ignored')
      expect(await store.decide('lin', 'm1', 'sent', 2)).toBe('ignored')
      expect(await store.decide('anna', 'm1', 'sent', 3)).toBe('sent')
      const again = await reopen()
      expect(await again.find('lin', 'm1')).toBe('ignored')
      expect(await again.find('anna', 'm1')).toBe('sent')
      expect(await again.find('lin', 'm2')).toBeNull()
    })

    it('tells all who decide at the same moment the same', async () => {
      const { store } = subject.current()
      const wanted = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? ('sent' as const) : ('ignored' as const)))
      const told = await Promise.all(wanted.map((decision) => store.decide('lin', 'm1', decision, 1)))
      expect(new Set(told).size).toBe(1)
      expect(await store.find('lin', 'm1')).toBe(told[0])
    })

    it('S21: keeps each account’s own', async () => {
      const { store } = subject.current()
      await store.decide('lin', 'm1', 'sent', 1)
      await store.decide('anna', 'm1', 'ignored', 1)
      expect(await store.find('lin', 'm1')).toBe('sent')
      expect(await store.find('anna', 'm1')).toBe('ignored')
    })
  })
}

export const overSql = sqlSuite(makeReceiptLog, receiptLogConforms)
