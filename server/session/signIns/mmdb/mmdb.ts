/** Reads MaxMind's database format, version 2 (https://maxmind.github.io/MaxMind-DB/): a tree of an address's bits that ends in entries. */
import * as v from 'valibot'
import { type Decoded, decodeAt } from './mmdbEntries'

export type Mmdb = {
  /** The entry of an address of 4 or 16 bytes; undefined where there is none, or where the file is damaged just there. */
  readonly find: (address: Uint8Array) => Decoded | undefined
}

const mark = Buffer.concat([Buffer.of(0xab, 0xcd, 0xef), Buffer.from('MaxMind.com')])
/** What stands between the tree and its entries, and how far from the end the description may begin. */
const gapBytes = 16
const descriptionBytes = 128 * 1024

/** Throws where the bytes are no such database. */
export function openMmdb(file: Buffer): Mmdb {
  const described = file.lastIndexOf(mark)
  if (described < 0 || described < file.length - descriptionBytes - mark.length) throw new Error('not a MaxMind DB')
  const about = decodeAt(file.subarray(described + mark.length), 0)
  const nodes = numberIn(about, 'node_count')
  const recordBits = numberIn(about, 'record_size')
  const version = numberIn(about, 'ip_version')
  if (![24, 28, 32].includes(recordBits) || ![4, 6].includes(version))
    throw new Error('a MaxMind DB of an unknown kind')
  const nodeBytes = recordBits / 4
  const treeBytes = nodes * nodeBytes
  const entries = file.subarray(treeBytes + gapBytes, described)
  if (nodes === 0 || treeBytes + gapBytes > described) throw new Error('a MaxMind DB that is cut off')

  /** Where a node leads for a bit. */
  function next(node: number, bit: number): number {
    const at = node * nodeBytes
    if (recordBits === 24) return file.readUIntBE(at + bit * 3, 3)
    if (recordBits === 32) return file.readUInt32BE(at + bit * 4)
    const middle = file.readUInt8(at + 3)
    const high = bit === 0 ? middle >> 4 : middle & 15
    return high * 2 ** 24 + file.readUIntBE(at + bit * 4, 3)
  }

  function walk(bytes: Uint8Array, from: number): number {
    let node = from
    for (const byte of bytes)
      for (let bit = 7; bit >= 0; bit -= 1) {
        if (node >= nodes) return node
        node = next(node, (byte >> bit) & 1)
      }
    return node
  }

  // In a tree of IPv6, addresses of IPv4 stand behind 96 bits of nothing.
  const start = version === 6 ? walk(new Uint8Array(12), 0) : 0
  return {
    find: (address) => {
      if (address.length === 16 && version === 4) return undefined
      try {
        const end = walk(address, address.length === 4 ? start : 0)
        return end <= nodes ? undefined : decodeAt(entries, end - nodes - gapBytes)
      } catch {
        return undefined
      }
    },
  }
}

function numberIn(about: Decoded, key: string): number {
  const value = v.safeParse(v.object({ [key]: v.number() }), about)
  if (!value.success) throw new Error(`a MaxMind DB that does not say its ${key}`)
  return value.output[key] ?? 0
}
