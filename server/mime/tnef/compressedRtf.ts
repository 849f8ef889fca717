/** Compressed RTF (MS-OXRTFCP) to its bytes; the result is never longer than a limit, whatever the head promises. */

const compressed = 0x75465a4c
const uncompressed = 0x414c454d
const windowBytes = 4096
/** What the window holds at the beginning (MS-OXRTFCP section 2.1.2.1). */
const startOfWindow = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
)

/** At most `most` bytes; null for what is no compressed RTF. A stream that ends early gives what was had. */
export function decompressRtf(bytes: Buffer, most: number): Buffer | null {
  if (bytes.length < 16) return null
  const size = Math.min(bytes.readUInt32LE(4), most)
  const kind = bytes.readUInt32LE(8)
  if (kind === uncompressed) return bytes.subarray(16, 16 + size)
  return kind === compressed ? inflate(bytes, size) : null
}

function inflate(bytes: Buffer, size: number): Buffer {
  const window = Buffer.alloc(windowBytes)
  startOfWindow.copy(window)
  // Each byte that was read gives 17 at most.
  const out = Buffer.alloc(Math.min(size, bytes.length * 17))
  let into = startOfWindow.length
  let written = 0
  let at = 16
  const put = (byte: number) => {
    if (written < out.length) out[written] = byte
    written += 1
    window[into] = byte
    into = (into + 1) % windowBytes
  }
  while (at < bytes.length && written < out.length) {
    const control = bytes[at] ?? 0
    at += 1
    for (let bit = 0; bit < 8 && at < bytes.length && written < out.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at] ?? 0)
        at += 1
        continue
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const from = reference >> 4
      if (from === into) return out.subarray(0, written)
      for (let copied = 0; copied < (reference & 15) + 2; copied += 1) put(window[(from + copied) % windowBytes] ?? 0)
    }
  }
  return out.subarray(0, Math.min(written, out.length))
}
