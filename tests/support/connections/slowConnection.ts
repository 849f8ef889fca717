/** One direction of a connection, which may be slow: bytes leave in order, late, and not faster than allowed. */
import type { Socket } from 'node:net'

export type Pace = { readonly latencyMs: number; readonly bytesPerSecond: number }

export const fullSpeed: Pace = { latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY }

export type SlowLine = {
  readonly send: (bytes: Buffer) => void
  /** Ends the connection once all that was sent has left. */
  readonly end: () => void
}

/** At most so much lies on a modem's line at once: larger chunks would leave all at the end of their time. */
const largestPiece = 1_024

export function slowLine(to: Socket, paceNow: () => Pace): SlowLine {
  const waiting: (() => void)[] = []
  /** When the line has carried what was sent so far, and when the last of it arrives. */
  let freeAt = 0
  let lastAt = 0
  const put = (act: () => void, bytes: number) => {
    const { latencyMs, bytesPerSecond } = paceNow()
    if (waiting.length === 0 && latencyMs === 0 && bytesPerSecond === Number.POSITIVE_INFINITY) return act()
    const now = Date.now()
    freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1_000
    lastAt = Math.max(lastAt, freeAt + latencyMs)
    waiting.push(act)
    // Whichever timer fires first, what was sent first leaves first.
    setTimeout(() => {
      const first = waiting.shift()
      if (!to.destroyed) first?.()
    }, lastAt - now)
  }
  return {
    send: (bytes) => {
      const size = paceNow().bytesPerSecond === Number.POSITIVE_INFINITY ? bytes.length : largestPiece
      for (let at = 0; at < bytes.length; at += size) {
        const piece = bytes.subarray(at, at + size)
        put(() => to.write(piece), piece.length)
      }
    },
    end: () => put(() => to.end(), 0),
  }
}
