import { makeKeyedMutex } from './keyedMutex'

/** Runs work of one owner one after another; null where `waitingMost` wait already. */
export function makeOwnTurns(waitingMost: number) {
  const turns = makeKeyedMutex()
  const present = new Map<string, number>()
  return async <T>(owner: string, work: () => Promise<T>): Promise<{ readonly result: T } | null> => {
    const others = present.get(owner) ?? 0
    if (others > waitingMost) return null
    present.set(owner, others + 1)
    try {
      return { result: await turns(owner, work) }
    } finally {
      const left = (present.get(owner) ?? 1) - 1
      if (left === 0) present.delete(owner)
      else present.set(owner, left)
    }
  }
}
