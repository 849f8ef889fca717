/** One account's connection of one lane: opened when first needed, one work at a time, every work ended in time. */
import type { ImapFlow } from 'imapflow'
import { StoreAway } from '#server/core/refusal'
import { makeMutex } from '#server/kit/locks/mutex'
import { closeConnection } from './connection'
import { asRefusal, ConnectionBroken, isBroken, type Report } from './errors'

export type Patience = {
  /** Milliseconds that a work may take in all, waiting for its turn included; null where only silence ends it. */
  readonly wholeMs: number | null
  /** Milliseconds without a byte in either direction after which the connection counts as dead. */
  readonly silenceMs: number
  /** Whether a second try on a new connection follows when the first one broke. */
  readonly again: boolean
}

export type ConnectionLaneOptions = {
  readonly open: (withinMs: number) => Promise<ImapFlow>
  readonly commandMs: number
  readonly idleMs: number
  readonly report: Report
  /** Called when a connection was lost to silence or time. */
  readonly onHung: () => void
}

export type ConnectionLane = {
  readonly run: <T>(work: (client: ImapFlow) => Promise<T>, patience: Patience) => Promise<T>
  readonly isOpen: () => boolean
  readonly isFree: () => boolean
  /** When the last work ended, by the process's own clock. */
  readonly usedAt: () => number
  /** Closes as soon as no work is left, unless more comes before that. */
  readonly release: () => void
  readonly close: () => void
}

export function makeConnectionLane({ open, commandMs, idleMs, report, onHung }: ConnectionLaneOptions): ConnectionLane {
  const turns = makeMutex()
  let held: ImapFlow | null = null
  let idle: NodeJS.Timeout | undefined
  let usedAt = performance.now()
  let isReleased = false

  const leave = (client: ImapFlow) => {
    if (held === client) held = null
    client.close()
  }
  const close = () => {
    clearTimeout(idle)
    if (held !== null) closeConnection(held)
    held = null
  }
  const connected = async (withinMs: number): Promise<ImapFlow> => {
    if (held?.usable !== true) held = await open(withinMs)
    return held
  }

  async function attempt<T>(
    work: (client: ImapFlow) => Promise<T>,
    { silenceMs, isLast }: { readonly silenceMs: number; readonly isLast: boolean },
    endsAt: number,
  ): Promise<T> {
    const left = Math.min(commandMs, endsAt - performance.now())
    if (left <= 0) throw new StoreAway('The mail server is slow')
    const client = await connected(left)
    try {
      return await inTime(client, work, silenceMs, endsAt)
    } catch (error) {
      // One silent connection says little of the server; what follows at once on a new one says more.
      if (error instanceof HungUp && isLast) onHung()
      if (client.usable && !isBroken(error)) throw asRefusal(error, 'work', report)
      leave(client)
      throw new ConnectionBroken('The connection to the mail server broke')
    }
  }

  return {
    run: async (work, { wholeMs, silenceMs, again }) => {
      isReleased = false
      const endsAt = performance.now() + (wholeMs ?? Number.POSITIVE_INFINITY)
      const done = await turns.take(commandMs)
      if (done === null) throw new StoreAway('The mail server is slow')
      clearTimeout(idle)
      try {
        return await attempt(work, { silenceMs, isLast: !again }, endsAt).catch((error) => {
          if (!again || !(error instanceof ConnectionBroken)) throw error
          return attempt(work, { silenceMs, isLast: true }, endsAt)
        })
      } finally {
        usedAt = performance.now()
        idle = setTimeout(close, idleMs)
        idle.unref()
        done()
        if (isReleased && turns.areFree()) close()
      }
    },
    isOpen: () => held !== null,
    isFree: () => turns.areFree(),
    usedAt: () => usedAt,
    release: () => {
      if (turns.areFree()) close()
      else isReleased = true
    },
    close,
  }
}

class HungUp extends ConnectionBroken {}

/** Ends the work, and with it the connection, when nothing came or went for too long or the time is up. */
function inTime<T>(
  client: ImapFlow,
  work: (client: ImapFlow) => Promise<T>,
  silenceMs: number,
  endsAt: number,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let moved = -1
    let movedAt = performance.now()
    const look = () => {
      const now = performance.now()
      const { sent, received } = client.stats()
      if (sent + received !== moved) {
        moved = sent + received
        movedAt = now
      }
      if (now < endsAt && now - movedAt < silenceMs) return
      clearInterval(watch)
      // First the reason, then the close, which rejects what is pending with a reason of its own.
      reject(new HungUp('The mail server is silent'))
      client.close()
    }
    const watch = setInterval(look, Math.max(10, Math.min(silenceMs, endsAt - movedAt) / 20))
    look()
    work(client)
      .then(resolve, reject)
      .finally(() => clearInterval(watch))
  })
}
