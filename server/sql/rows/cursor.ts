/** Pages of rows by a cursor: it says where a page ended, and only the gateway reads it. */
import * as v from 'valibot'

export const writeCursor = (end: unknown): string => Buffer.from(JSON.stringify(end)).toString('base64url')

/** Null for none, and for one that is not of this list: its first page is meant. */
export function readCursor<End>(schema: v.GenericSchema<unknown, End>, cursor: string): End | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), Buffer.from(cursor, 'base64url').toString())
  return read.success ? read.output : null
}

/** The rows of a page out of one more than it has; `last` is there where another page follows. */
export function pageOf<Row>(found: readonly Row[], size: number) {
  const rows = found.slice(0, size)
  return { rows, last: found.length > size ? rows.at(-1) : undefined }
}
