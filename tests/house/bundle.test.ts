import { describe, expect, it } from 'vitest'
import { bundleSizes } from '../support/bundle'

describe('the built app', () => {
  it.each(bundleSizes('dist/app'))('$name stays within its budget', ({ kib, budgetKib }) => {
    expect(kib).toBeLessThanOrEqual(budgetKib)
    // A measure that found no code would prove nothing.
    expect(kib).toBeGreaterThan(100)
  })
})
