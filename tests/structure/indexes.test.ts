import { describe, expect, it } from 'vitest'
import { indexes } from '../../build/writeIndexes'
import { read } from './sources'

describe('an index of a folder', () => {
  it.each(indexes)('names every file there: $path (npm run format writes it)', ({ path, text }) => {
    expect(read(path)).toBe(text())
  })
})
