/** The table of guards: what of the product withstands which row of docs/threats.md, and the test file that fails without it. */
import { readFileSync } from 'node:fs'

export type Guard = {
  /** A row of docs/threats.md, such as `S15`. */
  readonly row: string
  readonly what: string
  /** Paths from the project's root. */
  readonly file: string
  readonly test: string
  /** Stands in the file exactly once; `without` takes its place. */
  readonly text: string
  readonly without: string
}

/** Reads `guards.tsv`: one guard a line, its columns between tabs; `⏎` stands for a line end. Throws for a line that has other columns. */
export function readGuards(): readonly Guard[] {
  const [, ...lines] = readFileSync(new URL('guards.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [row, what, file, text, without, test, ...more] = line.split('\t').map((cell) => cell.replaceAll('⏎', '\n'))
    if (!row || !what || !file || !text || without === undefined || !test || more.length > 0)
      throw new Error(`guards.tsv: six columns are due in “${line}”`)
    return { row, what, file, text, without, test }
  })
}
