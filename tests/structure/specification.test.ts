import { describe, expect, it } from 'vitest'
import { titlesIn } from '../soak/mutations/titles'
import { listFiles, read } from './sources'

type Line = { readonly section: string; readonly sentence: string; readonly tests: string }

const page = read('docs/specification.md')
const cellsOf = (line: string) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''))

/** Lines of the last table: a section, a sentence, and what shows that it holds. */
const lines: readonly Line[] = sectionOf('10')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [section = '', sentence = '', tests = ''] = cellsOf(line)
    return { section, sentence, tests }
  })

function sectionOf(number: string): string {
  const [, text = ''] = page.split(new RegExp(`^## ${number}\\..*$`, 'm'))
  return text.split(/^## /m)[0] ?? ''
}

/** First cells of the tables of a section, without their heads. */
function rowsOf(number: string): readonly string[] {
  const rows = sectionOf(number)
    .split('\n')
    .filter((line) => line.startsWith('| '))
  return rows.slice(1).map((line) => cellsOf(line)[0] ?? '')
}

describe('docs/specification.md', () => {
  it('names for each sentence tests that exist', () => {
    const files = new Set(listFiles('tests'))
    expect(lines.length).toBeGreaterThan(0)
    for (const { sentence, tests } of lines)
      for (const test of tests.split('<br>')) {
        const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
        expect(files.has(path), `${sentence}: ${test}`).toBe(true)
        expect([...titlesIn([read(path)])], sentence).toContain(title)
      }
  })

  it.each(['5', '8', '9'])('names tests for each row of the tables of section %s', (number) => {
    const named = new Set(lines.filter((line) => line.section === number).map(({ sentence }) => sentence))
    expect(rowsOf(number).length).toBeGreaterThan(0)
    expect(rowsOf(number).filter((row) => !named.has(row))).toEqual([])
  })

  it('names tests of every section', () => {
    const sections = [...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => number)
    expect(new Set(lines.map(({ section }) => section))).toEqual(new Set(sections))
  })
})
