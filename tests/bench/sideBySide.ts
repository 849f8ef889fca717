/** Two ways to the same thing, measured in turns so that whatever else the machine does falls on both. */
export type Spread = {
  readonly median: number
  readonly p95: number
  /** Of ten runs one is quicker: what the work itself takes where others keep the machine busy. */
  readonly p10: number
}

/** Over by more than noise: what others do to the machine makes some runs slow, and never the quickest. */
export function isOver({ median, p10 }: Spread, budget: number): boolean {
  return median > budget && p10 > budget
}

export type Compared = {
  readonly name: string
  readonly gateway: Spread
  /** The server's own answer on a bare socket, or null where none corresponds. */
  readonly raw: Spread | null
  /** Milliseconds that the gateway's median may take, or null. */
  readonly budget: number | null
}

/** Milliseconds of each, after one of each that is not counted. `before` is done ahead of the gateway's turn and not counted. */
export async function spreadOf(
  gateway: () => Promise<unknown>,
  raw: (() => Promise<unknown>) | null,
  times = 21,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Pick<Compared, 'gateway' | 'raw'>> {
  const taken: { gateway: number[]; raw: number[] } = { gateway: [], raw: [] }
  for (let run = times > 1 ? -1 : 0; run < times; run += 1) {
    await before()
    const ours = await timed(gateway)
    const theirs = raw === null ? 0 : await timed(raw)
    if (run < 0) continue
    taken.gateway.push(ours)
    taken.raw.push(theirs)
  }
  return { gateway: summed(taken.gateway), raw: raw === null ? null : summed(taken.raw) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function summed(taken: readonly number[]): Spread {
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p95: at(0.95), p10: at(0.1) }
}

export function lineOfCompared({ name, gateway, raw, budget }: Compared): string {
  const ms = (value: number) => value.toFixed(value < 100 ? 2 : 0)
  const floor = raw === null ? ['–', '–', '–'] : [ms(raw.median), ms(raw.p95), (gateway.median / raw.median).toFixed(1)]
  const cells = [ms(gateway.p10), ms(gateway.median), ms(gateway.p95), ...floor, budget === null ? '–' : String(budget)]
  const verdict =
    budget === null ? '' : `  ${gateway.median <= budget ? 'ok' : isOver(gateway, budget) ? 'OVER' : 'noisy'}`
  return `${name.padEnd(46)} ${cells.map((cell) => cell.padStart(9)).join(' ')}${verdict}`
}
