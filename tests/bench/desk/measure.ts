/** Rows of the desk's table: medians of five, with the bare calls beside them. */
import type { Row } from '../row'
import type { Timed } from './deskPage'

export const runs = 5

export type Sample = {
  readonly taken: Timed
  /** The same calls and two frames; null where none corresponds. */
  readonly bare: number | null
}

export const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Does it once uncounted, then `runs` times; `work` is told which time it is, from 0. */
export async function row(name: string, budget: number | null, work: (run: number) => Promise<Sample>): Promise<Row> {
  const samples: Sample[] = []
  for (let run = 0; run <= runs; run += 1) {
    const sample = await work(run)
    if (run > 0) samples.push(sample)
  }
  const bare = samples.flatMap((sample) => (sample.bare === null ? [] : [sample.bare]))
  return {
    name,
    budget,
    unit: 'ms',
    measured: middle(samples.map(({ taken }) => taken.ms)),
    best: Math.min(...samples.map(({ taken }) => taken.ms)),
    work: middle(samples.map(({ taken }) => taken.work)),
    calls: middle(samples.map(({ taken }) => Math.max(0, ...taken.calls.map(({ ms }) => ms)))),
    ...(bare.length === 0 ? {} : { bare: middle(bare) }),
  }
}
