/** One at a time, in the order of asking; whoever waits too long goes away without a turn. */

export type Mutex = {
  /** Answers what ends the turn, or null when it did not come within `waitMs`. */
  readonly take: (waitMs: number) => Promise<(() => void) | null>
  readonly areFree: () => boolean
}

export function makeMutex(): Mutex {
  const waiting: (() => void)[] = []
  let taken = false
  const next = () => {
    const first = waiting.shift()
    if (first === undefined) taken = false
    else first()
  }
  const turn = () => {
    let ended = false
    return () => {
      if (!ended) next()
      ended = true
    }
  }
  return {
    take: (waitMs) => {
      if (!taken) {
        taken = true
        return Promise.resolve(turn())
      }
      return new Promise((resolve) => {
        const come = () => {
          clearTimeout(late)
          resolve(turn())
        }
        const late = setTimeout(() => {
          waiting.splice(waiting.indexOf(come), 1)
          resolve(null)
        }, waitMs)
        waiting.push(come)
      })
    },
    areFree: () => !taken,
  }
}
