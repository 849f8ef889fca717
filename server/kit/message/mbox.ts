/** The messages of an mbox file (RFC 4155, with the quoting of mboxrd), one after the other; a block of 64 KB is in memory. */
import { blockBytes, inBlocks } from '../byteBlocks'

const from = Buffer.from('From ')
const [newline, carriageReturn, quote] = [10, 13, 0x3e]
/** Bytes in which a line shows whether it is one of those that mean something here. */
const startMost = 64 * 1024

export function isMbox(start: Buffer): boolean {
  return start.subarray(0, 5).equals(from)
}

/**
 * Each is read, wholly or in part, before the next is asked for.
 * @param least bytes that are looked at together
 */
export async function* mboxMessages(
  bytes: AsyncIterable<Uint8Array>,
  least = blockBytes,
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const pieces = piecesOf(inBlocks(bytes, least))
  let piece = await pieces.next()
  let hasEnded = false
  async function* message(): AsyncGenerator<Uint8Array> {
    for (piece = await pieces.next(); !piece.done && piece.value !== separator; piece = await pieces.next())
      yield piece.value
    hasEnded = true
  }
  try {
    while (!piece.done) {
      hasEnded = false
      yield message()
      // What was not read of it is passed over.
      while (!hasEnded) for await (const _ of message());
    }
  } finally {
    await pieces.return(undefined)
  }
}

/** Stands for the line that begins a message, and for the empty line before it, which belongs to neither. */
const separator = null

type Cut = {
  readonly pieces: readonly (Buffer | typeof separator)[]
  /** How many bytes are done with. */
  readonly end: number
  /** Whether the last byte is in the middle of a separator's line. */
  readonly inSeparator: boolean
}

/** Blocks of text without their quoting, and separators; the first line of the file is one. */
async function* piecesOf(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | typeof separator, undefined> {
  let held: Buffer = Buffer.alloc(0)
  let begins = true
  let inSeparator = true
  yield separator
  for await (const block of blocks) {
    let text = held.length === 0 ? Buffer.from(block) : Buffer.concat([held, block])
    if (inSeparator) {
      const end = text.indexOf(newline)
      held = Buffer.alloc(0)
      if (end < 0) continue
      text = text.subarray(end + 1)
      inSeparator = false
      begins = true
    }
    const cut = cutText(text, begins, decidedEnd(text, begins))
    yield* cut.pieces
    held = text.subarray(cut.end)
    inSeparator = cut.inSeparator
    if (cut.end > 0) begins = text[cut.end - 1] === newline
  }
  if (held.length === 0) return
  const emptyAtEnd = emptyLineBefore(held, held.length, begins)
  yield* cutText(held, begins, emptyAtEnd < 0 ? held.length : emptyAtEnd).pieces
}

/** Up to where nothing that comes later changes what the text means. */
function decidedEnd(text: Buffer, begins: boolean): number {
  const start = text.lastIndexOf(newline) + 1
  if (start === 0 && !begins) return text.length
  const rest = text.subarray(start, start + startMost)
  // Half of an empty line.
  if (rest.length === 1 && rest[0] === carriageReturn) return start
  let at = 0
  while (rest[at] === quote) at += 1
  const isOpen = rest.length - at < from.length && rest.subarray(at).equals(from.subarray(0, rest.length - at))
  if (!isOpen || rest.length === startMost) return text.length
  const empty = emptyLineBefore(text, start, begins)
  return empty < 0 ? start : empty
}

/** @param begins whether the first byte begins a line */
function cutText(text: Buffer, begins: boolean, end: number): Cut {
  const pieces: (Buffer | typeof separator)[] = []
  let kept: Buffer[] = []
  let done = 0
  const keep = (until: number) => {
    if (until > done) kept.push(text.subarray(done, until))
  }
  for (let at = text.indexOf(from); at >= 0 && at < end; at = text.indexOf(from, Math.max(at + 1, done))) {
    let start = at
    while (start > done && text[start - 1] === quote) start -= 1
    if (start === 0 ? !begins : text[start - 1] !== newline) continue
    if (start < at) {
      keep(start)
      done = start + 1
      continue
    }
    const empty = emptyLineBefore(text, start, begins)
    if (empty < 0) continue
    keep(empty)
    if (kept.length > 0) pieces.push(Buffer.concat(kept))
    pieces.push(separator)
    kept = []
    const lineEnd = text.indexOf(newline, at)
    if (lineEnd < 0 || lineEnd >= end) return { pieces, end, inSeparator: true }
    done = lineEnd + 1
  }
  keep(end)
  if (kept.length > 0) pieces.push(kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept))
  return { pieces, end, inSeparator: false }
}

/** Where the empty line begins that ends right before `at`, or -1. */
function emptyLineBefore(text: Buffer, at: number, begins: boolean): number {
  if (text[at - 1] !== newline) return -1
  const start = text[at - 2] === carriageReturn ? at - 2 : at - 1
  return (start === 0 ? begins : text[start - 1] === newline) ? start : -1
}
