/** One line of the table: what was measured beside what it may be. */
export type Row = {
  readonly name: string
  readonly measured: number
  /** Null where it is only told. */
  readonly budget: number | null
  /** The budget is what it must at least be, and not at most. */
  readonly isLeast?: true
  readonly unit: 'ms' | 's' | 'MB' | 'KiB' | 'times' | 'calls' | 'nodes' | 'frames' | 'points'
  /** The quickest of the runs: what the work itself takes where others keep the machine busy. */
  readonly best?: number
  /** What the page's own thread worked meanwhile, others' share of the processor not counted. */
  readonly work?: number
  /** What of it a page waited for the gateway, at the slowest call. */
  readonly calls?: number
  /** The same calls made bare on the same page in the same run, and two frames. */
  readonly bare?: number
}

/** Not within its budget; what was not measured is not. */
export const isOver = ({ measured, budget, isLeast }: Row) =>
  budget !== null && !(isLeast ? measured >= budget : measured <= budget)

/** The middle of several runs, in milliseconds, after one that is not counted. */
export async function median(work: () => Promise<unknown>, times = 21): Promise<number> {
  await work()
  const taken: number[] = []
  for (let run = 0; run < times; run += 1) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}
