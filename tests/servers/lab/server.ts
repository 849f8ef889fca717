/** One server of the lab, which a test may stop and start again on the same ports. */
import { untilAnswers } from './ports'
import type { Program, Running } from './processes'

export type Server = {
  /** Resolves once every port answers. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>
  readonly restart: () => Promise<void>
}

export function serverOf(
  startProgram: (program: Program) => Running,
  ports: readonly number[],
  programNow: () => Promise<Program>,
): Server {
  let running: Running | null = null
  const start = async () => {
    if (running?.isAlive()) return
    const started = startProgram(await programNow())
    running = started
    await Promise.all(ports.map((port) => untilAnswers(port, started.isAlive)))
  }
  const stop = async () => running?.stop()
  return {
    start,
    stop,
    kill: async () => running?.kill(),
    restart: async () => {
      await stop()
      await start()
    },
  }
}
