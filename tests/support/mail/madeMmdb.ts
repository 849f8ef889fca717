/** Writes small databases in MaxMind's format, version 2, as its specification says; apart from the code that reads them. */
import { addressBytes } from '#server/kit/network/networkAddress'

type Value = string | number | boolean | Pointer | { readonly [key: string]: Value } | readonly Value[]
/** To an offset among the entries. */
type Pointer = { readonly pointer: number }

type Options = {
  /** Networks such as `192.0.2.0/24`, each with its entry. */
  readonly networks: Readonly<Record<string, Value>>
  readonly recordBits?: 24 | 28 | 32
  readonly version?: 4 | 6
}

const isPointer = (value: object): value is Pointer => 'pointer' in value

function head(kind: number, size: number): Buffer {
  const short = size < 29 ? size : size < 285 ? 29 : 30
  const control = kind < 8 ? Buffer.of((kind << 5) | short) : Buffer.of(short, kind - 7)
  const more = size < 29 ? [] : size < 285 ? [size - 29] : [(size - 285) >> 8, (size - 285) & 255]
  return Buffer.concat([control, Buffer.from(more)])
}

export function writtenEntry(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'boolean') return head(14, value ? 1 : 0)
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([head(6, 4), bytes])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return Buffer.concat([head(3, 8), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(writtenEntry)])
  if (isPointer(value)) return Buffer.of((1 << 5) | (value.pointer >> 8), value.pointer & 255)
  const pairs = Object.entries(value)
  return Buffer.concat([
    head(7, pairs.length),
    ...pairs.flatMap(([key, one]) => [writtenEntry(key), writtenEntry(one)]),
  ])
}

/** A branch is the number of a node, an entry's offset, or nothing. */
type Branch = { readonly node: number } | { readonly entry: number } | null

export function madeMmdb({ networks, recordBits = 28, version = 6 }: Options): Buffer {
  const nodes: [Branch, Branch][] = [[null, null]]
  const entries: Buffer[] = []
  for (const [network, value] of Object.entries(networks)) {
    const [address = '', length = ''] = network.split('/')
    const bytes = addressBytes(address) ?? new Uint8Array()
    const isShort = bytes.length === 4 && version === 6
    const whole = isShort ? Buffer.concat([Buffer.alloc(12), bytes]) : bytes
    const depth = Number(length) + (isShort ? 96 : 0)
    let at = 0
    for (let bit = 0; bit < depth; bit += 1) {
      const side = ((whole[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
      const node = nodes[at] ?? [null, null]
      const branch = node[side] ?? null
      if (bit === depth - 1) node[side] = { entry: Buffer.concat(entries).length }
      else if (branch !== null && 'node' in branch) at = branch.node
      else {
        node[side] = { node: nodes.push([null, null]) - 1 }
        at = nodes.length - 1
      }
    }
    entries.push(writtenEntry(value))
  }
  const numberOf = (branch: Branch) =>
    branch === null ? nodes.length : 'node' in branch ? branch.node : nodes.length + 16 + branch.entry
  const tree = nodes.map(([left, right]) => record(numberOf(left), numberOf(right), recordBits))
  const about = writtenEntry({ node_count: nodes.length, record_size: recordBits, ip_version: version })
  const mark = Buffer.concat([Buffer.of(0xab, 0xcd, 0xef), Buffer.from('MaxMind.com')])
  return Buffer.concat([...tree, Buffer.alloc(16), ...entries, mark, about])
}

function record(left: number, right: number, bits: 24 | 28 | 32): Buffer {
  const hex = (value: number) => value.toString(16).padStart(bits / 4, '0')
  if (bits !== 28) return Buffer.from(hex(left) + hex(right), 'hex')
  // The byte in the middle holds the highest four bits of both.
  const [one, other] = [hex(left), hex(right)]
  return Buffer.from(one.slice(1) + one.slice(0, 1) + other.slice(0, 1) + other.slice(1), 'hex')
}

/** As GeoLite2 City writes it. */
export const hangzhou = {
  city: { geoname_id: 1808926, names: { en: 'Hangzhou', 'zh-CN': '杭州' } },
  country: { iso_code: 'CN', names: { en: 'China' } },
  location: { latitude: 30.2937, longitude: 120.1614, time_zone: 'Asia/Shanghai' },
}
export const berlin = {
  city: { names: { en: 'Berlin' } },
  country: { iso_code: 'DE' },
  location: { latitude: 52.5196, longitude: 13.4069 },
}
