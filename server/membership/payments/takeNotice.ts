/** What a payment provider tells unasked (TRUST S36). */
import type { PayMethod } from '../../../src/contract/endpoints/account/orders'
import { Refusal } from '../../core/refusal'
import { type NoticeAnswer, PaymentAway, type PaymentNotice, type PaymentNotices } from './paymentProvider.port'
import type { SettleDeps } from './settlePayment'

export type NoticeDeps = Pick<SettleDeps, 'orders' | 'wakePayments' | 'clock'> & {
  /** Of the providers that are configured. */
  readonly notices: ReadonlyMap<PayMethod, PaymentNotices>
  /** Names in the log what was not believed. */
  readonly reportPayment: (name: string) => void
}

export const makeTakeNotice =
  ({ notices, orders, wakePayments, clock, reportPayment }: NoticeDeps, method: PayMethod) =>
  async (notice: PaymentNotice): Promise<NoticeAnswer> => {
    const provider = notices.get(method)
    if (provider === undefined) throw new Refusal('serverCannot')
    const refuse = (why: string) => {
      reportPayment(`notice of ${method}: ${why}`)
      return provider.answer(false)
    }
    try {
      const heard = await provider.hear(notice)
      if (heard.is === 'refused') return refuse(heard.why)
      if (heard.is === 'other') return provider.answer(true)
      const settled = await orders.settle(heard.received, clock.now())
      // It may have gone with its account: the provider's books name it.
      if (settled === 'unknown') return refuse('unknownOrder')
      if (settled !== 'known') wakePayments()
      return provider.answer(true)
    } catch (error) {
      if (!(error instanceof PaymentAway)) throw error
      return refuse('away')
    }
  }
