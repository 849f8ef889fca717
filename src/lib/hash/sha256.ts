/** SHA-256 (FIPS 180-4) fed piece by piece: the browser's own takes a file only whole, and only over a secure line. */

const constants = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
const initial = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

export type Hash = {
  readonly add: (bytes: Uint8Array) => void
  /** The digest in lower-case hexadecimal; nothing can be added after it. */
  readonly hex: () => string
}

export function sha256(): Hash {
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  const rest = new Uint8Array(64)
  let held = 0
  let total = 0

  function add(bytes: Uint8Array): void {
    total += bytes.length
    let from = 0
    if (held > 0) {
      const taken = Math.min(64 - held, bytes.length)
      rest.set(bytes.subarray(0, taken), held)
      held += taken
      from = taken
      if (held < 64) return
      block(state, words, rest, 0)
      held = 0
    }
    for (; from + 64 <= bytes.length; from += 64) block(state, words, bytes, from)
    rest.set(bytes.subarray(from), 0)
    held = bytes.length - from
  }

  function hex(): string {
    const bits = total * 8
    const tail = new Uint8Array(held < 56 ? 64 - held : 128 - held)
    tail[0] = 0x80
    const view = new DataView(tail.buffer)
    view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(tail.length - 4, bits >>> 0)
    add(tail)
    return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
  }

  return { add, hex }
}

function block(state: Uint32Array, w: Uint32Array, bytes: Uint8Array, from: number): void {
  const at = (list: Uint32Array, index: number) => list[index] ?? 0
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, 64)
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(i * 4)
  for (let i = 16; i < 64; i += 1) {
    const x = at(w, i - 15)
    const y = at(w, i - 2)
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (at(w, i - 16) + s0 + at(w, i - 7) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(constants, i) + at(w, i)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  added.forEach((word, index) => {
    state[index] = at(state, index) + word
  })
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}

/** The first 32 bits of a root's fraction. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32)
}
