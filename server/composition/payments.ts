/** Who takes money in here, and what is done about it in the background. */
import type { PayMethod } from '../../src/contract/endpoints/account/orders'
import type { Config } from '../config/readConfig'
import type { HandlerParts } from '../http/handle'
import { makeRemind, makeTellOrder, type NoteDeps } from '../membership/membershipNotes'
import type { PaymentProvider } from '../membership/payments/paymentProvider.port'
import { makePaymentWork, type PaymentWorkDeps } from '../membership/payments/paymentWork'
import { putSystemMail, type SystemMailDeps } from '../outbox/dispatch/systemMail'
import type { Stores } from './stores'

type Deps = Pick<Stores, 'orders' | 'accounts' | 'reminders' | 'testPayments' | 'settings'> &
  Pick<PaymentWorkDeps, 'clock'> &
  Omit<SystemMailDeps, 'recaller'> & {
    /** Null where no message can be put into a mailbox unasked. */
    readonly recaller: SystemMailDeps['recaller'] | null
    readonly brand: Config['brand']
    readonly report: HandlerParts['report']
    /** In place of the configured ones. */
    readonly providers?: readonly PaymentProvider[]
  }

export function openPayments(deps: Deps) {
  const { recaller, testPayments, clock } = deps
  const given = deps.providers ?? [testPayments.provider(clock)]
  const providers: ReadonlyMap<PayMethod, PaymentProvider> = new Map(given.map((it) => [it.method, it]))
  const notes: NoteDeps = {
    ...deps,
    putMail: async (to, key, mail) => {
      if (recaller !== null) await putSystemMail({ ...deps, recaller }, to, key, mail)
    },
  }
  const report = (name: string) => deps.report({ path: 'payments', name, trace: [] })
  const work = makePaymentWork({
    ...deps,
    providers,
    report,
    tellOrder: makeTellOrder(notes),
    remind: makeRemind({ ...notes, ...deps, report }),
  })
  const payee = { zh: deps.brand.nameZh, en: deps.brand.nameEn }
  return { work, calls: { providers, payee, wakePayments: work.wake } }
}
