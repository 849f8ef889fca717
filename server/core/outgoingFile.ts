import type { Readable } from 'node:stream'

/** Bytes of [from, to) out of `of`; none where what was asked for lies beyond the end. */
export type AskedRange = { readonly from: number; readonly to: number; readonly of: number }

/** Bytes with what their receiver is told of them. */
export type OutgoingFile = {
  readonly name: string
  readonly type: string
  /** Of the stream; null where the length is known only at the end. */
  readonly size: number | null
  readonly stream: Readable
  readonly inline: boolean
  /** Asked for again, it is another: no cache keeps it. */
  readonly isFresh?: true
  /** Names these very bytes: ranges of them can be asked for. */
  readonly tag?: string
  /** Where the stream is not the whole. */
  readonly range?: AskedRange
}

/**
 * Which bytes are asked for (RFC 9110 §14.2). Null for all of them, which also answers several
 * ranges, another unit, and a range of other bytes than `tag` names.
 */
export function askedRange(
  headers: Readonly<Record<string, string | undefined>>,
  { tag, size }: { readonly tag: string; readonly size: number },
): AskedRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '') ?? []
  const held = headers['if-range']
  if ((first === '' && last === '') || (held !== undefined && held !== tag)) return null
  if (first === '') {
    return { from: size - Math.min(Number(last), size), to: size, of: size }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  return { from: Math.min(from, size), to: last === '' ? size : Math.min(Number(last) + 1, size), of: size }
}
