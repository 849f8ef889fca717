/** The messages of an mbox file (RFC 4155, with the quoting of mboxrd), one after the other; a line at a time is in memory. */

const from = Buffer.from('From ')
const newline = 10
/** A longer line is handed on in pieces. */
const lineMost = 64 * 1024

type Line = { readonly bytes: Buffer; readonly begins: boolean }

export function isMbox(start: Buffer): boolean {
  return start.subarray(0, 5).equals(from)
}

/** Each is read, wholly or in part, before the next is asked for. */
export async function* mboxMessages(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const lines = linesOf(bytes)
  let line = await lines.next()
  // The empty line before the next message belongs to neither.
  let waiting: Buffer | null = null
  let hasEnded = false
  async function* message(): AsyncGenerator<Uint8Array> {
    for (line = await lines.next(); !line.done; line = await lines.next()) {
      const { bytes: text, begins } = line.value
      if (waiting !== null && begins && text.subarray(0, 5).equals(from)) break
      if (waiting !== null) yield waiting
      waiting = null
      if (begins && isEmpty(text)) waiting = text
      else yield begins ? unquoted(text) : text
    }
    hasEnded = true
  }
  try {
    while (!line.done) {
      waiting = null
      hasEnded = false
      yield message()
      // What was not read of it is passed over.
      while (!hasEnded) for await (const _ of message());
    }
  } finally {
    await lines.return(undefined)
  }
}

const isEmpty = (line: Buffer) => line.length <= 2 && (line[0] === newline || (line[0] === 13 && line[1] === newline))

function unquoted(line: Buffer): Buffer {
  return /^>+From /.test(line.toString('latin1', 0, 200)) ? line.subarray(1) : line
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line, undefined> {
  let held = Buffer.alloc(0)
  let begins = true
  const cut = (length: number): Line => {
    const line = { bytes: held.subarray(0, length), begins }
    begins = held[length - 1] === newline
    held = held.subarray(length)
    return line
  }
  for await (const chunk of bytes) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    for (let end = held.indexOf(newline); end >= 0; end = held.indexOf(newline)) yield cut(end + 1)
    if (held.length > lineMost) yield cut(held.length)
  }
  if (held.length > 0) yield cut(held.length)
}
