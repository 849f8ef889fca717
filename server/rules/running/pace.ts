/** How many messages are changed at once: as many as hold up nobody else. */
import { setImmediate } from 'node:timers/promises'
import { stepMails } from '../../mail/jobs/workMailJob'

/** Where a store is not known yet, and always where it works elsewhere, such as a mail server. */
const first = 50
const fewest = 10
/** Milliseconds that one call may hold the event loop, and below which it may take more. */
const longMs = 25
const shortMs = 10

export type Pace = {
  /** Changes between two looks at whether it was cancelled. */
  readonly most: () => number
  /** Makes a call of a store, and learns from how long it held the event loop. */
  readonly of: <T>(call: () => Promise<T>) => Promise<T>
}

export function makePace(now: () => number = () => performance.now()): Pace {
  let most = first
  let longest = 0
  return {
    most: () => {
      if (longest > 0) most = nextPiece(most, longest)
      longest = 0
      return most
    },
    of: async (call) => {
      let isFree = false
      void setImmediate().then(() => {
        isFree = true
      })
      const start = now()
      const done = await call()
      // Whoever lets others have a turn meanwhile holds up nobody.
      if (!isFree) longest = Math.max(longest, now() - start)
      return done
    },
  }
}

/** `heldMs`: the longest call of the piece. */
export function nextPiece(piece: number, heldMs: number): number {
  if (heldMs > longMs) return Math.max(fewest, Math.floor(piece / 2))
  return heldMs < shortMs ? Math.min(stepMails, piece * 2) : piece
}
