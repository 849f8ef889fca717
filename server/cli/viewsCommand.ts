/** Prints what the gateway's own counter has counted; throws `Misuse` for what it cannot take. */
import type { Clock } from '../kit/clock'
import type { DayCount, ViewCounter } from '../pageViews/pageViews.store'
import { Misuse } from './misuse'

const dayMs = 24 * 60 * 60 * 1_000
const mostDays = 3_660
const defaultDays = 30

export const usage = `Usage: npm run views -- [--days <days>]

  --days    how many days back, today included: 1 to ${mostDays}, ${defaultDays} where it is not said`

export type ViewsCommandDeps = { readonly viewCounter: Pick<ViewCounter, 'since'>; readonly clock: Clock }

export async function runViewsCommand({ viewCounter, clock }: ViewsCommandDeps, words: readonly string[]) {
  const days = daysOf(words)
  const [first, last] = [dayOf(clock.now() - (days - 1) * dayMs), dayOf(clock.now())]
  const counts = await viewCounter.since(first)
  const head = `Page views from ${first} to ${last} (UTC)`
  if (counts.length === 0) return `${head}: none.`
  return [head, '', ...table('page', counts, 'route'), '', ...table('day', counts, 'day')].join('\n')
}

function daysOf(words: readonly string[]): number {
  if (words.length === 0) return defaultDays
  const [option, value = '', ...rest] = words
  if (option !== '--days' || rest.length > 0) throw new Misuse(usage)
  if (!/^[1-9]\d{0,3}$/.test(value) || Number(value) > mostDays)
    throw new Misuse(`${JSON.stringify(value)} is not a number of days from 1 to ${mostDays}.`)
  return Number(value)
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** Pages with the most views first, days from the newest. */
function table(heading: string, counts: readonly DayCount[], by: 'route' | 'day'): readonly string[] {
  const sums = new Map<string, number>()
  for (const count of counts) sums.set(count[by], (sums.get(count[by]) ?? 0) + count.views)
  const rows = [...sums].toSorted(([one, ones], [other, others]) =>
    by === 'day' ? other.localeCompare(one) : others - ones || one.localeCompare(other),
  )
  const total = rows.reduce((sum, [, views]) => sum + views, 0)
  const width = Math.max('views'.length, String(total).length)
  const line = (views: string | number, name: string) => `  ${String(views).padStart(width)}  ${name}`
  return [line('views', heading), ...rows.map(([name, views]) => line(views, name)), line(total, 'in all')]
}
