/** Watches one person's inbox for as long as somebody listens, on one connection, and on another after each that broke. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { Refusal, SessionEnded, StoreAway } from '#server/core/refusal'
import type { ArrivalListeners } from '../../newMail/arrivalWatch.port'
import { closeConnection } from '../connection/connection'
import { asRefusal, type Report } from '../connection/errors'
import { type Listening, listenToInbox, type Standing } from './inboxListener'

export type InboxWatchOptions = Pick<Listening, 'renewMs' | 'answerMs'> & {
  readonly open: () => Promise<ImapFlow>
  /** Milliseconds before the first new try after a break, and at the most; each is twice as long as the one before. */
  readonly pauseMs: { readonly first: number; readonly most: number }
  readonly chance: () => number
  readonly report: Report
  /** It has ended by itself, or could not begin. */
  readonly onEnd: () => void
}

export type InboxWatch = {
  /** Resolves once the inbox is listened to; rejects where that cannot begin. */
  readonly join: (ears: ArrivalListeners) => Promise<void>
  readonly leave: (ears: ArrivalListeners) => void
  readonly isHeard: () => boolean
  /** Ends it, and tells whoever listens. */
  readonly end: () => void
}

export function makeInboxWatch(options: InboxWatchOptions): InboxWatch {
  const { open, pauseMs, chance, report, onEnd, ...patience } = options
  const all = new Set<ArrivalListeners>()
  const over = new AbortController()
  let held: ImapFlow | null = null
  let standing: Standing | null = null
  let begun: () => void = () => undefined
  let failed: (error: unknown) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    begun = resolve
    failed = reject
  })
  ready.catch(() => undefined)

  async function listen(): Promise<void> {
    const client = await open()
    try {
      over.signal.throwIfAborted()
      held = client
      await listenToInbox(client, {
        ...patience,
        since: standing,
        onLooked: (reached, hasCome) => {
          standing = reached
          begun()
          if (hasCome) for (const { onArrival } of [...all]) onArrival()
        },
      })
    } catch (error) {
      throw asRefusal(error, 'watch', report)
    } finally {
      held = null
      closeConnection(client)
    }
  }

  /** Until it is over: a server that is away for a while is asked again and again, and nobody need know. */
  async function goOn(): Promise<void> {
    for (let wait = pauseMs.first; ; wait = Math.min(wait * 2, pauseMs.most)) {
      const began = performance.now()
      try {
        await listen()
      } catch (error) {
        // Without a password that the server takes, or an IDLE, no further try is of use; and who waits for the first one is told at once.
        if (standing === null || over.signal.aborted || error instanceof SessionEnded || error instanceof Refusal)
          throw error
      }
      if (performance.now() - began > pauseMs.most) wait = pauseMs.first
      // Spread out, so that not all of a server's people come back at the same moment.
      await pause(wait * (0.5 + chance()), undefined, { signal: over.signal, ref: false })
    }
  }

  const end = () => {
    if (over.signal.aborted) return
    over.abort()
    if (held !== null) closeConnection(held)
    for (const ears of [...all]) ears.onEnd()
    all.clear()
    onEnd()
  }
  goOn().catch((error) => {
    failed(over.signal.aborted ? new StoreAway('The watch has ended') : error)
    end()
  })

  return {
    join: async (ears) => {
      all.add(ears)
      try {
        await ready
      } catch (error) {
        all.delete(ears)
        throw error
      }
    },
    leave: (ears) => all.delete(ears),
    isHeard: () => all.size > 0,
    end,
  }
}
