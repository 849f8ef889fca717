/** What every payment provider does, whoever it is: `npm run pay` and both emulators play the payer. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentProvider } from '#server/membership/payments/paymentProvider.port'

export type PaymentSubject = {
  readonly provider: PaymentProvider
  readonly now: number
  /** The payer pays; false where nothing can be paid. */
  readonly pay: (number: string) => Promise<boolean>
  /** What went back of an order's money; null where nobody counts. */
  readonly refundedFen: (number: string) => number | null
  readonly close: () => Promise<void>
}

export function paymentProviderConforms(name: string, make: () => Promise<PaymentSubject>): void {
  describe(`a payment provider: ${name}`, () => {
    let subject: PaymentSubject
    beforeEach(async () => {
      subject = await make()
    })
    afterEach(() => subject.close())

    const number = '202611210000000001'
    const start = () =>
      subject.provider.start({
        ...{ number, fen: 20_005, title: `易邮 ${number}`, payer: '192.0.2.1' },
        expiresAt: subject.now + 7 * 86_400_000,
      })

    it('takes what an order costs, and says so as often as it is asked', async () => {
      const { provider, now } = subject
      expect(await provider.query(number)).toEqual({ state: 'unpaid' })
      const { url, expiresAt } = await start()
      expect(url).toMatch(/^[a-z-]+:/)
      expect(expiresAt).toBeGreaterThan(now)
      // Once more, as after a code that ran out or an answer that was lost.
      expect((await start()).url).toMatch(/^[a-z-]+:/)
      expect(await provider.query(number)).toEqual({ state: 'unpaid' })
      expect(await subject.pay(number)).toBe(true)
      const received = { method: provider.method, number, fen: 20_005, transaction: expect.any(String), paidAt: now }
      const found = await provider.query(number)
      expect(found).toEqual({ state: 'paid', received })
      expect(await provider.query(number)).toEqual(found)
      await provider.close(number)
      expect(await provider.query(number)).toEqual(found)
    })

    it('takes nothing for an order that was closed, however often', async () => {
      const { provider } = subject
      await provider.close(number)
      expect((await provider.query(number)).state).not.toBe('paid')
      await start().catch(() => null)
      await provider.close(number)
      await provider.close(number)
      expect(await subject.pay(number)).toBe(false)
      expect((await provider.query(number)).state).not.toBe('paid')
    })

    it('pays all back once, and says of what it took that it is back', async () => {
      const { provider } = subject
      await start()
      await subject.pay(number)
      const found = await provider.query(number)
      if (found.state !== 'paid') throw new Error('It was not paid')
      for (let time = 0; time < 3; time += 1) expect(await provider.refund(found.received)).toBe('done')
      expect([20_005, null]).toContain(subject.refundedFen(number))
      expect(await provider.query(number)).toEqual({ state: 'paid', received: { ...found.received, isBack: true } })
    })
  })
}
