/** Names of files that leave the house: no folder, no sign that misleads, nothing that a system takes for a device (TRUST S10, S31). */

/** Bytes in UTF-8, as file systems count. */
const longestName = 255

/** A bare name for a file: no folder, no control or direction sign, no device of Windows, no more than a file system takes. */
export function safeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = base
    // C0, DEL, C1, half pairs, line separators, and the signs that turn the direction of writing.
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/gu, '')
    .replaceAll(/[:*?"<>|]/g, '_')
    .replace(/^[ .]+|[ .]+$/g, '')
  const kept = shortened(clean)
  if (kept === '') return 'attachment'
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(kept) ? `_${kept}` : kept
}

/** The same names, each made safe and none twice, not even for a system that takes `A` and `a` for one. */
export function distinctFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((raw) => {
    const name = safeFileName(raw)
    const key = folded(name)
    let candidate = name
    for (let count = counts.get(key) ?? 2; taken.has(folded(candidate)); count += 1) {
      candidate = numberedFileName(name, count, longestName)
      counts.set(key, count + 1)
    }
    taken.add(folded(candidate))
    return candidate
  })
}

const folded = (name: string) => name.normalize('NFC').toLowerCase()

/** With a number before its ending; shortened where it would be more bytes than `most`. */
export function numberedFileName(name: string, count: number, most: number): string {
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  const base = [...(dot > 0 ? name.slice(0, dot) : name)]
  const written = () => `${base.join('')} (${count})${ending}`
  while (base.length > 1 && Buffer.byteLength(written()) > most) base.pop()
  return written()
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestName) return name
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? ''
  let room = longestName - Buffer.byteLength(extension)
  const base = [...name].slice(0, longestName).filter((character) => {
    room -= Buffer.byteLength(character)
    return room >= 0
  })
  return base.join('') + extension
}
