/** One visit of Lighthouse, in points out of a hundred. */
import lighthouse, { desktopConfig } from 'lighthouse'

export const devices = ['desktop', 'phone'] as const
export type Device = (typeof devices)[number]

export const categories = ['performance', 'accessibility', 'best-practices'] as const
export type Category = (typeof categories)[number]

export type Scores = Readonly<Record<Category, number>> & {
  /** What cost points, a line each. */
  readonly faults: readonly string[]
}

export function leastOf(category: Category, device: Device): number {
  if (category !== 'performance') return 100
  return device === 'desktop' ? 95 : 90
}

/** Below this an audit that is weighed is told of. */
const good = 0.9

/** `port`: where the browser takes orders. */
export async function visit(url: string, device: Device, port: number): Promise<Scores> {
  const flags = { port, logLevel: 'error', onlyCategories: categories } as const
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined)
  if (result === undefined) throw new Error(`Lighthouse says nothing of ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`Lighthouse cannot visit ${url}: ${lhr.runtimeError.message}`)
  if (lhr.finalDisplayedUrl !== url) throw new Error(`Lighthouse was led from ${url} to ${lhr.finalDisplayedUrl}`)
  const points = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const faults = categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]
      if (weight === 0 || audit === undefined || audit.score === null || audit.score >= good) return []
      return [`${category}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`]
    }),
  )
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
    faults,
  }
}
