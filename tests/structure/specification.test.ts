import { describe, expect, it } from 'vitest'
import { titlesIn } from '../soak/mutations/titles'
import { listFiles, read, sourcesOf } from './sources'

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
  const rows = sectionOf(number).split('\n')
  return rows.flatMap((row, at) =>
    row.startsWith('| ') && !rows[at + 1]?.startsWith('|---') ? [cellsOf(row)[0] ?? ''] : [],
  )
}

/** Sentences of the lists in a text, and their parts before and after a semicolon outside brackets. */
function sentencesOf(text: string): readonly string[] {
  const entries = text.matchAll(/^(?:-|\d+\.) (.+(?:\n {2,}\S.*)*)/gm)
  return [...entries].flatMap(([, entry = '']) =>
    entry
      .replaceAll(/\n */g, ' ')
      .replaceAll('**', '')
      .split(/[.;] (?![^(]*\))/),
  )
}

const beginsWith = (text: string, words: string) =>
  text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length))

/** Those of these sentences that begin with none of these words. */
const unnamed = (sentences: readonly string[], named: readonly string[]) =>
  sentences.filter((sentence) => !named.some((words) => beginsWith(sentence, words)))

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

  it.each(['3', '5', '8', '9'])('names tests for each row of the tables of section %s', (number) => {
    const named = new Set(lines.filter((line) => line.section === number).map(({ sentence }) => sentence))
    expect(rowsOf(number).length).toBeGreaterThan(0)
    expect(rowsOf(number).filter((row) => !named.has(row))).toEqual([])
  })

  it.each(['1', '2', '3', '4', '6', '7'])('names tests for each sentence of the lists of section %s', (number) => {
    const named = lines.filter((line) => line.section === number).map(({ sentence }) => sentence)
    const sentences = sentencesOf(sectionOf(number))
    expect(sentences.length).toBeGreaterThan(0)
    expect(unnamed(sentences, named)).toEqual([])
  })

  it('one client makes every call but those that have no reply to read as a whole', () => {
    const speaks = /from 'axios'|\bfetch\(|XMLHttpRequest|sendBeacon\(/
    const found = [...sourcesOf('src')].filter(([, text]) => speaks.test(text)).map(([path]) => path)
    expect(found.toSorted()).toEqual([
      // Pages and files of the app itself, not calls.
      'src/app/install/shell.ts',
      // What a guest opens may be a file, whose bytes are no reply.
      'src/features/shares/shareThunks.ts',
      'src/lib/http/createClient.ts',
      // Events without an end.
      'src/lib/http/eventStream.ts',
      // Told while the page goes, answered to nobody.
      'src/lib/http/pageViews.ts',
      'src/lib/http/servedVersion.ts',
    ])
  })

  it('a sentence of a list that no line begins is found', () => {
    const list = 'Words.\n\n- One is so (as two; three). **Four**\n  is; five\n- Six.\n\n1. Seven\n'
    expect(unnamed(sentencesOf(list), ['One', 'Fo', 'five', 'Seven'])).toEqual(['Four is', 'Six.'])
  })

  it('names tests of every section', () => {
    const sections = [...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => number)
    expect(new Set(lines.map(({ section }) => section))).toEqual(new Set(sections))
  })
})
