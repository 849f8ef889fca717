/** The dispatcher and the workers, as one, and for how long each takes its work in hand. */
import type { Config } from '../config/readConfig'
import type { JobRunner } from '../mail/jobs/jobRunner'
import type { Dispatcher } from '../outbox/dispatch/dispatcher'

/** Work that is done once after the start, as long as `goOn` says so. */
export type StartWork = (goOn: () => boolean) => Promise<void>

/** What works in the background is started and waited for as one. `report` is told by name what broke in `atStart`. */
export function alongside(
  dispatcher: Dispatcher,
  workers: readonly Pick<JobRunner, 'start' | 'drain' | 'stop'>[],
  atStart: StartWork,
  report: (name: string) => void,
): Dispatcher {
  let goesOn = true
  let working: Promise<void> = Promise.resolve()
  return {
    wake: dispatcher.wake,
    start: () => {
      dispatcher.start()
      for (const worker of workers) worker.start()
      working = atStart(() => goesOn).catch((error: unknown) =>
        report(error instanceof Error ? error.name : typeof error),
      )
    },
    drain: async () => {
      await Promise.all([dispatcher.drain(), ...workers.map((it) => it.drain())])
    },
    stop: async (withinMs) => {
      goesOn = false
      await Promise.all([dispatcher.stop(withinMs), ...workers.map((it) => it.stop()), working])
    },
  }
}

/** One process works a file's outbox off, so what a dead one had in hand need not wait longer for its lease to end. */
const aloneMs = { leaseMs: 5_000 }
/** Others may work on the same journal: a lease outlasts a slow moment of the database, and what they leave is looked for. */
const sharedMs = { leaseMs: 15_000, pollMs: 3_000 }

export const leasesOf = ({ databaseUrl }: Config) => (databaseUrl === null ? aloneMs : sharedMs)
