/** The streams of everybody who is told of new mail: so many for a person, and none longer than its session or this process. */
import type { Readable } from 'node:stream'
import { limits } from '#contract/limits'
import type { AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal, StoreAway } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import type { SessionStore } from '../../session/session.store'
import type { ArrivalWatch } from './arrivalWatch.port'
import { makeNewMailStream, type NewMailStream } from './newMailStream'

export type NewMailWatchDeps = {
  readonly arrivals: ArrivalWatch
  readonly sessions: Pick<SessionStore, 'find'>
  readonly clock: Clock
}

export type NewMailWatch = {
  readonly open: (caller: Caller) => Promise<Readable>
  /** A session has ended: so do its streams. */
  readonly signedOut: (tokenHash: string) => void
  /** Every session of an account has ended, but for the one named. */
  readonly allSignedOut: (account: AccountId, exceptTokenHash?: string) => void
  /** Keeps the lines alive, and ends those whose session has ended elsewhere or whose reader is gone. */
  readonly beat: () => Promise<void>
  /** How many are open. */
  readonly count: () => number
  /** Ends all of them, and opens no more. */
  readonly close: () => void
}

type Open = { readonly stream: NewMailStream; readonly account: AccountId; readonly tokenHash: string }

export function makeNewMailWatch({ arrivals, sessions, clock }: NewMailWatchDeps): NewMailWatch {
  const open = new Set<Open>()
  let isClosed = false
  const timer = setInterval(() => void beat().catch(() => undefined), limits.newsBeatMs)
  timer.unref()

  async function beat(): Promise<void> {
    for (const one of [...open]) {
      const session = await sessions.find(one.tokenHash, clock.now())
      if (session === null || session.createdAt + limits.sessionMaxMs <= clock.now()) one.stream.end()
      // Whoever takes nothing for so long has gone without a word.
      else if (!one.stream.beat()) one.stream.body.destroy()
    }
  }

  return {
    open: async ({ account, tokenHash }) => {
      if (isClosed) throw new StoreAway('The gateway is about to end')
      const own = [...open].filter((one) => one.account === account.id)
      if (own.length >= limits.newsStreamsPerUser) throw new Refusal('serverCannot')
      let stopWatching: () => void = () => undefined
      const stream = makeNewMailStream(() => {
        stopWatching()
        open.delete(entry)
      })
      const entry = { stream, account: account.id, tokenHash }
      // Counted while the store still makes itself ready, which may take a moment.
      open.add(entry)
      try {
        stopWatching = await arrivals.watch(account, { onArrival: stream.tell, onEnd: stream.end })
      } catch (error) {
        stream.body.destroy()
        throw error
      }
      if (stream.body.destroyed) stopWatching()
      return stream.body
    },
    signedOut: (tokenHash) => {
      for (const one of open) if (one.tokenHash === tokenHash) one.stream.end()
    },
    allSignedOut: (account, exceptTokenHash) => {
      for (const one of open) if (one.account === account && one.tokenHash !== exceptTokenHash) one.stream.end()
    },
    beat,
    count: () => open.size,
    close: () => {
      isClosed = true
      clearInterval(timer)
      for (const one of open) one.stream.end()
    },
  }
}
