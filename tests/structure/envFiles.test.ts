import { describe, expect, it } from 'vitest'
import { read } from './sources'

/** Vite reads `.env.local` in every mode, so a key that stood there alone would leak into production. */
function keysOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.slice(0, line.indexOf('=')))
    .sort()
}

function sameKeys(...texts: readonly string[]): boolean {
  return new Set(texts.map((text) => keysOf(text).join())).size === 1
}

describe('the three env files', () => {
  it('hold the same keys', () => {
    const texts = ['.env.local', '.env.beta', '.env.production'].map(read)
    expect(keysOf(texts[0] ?? '')).not.toEqual([])
    expect(sameKeys(...texts)).toBe(true)
  })

  it('a key that stands in one alone is found', () => {
    expect(sameKeys('A=1\nB=2', 'A=1', 'A=1')).toBe(false)
  })
})
