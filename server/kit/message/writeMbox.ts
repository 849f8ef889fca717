/** One message of an mbox file (RFC 4155, with the quoting of mboxrd), a piece at a time. */

const from = Buffer.from('From ')
const [newline, quote] = [10, 0x3e]
const lineEnd = Buffer.from('\r\n')
const quoteSign = Buffer.from('>')
/** A line that is longer shows in these bytes whether it has to be quoted. */
const lineMost = 64 * 1024

/** @param sender as it was said to be; no line of the file can be made of it */
export async function* mboxMessage(
  message: AsyncIterable<Uint8Array>,
  { sender, receivedAt }: { readonly sender: string; readonly receivedAt: number },
): AsyncGenerator<Uint8Array> {
  const [, day = '', month = '', year = '', time = ''] = new Date(receivedAt).toUTCString().split(' ')
  const weekday = new Date(receivedAt).toUTCString().slice(0, 3)
  const address = /^[!-~]{1,320}$/.test(sender) ? sender : 'MAILER-DAEMON'
  yield Buffer.from(`From ${address} ${weekday} ${month} ${day} ${time} ${year}\r\n`)
  let held: Buffer = Buffer.alloc(0)
  let begins = true
  let last = newline
  for await (const chunk of message) {
    last = chunk.at(-1) ?? last
    const text = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    const whole = text.lastIndexOf(newline) + 1
    const end = text.length - whole > lineMost ? text.length : whole
    if (end > 0) {
      yield quoted(text.subarray(0, end), begins)
      begins = end === whole
    }
    held = text.subarray(end)
  }
  if (held.length > 0) yield quoted(held, begins)
  yield last === newline ? lineEnd : Buffer.concat([lineEnd, lineEnd])
}

/** A sign before each line that would begin another message, or that has such signs already. */
function quoted(text: Buffer, begins: boolean): Buffer {
  const pieces: Buffer[] = []
  let done = 0
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) {
    let start = at
    while (start > 0 && text[start - 1] === quote) start -= 1
    if (start === 0 ? !begins : text[start - 1] !== newline) continue
    pieces.push(text.subarray(done, start), quoteSign)
    done = start
  }
  return pieces.length === 0 ? text : Buffer.concat([...pieces, text.subarray(done)])
}
