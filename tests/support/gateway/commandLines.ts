/** What a mail client says, cut into its commands: lines, and between them the literals of IMAP and ManageSieve (`{12}`, `{12+}`). */

export type Said = { readonly kind: 'line' | 'literal'; readonly bytes: Buffer }

export type CommandLines = {
  /** Takes bytes as they come and gives what they complete; a line is held back until its end is there. */
  readonly take: (chunk: Buffer) => Iterable<Said>
  /** The literal that the last line announced will not come: the client was refused before it sent it. */
  readonly forgetLiteral: () => void
}

const newline = 0x0a
const literal = /\{(\d+)\+?\}\r\n$/
/** No command is so long; what is, is passed on in pieces. */
const longestLine = 64 * 1024

export function splitCommands(): CommandLines {
  let held = Buffer.alloc(0)
  let literalLeft = 0
  function* take(chunk: Buffer): Generator<Said> {
    held = Buffer.concat([held, chunk])
    while (held.length > 0) {
      const isLiteral = literalLeft > 0
      const end = isLiteral ? Math.min(literalLeft, held.length) : held.indexOf(newline) + 1
      if (end === 0 && held.length < longestLine) return
      const bytes = held.subarray(0, end || held.length)
      held = held.subarray(bytes.length)
      literalLeft = isLiteral
        ? literalLeft - bytes.length
        : Number(literal.exec(bytes.subarray(-32).toString('latin1'))?.[1] ?? 0)
      yield { kind: isLiteral ? 'literal' : 'line', bytes }
    }
  }
  return {
    take,
    forgetLiteral: () => {
      literalLeft = 0
    },
  }
}
