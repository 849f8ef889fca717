export type Rounds = {
  /** Works at once, or once more where a round is under way. */
  readonly wake: () => void
  readonly start: () => void
  /** Does what is due now. */
  readonly drain: () => Promise<void>
  /** Begins nothing new, and waits for the round that is under way. */
  readonly stop: () => Promise<void>
}

type Options = {
  /** Milliseconds between two rounds: another gateway, or a command, may have left something. */
  readonly everyMs: number
  /** Told what a round failed with; the next one comes all the same. */
  readonly report: (name: string) => void
}

/** Work that comes again and again, one round at a time. */
export function makeRounds(work: () => Promise<void>, { everyMs, report }: Options): Rounds {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let round: Promise<void> | null = null
  let again = false

  function turn(): Promise<void> {
    clearTimeout(timer)
    again = false
    round = work()
      .catch((error: unknown) => report(error instanceof Error ? error.name : typeof error))
      .finally(() => {
        round = null
        if (!isRunning) return
        if (again) void turn()
        else timer = setTimeout(wake, everyMs).unref()
      })
    return round
  }

  function wake(): void {
    again = true
    if (isRunning && round === null) void turn()
  }

  return {
    wake,
    start: () => {
      isRunning = true
      wake()
    },
    drain: async () => {
      while (round !== null) await round
      await turn()
    },
    stop: async () => {
      isRunning = false
      clearTimeout(timer)
      await round
    },
  }
}
