/** A row of a csv that spreadsheets read. */
import Papa from 'papaparse'

/** An apostrophe stands before a formula, and before a text that has one there. */
export const formulaStart = /^'*\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u

/** No cell can begin a formula, after blanks and in full width neither (TRUST S28). */
export function csvRow(cells: readonly string[]): string {
  const inert = cells.map((cell) => (formulaStart.test(cell) ? `'${cell}` : cell))
  return `${Papa.unparse([inert], { newline: '\r\n' })}\r\n`
}
