/** What is done about payments unasked; each step may be done twice, and by two gateways. */
import type { Account } from '../../core/account'
import type { Clock } from '../../kit/clock'
import { makeRounds, type Rounds } from '../../kit/rounds'
import type { ClaimedRequest, Untold } from '../orders.store'
import { PaymentAway } from './paymentProvider.port'
import { endOrder, type SettleDeps, settlePayment } from './settlePayment'

export type PaymentWorkDeps = Omit<SettleDeps, 'wakePayments'> & {
  readonly accounts: { readonly byId: (id: string) => Promise<Account | null> }
  /** Puts a message into the owner's inbox, once for each. */
  readonly tellOrder: (owner: Account, untold: Untold) => Promise<void>
  readonly remind: () => Promise<void>
  readonly clock: Clock
  readonly report: (name: string) => void
}

export type PaymentWork = Rounds

const leaseMs = 60_000
const everyMs = 15_000
const longestWaitMs = 5 * 60_000
/** Once a code has run out, while its order stands: a provider may have taken it at the very end. */
const afterCodeMs = 15 * 60_000

/** Queries after silence, closes, pays back, tells and reminds, as far as each is due. */
function makeRound(deps: PaymentWorkDeps): () => Promise<void> {
  const { orders, providers, clock, report } = deps

  /** One that fails keeps no other waiting. */
  async function each<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
    for (const thing of things)
      await work(thing).catch((error: unknown) => {
        if (!(error instanceof PaymentAway)) report(error instanceof Error ? error.name : typeof error)
      })
  }

  async function askAbout(request: ClaimedRequest): Promise<void> {
    const { number, method, tries } = request
    const order = await orders.find(number)
    const isOpen = order?.state === 'open'
    const quietly = { ...deps, wakePayments: () => undefined }
    const wait = Math.min(5_000 * 2 ** tries, longestWaitMs)
    if (isOpen && order.expiresAt <= clock.now()) {
      const ended = await endOrder(quietly, number, 'expired')
      // Paid by another of its codes: this one is still to be asked, and closed.
      return orders.postpone(request, ended === 'closed' ? null : clock.now() + wait)
    }
    const found = await settlePayment(quietly, method, number)
    if (found === 'away') return orders.postpone(request, clock.now() + wait)
    if (found === 'unpaid' && isOpen) {
      // A code that ran out is paid no more, but what was paid at its very end may still come.
      const isOver = clock.now() > request.expiresAt + longestWaitMs
      const next = clock.now() + (isOver ? afterCodeMs : wait)
      return orders.postpone(request, Math.min(next, order.expiresAt))
    }
    if (found === 'unpaid') {
      await providers.get(method)?.close(number)
      // What was paid between the question and the closing.
      const last = await settlePayment(quietly, method, number)
      if (last === 'away') return orders.postpone(request, clock.now() + wait)
    }
    return orders.postpone(request, null)
  }

  return async () => {
    await orders.closeExpired(clock.now())
    await each(await orders.claimDue(clock.now(), leaseMs), askAbout)
    await each(await orders.claimRefunds(clock.now(), leaseMs), async (refund) => {
      const state = await providers.get(refund.method)?.refund(refund)
      if (state === 'done') await orders.refunded(refund, clock.now())
    })
    await each(await orders.claimUntold(clock.now(), leaseMs), async (untold) => {
      const owner = await deps.accounts.byId(untold.order.accountId)
      if (owner !== null) await deps.tellOrder(owner, untold)
      await orders.told(untold)
    })
    await deps.remind()
  }
}

export function makePaymentWork(deps: PaymentWorkDeps): PaymentWork {
  return makeRounds(makeRound(deps), { everyMs, report: deps.report })
}
