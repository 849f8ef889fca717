/** Rows of a csv one by one; neither a block nor the first line end decides for the file. */
import Papa from 'papaparse'
import { contactFileLimits as most, type RefusedEntry, shown } from '../../core/contactFile'
import { makeLineSplitter, type PhysicalLine } from './vCardLines'

export const csvSeparators = [',', ';', '\t', '|'] as const
export type CsvSeparator = (typeof csvSeparators)[number]

/** `line` is where the row begins in the file, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] }

type RawRow = { readonly line: number; readonly text: string; readonly isTooLong: boolean }

/** Empty rows are left out. The separator is found in the first lines unless it is named. */
export async function* readCsvRows(
  text: AsyncIterable<string>,
  named: CsvSeparator | null = null,
  entries: number = most.entries,
): AsyncGenerator<CsvRow | RefusedEntry> {
  let count = 0
  for await (const { row, separator } of rawRows(text, named)) {
    if (row.text.trim() === '' && !row.isTooLong) continue
    if (row.line === 1 && saidSeparator(row.text) !== undefined) continue
    count += 1
    // The header is none of them.
    if (count > entries + 1) return yield { line: row.line, refusal: { reason: 'tooMany' }, cells: [] }
    yield cellsOf(row, separator)
  }
}

/** Excel is told the separator by such a first line. */
const saidSeparator = (text: string): CsvSeparator | undefined => {
  const said = /^"?sep=(.)"?$/i.exec(text)?.[1]
  return csvSeparators.find((it) => it === said)
}

const linesLookedAt = 20

async function* rawRows(
  text: AsyncIterable<string>,
  named: CsvSeparator | null,
): AsyncGenerator<{ row: RawRow; separator: CsvSeparator }> {
  let first: PhysicalLine[] | null = []
  let builder = makeRowBuilder(named ?? ',')
  let separator = named ?? ','
  const begin = (lines: readonly PhysicalLine[]) => {
    first = null
    separator = named ?? saidSeparator(lines[0]?.text ?? '') ?? likelySeparator(lines)
    builder = makeRowBuilder(separator)
    return lines.flatMap(builder.push)
  }
  const splitter = makeLineSplitter()
  for await (const slice of text)
    for (const line of splitter.push(slice)) {
      let rows: RawRow[] = []
      if (first === null) rows = builder.push(line)
      else if (first.push(line) === linesLookedAt) rows = begin(first)
      for (const row of rows) yield { row, separator }
    }
  const last = splitter.end()
  const rows = first === null ? last.flatMap(builder.push) : begin([...first, ...last])
  for (const row of [...rows, ...builder.end()]) yield { row, separator }
}

/** That which gives most rows the same number of cells, at least two. */
function likelySeparator(lines: readonly PhysicalLine[]): CsvSeparator {
  const scoreOf = (separator: CsvSeparator): number => {
    const builder = makeRowBuilder(separator)
    const rows = [...lines.flatMap(builder.push), ...builder.end()].filter((row) => !row.isTooLong)
    const counts = rows.map(({ text }) => parsedCells(text, separator).length)
    const first = counts[0] ?? 0
    return first < 2 ? 0 : counts.filter((count) => count === first).length * 1_000 + Math.min(first, 999)
  }
  const scored = csvSeparators.map((separator) => ({ separator, score: scoreOf(separator) }))
  return scored.toSorted((one, other) => other.score - one.score)[0]?.separator ?? ','
}

function cellsOf({ line, text, isTooLong }: RawRow, separator: CsvSeparator): CsvRow | RefusedEntry {
  const cells = isTooLong ? [text] : parsedCells(text, separator)
  if (!isTooLong && cells.length <= most.rowCells) return { line, cells }
  return { line, refusal: { reason: 'tooLarge' }, cells: shown(cells) }
}

function parsedCells(text: string, delimiter: CsvSeparator): readonly string[] {
  // A parser for each row of a large file costs more than all else.
  if (text !== '' && !/["\r\n]/.test(text)) return text.split(delimiter)
  // It is one row, whatever the parser makes of a broken quote.
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar: '"', escapeChar: '"' }).data.flat()
}

/** Joins lines while a quote is open; one that never ends costs its own line alone. */
function makeRowBuilder(separator: CsvSeparator): { push(line: PhysicalLine): RawRow[]; end(): RawRow[] } {
  let lines: { readonly line: number; readonly text: string }[] = []
  let characters = 0
  let isOpen = false
  let number = 0
  const taken = (rows: RawRow[]): RawRow[] => {
    lines = []
    characters = 0
    isOpen = false
    return rows
  }
  const eachAlone = () =>
    taken(lines.map(({ line, text }) => ({ line, text, isTooLong: text.length > most.rowCharacters })))
  return {
    push({ text, isCut }) {
      number += 1
      lines.push({ line: number, text })
      characters += text.length + 1
      isOpen = opensQuote(text, separator, isOpen)
      if (isCut || characters > most.rowCharacters || lines.length > most.rowLines) return eachAlone()
      if (isOpen) return []
      return taken([{ line: lines[0]?.line ?? number, text: lines.map((it) => it.text).join('\n'), isTooLong: false }])
    },
    end: eachAlone,
  }
}

/** A quote opens where a cell begins; two of them within a quoted cell stand for one. */
function opensQuote(text: string, separator: CsvSeparator, wasOpen: boolean): boolean {
  let isOpen = wasOpen
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (!isOpen) isOpen = at === 0 || text[at - 1] === separator
    else if (text[at + 1] === '"') at += 1
    else isOpen = false
  }
  return isOpen
}
