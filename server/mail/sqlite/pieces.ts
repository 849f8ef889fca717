/** Changes of thousands of rows, cut into pieces: everybody waits while SQLite writes, and 10,000 rows at once take a second (TRUST S27, R9). */
import { setImmediate } from 'node:timers/promises'

/** Rows that one statement or transaction changes: some tens of milliseconds. */
export const pieceOfMails = 500

/** The values without repetition, in pieces, with a turn of the event loop between. */
export async function* inPieces<T>(all: readonly T[]): AsyncGenerator<readonly T[]> {
  const distinct = [...new Set(all)]
  for (let at = 0; at < distinct.length; at += pieceOfMails) {
    if (at > 0) await setImmediate()
    yield distinct.slice(at, at + pieceOfMails)
  }
}

/** Calls `once`, which answers how many rows it has changed, until it finds less than a piece; answers how many it were in all. */
export async function pieceByPiece(once: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; await setImmediate()) {
    const changed = await once()
    sum += changed
    if (changed < pieceOfMails) return sum
  }
}
