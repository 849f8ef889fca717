import { describe, expect, it } from 'vitest'
import type { About, Entry, Failure } from '../../../support/gate/entries'
import { flakyMost, summaryMost, summaryOf, verdictOf } from '../../../support/gate/verdict.mjs'

const about = (file: string, title = ''): About => ({
  suite: 'dom',
  file,
  id: title,
  place: file,
  title,
  alone: `npx vitest run ${file}`,
})
const planned = (file: string): Entry => ({ kind: 'planned', ...about(file) })
const ended = (file: string, passed: number, ...failures: readonly Failure[]): Entry => ({
  kind: 'ended',
  ...about(file),
  passed,
  failures,
  ms: 1,
})
const failure = (title: string): Failure => ({ title, place: 'a.test.ts:3', error: `AssertionError: ${title}` })

describe('the verdict of a run of tests', () => {
  it('counts what passed and finds no fault where all is well', () => {
    const entries = [planned('a.test.ts'), ended('a.test.ts', 2), planned('b.test.ts'), ended('b.test.ts', 3)]
    expect(verdictOf(entries, 0)).toEqual({ passed: 5, failures: [], error: null })
  })

  it('names a file once, with its first failure and the number of the others', () => {
    const { failures, passed } = verdictOf([planned('a.test.ts'), ended('a.test.ts', 1, failure('x'), failure('y'))], 1)
    expect(passed).toBe(1)
    expect(failures).toMatchObject([{ file: 'a.test.ts', title: 'x', place: 'a.test.ts:3', more: 1 }])
  })

  it('finds a file that was planned and never ended', () => {
    const { failures } = verdictOf([planned('a.test.ts'), planned('b.test.ts'), ended('b.test.ts', 1)], 1)
    expect(failures).toMatchObject([{ file: 'a.test.ts', title: 'never ended' }])
  })

  it('gives an error outside any test to what ran near it, or else to what ended last', () => {
    const outside: Entry = { kind: 'outside', error: 'ENOTEMPTY' }
    const entries = [ended('a.test.ts', 1), ended('b.test.ts', 1)]
    expect(verdictOf([...entries, outside], 1).failures).toMatchObject([{ file: 'b.test.ts', error: 'ENOTEMPTY' }])
    expect(verdictOf([...entries, { ...outside, near: about('a.test.ts') }], 1).failures).toMatchObject([
      { file: 'a.test.ts', error: 'ENOTEMPTY' },
    ])
  })

  it('finds a process that ended badly although no test failed', () => {
    const { failures } = verdictOf([planned('a.test.ts'), ended('a.test.ts', 1)], 1)
    expect(failures).toMatchObject([{ file: 'a.test.ts', error: expect.stringContaining('ended with 1') }])
    expect(verdictOf([ended('a.test.ts', 1)], null).failures).toMatchObject([
      { error: expect.stringContaining('a signal') },
    ])
  })

  it('is an error that no second chance mends where nothing ran at all', () => {
    expect(verdictOf([], 1)).toMatchObject({ failures: [], error: expect.stringContaining('ended with 1') })
    expect(verdictOf([{ kind: 'outside', error: 'SyntaxError' }], 1)).toMatchObject({ error: 'SyntaxError' })
  })
})

describe('the summary of a run of tests', () => {
  const told = { command: 'npm test', isGreen: true, broken: [], red: [], flaky: [], ms: 61_000 }
  const failed = (title: string) => ({ ...about('a.test.ts'), ...failure(title) })

  it('is one line where all is well', () => {
    expect(summaryOf(told)).toEqual(['npm test: green in 1 min 1 s'])
  })

  it('says what failed, where, why and how to run that alone', () => {
    expect(summaryOf({ ...told, isGreen: false, red: [failed('x')] })).toEqual([
      'npm test: red in 1 min 1 s',
      '✗ [dom] a.test.ts:3 › x',
      '    AssertionError: x',
      '    alone: npx vitest run a.test.ts',
    ])
  })

  it('names what passed at the second time as flaky, with its first error', () => {
    expect(summaryOf({ ...told, flaky: [{ ...failed('x'), again: null }] }).slice(0, 3)).toEqual([
      'npm test: green in 1 min 1 s, 1 flaky',
      '~ flaky: [dom] a.test.ts:3 › x',
      '    AssertionError: x',
    ])
  })

  it('says that more flaky ones than allowed are too many', () => {
    const flaky = Array.from({ length: flakyMost + 1 }, (_, n) => failed(`${n}`))
    expect(summaryOf({ ...told, isGreen: false, flaky })[0]).toContain('6 flaky, more than the 5 that are allowed')
  })

  it.each([1, 5, 9, 10, 40])('has 30 lines at most, with %i long failures and a failed step', (count) => {
    const red = Array.from({ length: count }, (_, n) => ({ ...failed(`${n}`), error: 'line\n'.repeat(100) }))
    const broken = [{ name: 'types', error: 'error TS1\n'.repeat(50) }]
    const lines = summaryOf({ ...told, isGreen: false, red, broken })
    expect(lines.length).toBeLessThanOrEqual(summaryMost)
    expect(lines.some((line) => line.includes('✗ types'))).toBe(true)
    expect(lines.some((line) => line.includes('more: test-results'))).toBe(count > 8)
  })
})
