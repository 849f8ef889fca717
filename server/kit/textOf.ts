/** Bytes of unknown writing as text: what their first bytes say, else UTF-8 where it fits, else the commonest of China. */

/** `isCut` when the bytes end in the middle of something longer: then half a character at the end is no fault. */
export function textOf(bytes: Uint8Array, isCut: boolean): string {
  const marked = byMark(bytes)
  if (marked !== null) return new TextDecoder(marked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function byMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}
