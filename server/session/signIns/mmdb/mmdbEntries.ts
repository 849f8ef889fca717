/** The entries of a MaxMind database: each value says its kind and size first, and may stand elsewhere. */

export type Decoded = string | number | bigint | boolean | Buffer | readonly Decoded[] | DecodedMap
type DecodedMap = { readonly [key: string]: Decoded }

/** More than any honest entry holds: pointers let a damaged one grow without end. */
const most = { values: 20_000, depth: 32 }

/** Throws where the entry leaves its bytes, or is of no known kind. */
export function decodeAt(bytes: Buffer, offset: number): Decoded {
  let at = offset
  let values = 0

  const take = (size: number) => {
    const from = at
    at += size
    if (from < 0 || at > bytes.length) throw new RangeError('an entry leaves the file')
    return from
  }
  const whole = (size: number) => (size === 0 ? 0 : bytes.readUIntBE(take(size), size))

  function decode(depth: number): Decoded {
    values += 1
    if (values > most.values || depth > most.depth) throw new RangeError('an entry without an end')
    const control = whole(1)
    const kind = control >> 5 === 0 ? whole(1) + 7 : control >> 5
    if (kind === 1) return pointed(control, depth)
    return contentOf(kind, sizeOf(control & 31), depth)
  }

  function pointed(control: number, depth: number): Decoded {
    const more = (control >> 3) & 3
    const low = whole(more + 1)
    const target = more === 3 ? low : (control & 7) * 2 ** (8 * (more + 1)) + low + ([0, 2_048, 526_336][more] ?? 0)
    const back = at
    at = target
    const value = decode(depth + 1)
    at = back
    return value
  }

  function sizeOf(short: number): number {
    if (short < 29) return short
    if (short === 29) return 29 + whole(1)
    return short === 30 ? 285 + whole(2) : 65_821 + whole(3)
  }

  function contentOf(kind: number, size: number, depth: number): Decoded {
    if (kind === 2) return bytes.toString('utf8', take(size), at)
    if (kind === 3) return bytes.readDoubleBE(take(8))
    if (kind === 4) return bytes.subarray(take(size), at)
    if (kind === 5 || kind === 6) return whole(Math.min(size, 4))
    if (kind === 7)
      return Object.fromEntries(Array.from({ length: size }, () => [String(decode(depth + 1)), decode(depth + 1)]))
    if (kind === 8) return size === 0 ? 0 : whole(Math.min(size, 4)) | 0
    if (kind === 9 || kind === 10) return BigInt(`0x${bytes.toString('hex', take(size), at) || '0'}`)
    if (kind === 11) return Array.from({ length: size }, () => decode(depth + 1))
    if (kind === 14) return size === 1
    if (kind === 15) return bytes.readFloatBE(take(4))
    throw new RangeError('an entry of an unknown kind')
  }

  return decode(0)
}
