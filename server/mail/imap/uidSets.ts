/** Sets of UIDs as IMAP writes them (`1:5,7`), short enough for one command line each. */

/** Characters of a set in one command: servers take lines of 8,000 octets at least (RFC 7162 §4), and a long path may stand beside it. */
const longestSet = 6_000
/** UIDs of one command that changes them: between two commands others get their turn, and something moves on the line. */
const mostPerCommand = 5_000

export type UidChunk = { readonly set: string; readonly uids: readonly number[] }

/** In ascending order, each UID once. */
export function uidChunks(uids: Iterable<number>): readonly UidChunk[] {
  const sorted = Uint32Array.from(new Set(uids)).sort()
  const chunks: UidChunk[] = []
  let set = ''
  let held: number[] = []
  let at = 0
  while (at < sorted.length) {
    const end = endOfRun(sorted, at, mostPerCommand - held.length)
    const [first, last] = [sorted[at] ?? 0, sorted[end - 1] ?? 0]
    const range = first === last ? `${first}` : `${first}:${last}`
    set = set === '' ? range : `${set},${range}`
    for (let index = at; index < end; index += 1) held.push(sorted[index] ?? 0)
    at = end
    if (set.length > longestSet || held.length >= mostPerCommand || at >= sorted.length) {
      chunks.push({ set, uids: held })
      set = ''
      held = []
    }
  }
  return chunks
}

function endOfRun(sorted: Uint32Array, start: number, most: number): number {
  let end = start + 1
  while (end < sorted.length && end - start < most && sorted[end] === (sorted[end - 1] ?? 0) + 1) end += 1
  return end
}

/** The UIDs of a set that a server sent, at most `most` of them; what is no UID is left out. */
export function readUidSet(set: string, most: number): readonly number[] {
  const uids: number[] = []
  for (const part of set.split(',')) {
    const [, first = '', last = first] = /^(\d{1,10})(?::(\d{1,10}))?$/.exec(part) ?? []
    if (first === '') continue
    const [low, high] = [Math.min(Number(first), Number(last)), Math.max(Number(first), Number(last))]
    for (let uid = Math.max(1, low); uid <= high && uids.length < most; uid += 1) uids.push(uid)
  }
  return uids
}
