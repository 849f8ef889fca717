/** Rows as lines of text. */
import { isOver, type Row } from './row'

const heads = ['measured', 'budget', 'unit ', 'ratio', 'best', 'work', 'calls', 'bare', '÷ bare']

export function headOf(title: string): string {
  return `${inColumns(title, 68)} ${heads.map((cell) => cell.padStart(9)).join(' ')}`
}

export function lineOf(row: Row): string {
  const { name, measured, budget, isLeast, unit, best, work, calls, bare } = row
  const ratio = budget === null ? null : measured <= budget && budget === 0 ? 0 : measured / budget
  const cells = [
    ...[measured.toFixed(2), budget === null ? '–' : `${isLeast ? '≥ ' : ''}${budget}`, unit.padEnd(5), number(ratio)],
    ...[number(best), number(work), number(calls), number(bare), number(bare ? measured / bare : null)],
  ]
  const verdict = budget === null ? '' : isOver(row) ? (isLeast ? 'UNDER' : 'OVER') : 'ok'
  return `${inColumns(name, 68)} ${cells.map((cell) => cell.padStart(9)).join(' ')}  ${verdict}`
}

const number = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(2))

/** A Chinese character takes two columns of a terminal. */
function inColumns(text: string, columns: number): string {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return text.padEnd(columns - wide)
}
