/** The rows of docs/threats.md. Their words are written by hand; where the guards stand, which tests notice and the state are written here. */
import type { Guard } from './guards'

export type ThreatRow = {
  readonly id: string
  readonly threat: string
  readonly expected: string
  readonly guards: string
  readonly tests: string
  readonly state: string
}

export const guarded = 'guarded'

/** A guard with the title of the test that failed without it. */
export type Noticed = { readonly guard: Guard; readonly title: string }

export function readThreats(markdown: string): readonly ThreatRow[] {
  return markdown.split('\n').flatMap((line) => rowOf(line) ?? [])
}

/** The text with the rows of these guards written anew; throws for a guard whose row is not there. */
export function withNoticed(markdown: string, noticed: readonly Noticed[]): string {
  const byRow = new Map<string, Noticed[]>()
  for (const one of noticed) byRow.set(one.guard.row, [...(byRow.get(one.guard.row) ?? []), one])
  const lines = markdown.split('\n').map((line) => {
    const row = rowOf(line)
    const own = row === null ? undefined : byRow.get(row.id)
    if (row === null || own === undefined) return line
    byRow.delete(row.id)
    const guards = own.map(({ guard }) => `\`${guard.file}\`: ${guard.what}`)
    const tests = own.map(({ guard, title }) => `\`${guard.test}\`: ${title}`)
    return lineOf([row.id, row.threat, row.expected, once(guards), once(tests), guarded])
  })
  if (byRow.size > 0) throw new Error(`docs/threats.md has no row ${[...byRow.keys()].join(', ')}`)
  return lines.join('\n')
}

function rowOf(line: string): ThreatRow | null {
  // A bar within a cell is written `\|`.
  const [, id, threat, expected, guards, tests, state, end] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
  if (!id || !/^[SR]\d{1,2}$/.test(id) || end !== '') return null
  if (!threat || !expected || guards === undefined || tests === undefined || !state) return null
  return { id, threat, expected, guards, tests, state }
}

const once = (cells: readonly string[]) => [...new Set(cells)].map((cell) => cell.replaceAll('|', '\\|')).join('<br>')

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
