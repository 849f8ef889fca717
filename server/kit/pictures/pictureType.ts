/** What a picture is by its first bytes, whatever its server calls it. SVG is not among them: it can hold scripts. */
const startsWith = (bytes: Uint8Array, at: number, ...expected: readonly number[]) =>
  expected.every((value, index) => bytes[at + index] === value)

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

export function pictureType(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (['GIF87a', 'GIF89a'].includes(ascii(bytes, 0, 6))) return 'image/gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 4, 8) === 'ftyp' && ['avif', 'avis'].includes(ascii(bytes, 8, 12))) return 'image/avif'
  // A bitmap's second field is its own size, which keeps text that begins with BM out.
  if (ascii(bytes, 0, 2) === 'BM' && startsWith(bytes, 6, 0, 0, 0, 0)) return 'image/bmp'
  return null
}
