/** One line of the table: what was measured beside what it may be. */
export type Row = {
  readonly name: string
  readonly measured: number
  readonly budget: number
  readonly unit: 'ms' | 's' | 'MB' | 'KiB' | 'times'
}

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
