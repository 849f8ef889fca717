/** Takes a browser's report of page views: which pages, so many from one network address, and nothing that tells who it was. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type { reportViews } from '../../src/contract/endpoints/account/pageViews'
import { limits } from '../../src/contract/limits'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import { clientNetwork } from '../kit/network/networkAddress'
import type { ViewQueue } from './viewQueue'

export type TakeViewsDeps = { readonly viewQueue: ViewQueue; readonly clock: Clock }

const minuteMs = 60_000
/** Addresses that are told apart in one minute: beyond them, a minute's reports are not taken. */
const mostAddresses = 50_000

/** Reports by network address within one minute, kept nowhere and forgotten with it. */
function makeAllowance(clock: Clock) {
  const reports = new Map<string, number>()
  let minute = 0
  /** Null where it is within its allowance, else the seconds until the next. */
  return (address: string): number | null => {
    const now = clock.now()
    const current = Math.floor(now / minuteMs)
    if (current !== minute) reports.clear()
    minute = current
    const count = (reports.get(address) ?? 0) + 1
    if (count > limits.viewReportsPerMinute || (count === 1 && reports.size >= mostAddresses))
      return ((current + 1) * minuteMs - now) / 1_000
    reports.set(address, count)
    return null
  }
}

export function makeTakeViews({ viewQueue, clock }: TakeViewsDeps) {
  const wait = makeAllowance(clock)
  return async (
    { views }: Form<typeof reportViews>,
    { remoteAddress }: { readonly remoteAddress: string },
  ): Promise<Reply<typeof reportViews>> => {
    const retryAfter = wait(clientNetwork(remoteAddress))
    if (retryAfter !== null) throw new Refusal('tooManyTries', { payload: { retryAfter } })
    viewQueue.take(views)
    return {}
  }
}
