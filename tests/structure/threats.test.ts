import { describe, expect, it } from 'vitest'
import { readGuards } from '../soak/mutations/guards'
import { guarded, readThreats } from '../soak/mutations/threatTable'
import { titlesIn } from '../soak/mutations/titles'
import { listFiles, read, sourcesOf } from './sources'

const threats = readThreats(read('docs/threats.md'))

describe('docs/threats.md', () => {
  it('holds every row once, in order', () => {
    const due = [
      ...Array.from({ length: 36 }, (_, at) => `S${at + 1}`),
      ...Array.from({ length: 23 }, (_, at) => `R${at + 1}`),
    ]
    expect(threats.map(({ id }) => id)).toEqual(due)
  })

  it('says of each row that it is guarded, with guards that npm run mutations takes out, or that its surface is not built', () => {
    const tried = new Set(readGuards().map(({ row }) => row))
    for (const { id, state, guards } of threats) {
      expect(state, id).toMatch(/^(?:guarded$|not tried yet$|surface not built yet)/)
      expect(tried.has(id), id).toBe(state === guarded)
      expect(guards === '–', id).toBe(state !== guarded)
    }
  })

  it('names files and tests that exist, and those of every guard', () => {
    const files = new Set(listFiles('.'))
    const titles = titlesIn(sourcesOf('tests').values())
    for (const { id, guards, tests } of threats) {
      if (guards === '–') continue
      for (const [, path = ''] of `${guards}<br>${tests}`.matchAll(/`([^`]+)`:/g))
        expect(files.has(path), path).toBe(true)
      const shown = tests.split('<br>').map((cell) => cell.replace(/^`[^`]+`: /, '').replaceAll('\\|', '|'))
      expect(shown.filter((title) => !titles.has(title))).toEqual([])
      const own = readGuards().filter(({ row }) => row === id)
      for (const { file, what, test } of own) {
        expect(guards.split('<br>')).toContain(`\`${file}\`: ${what}`)
        expect(tests).toContain(`\`${test}\``)
      }
    }
  })

  it('names for each guard a text that stands in its file exactly once', () => {
    const lost = readGuards().filter(({ file, text }) => read(file).split(text).length !== 2)
    expect(lost.map(({ row, what, file }) => `${row} ${what}: ${file}`)).toEqual([])
  })
})
