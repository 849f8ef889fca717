import { describe, expect, it } from 'vitest'
import { bundleSizes } from '../support/browser/bundle'

describe('the built app', () => {
  it.each(bundleSizes('dist/app'))('$name stays within its budget', ({ kib, budgetKib, leastKib }) => {
    expect(kib).toBeLessThanOrEqual(budgetKib)
    expect(kib).toBeGreaterThan(leastKib)
  })
})
