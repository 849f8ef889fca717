/** Network addresses as bytes, and cut down to the network that they are in. */
import { isIP } from 'node:net'

/** 4 or 16 bytes; null for what is no address. One of IPv4 that is written in IPv6 (RFC 4291, 2.5.5.2) is one of IPv4. */
export function addressBytes(address: string): Uint8Array | null {
  const text = address.replace(/%.*$/, '')
  const kind = isIP(text)
  if (kind === 0) return null
  if (kind === 4) return Uint8Array.from(text.split('.'), Number)
  const tail = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text)
  const pair = (at: number) => ((Number(tail?.[at]) << 8) | Number(tail?.[at + 1])).toString(16)
  const [head = '', rest] = (tail ? `${tail[1]}${pair(2)}:${pair(4)}` : text).split('::')
  const groups = (part: string | undefined) => (part ? part.split(':').map((it) => Number.parseInt(it, 16)) : [])
  const [before, after] = [groups(head), groups(rest)]
  const words = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
  const bytes = Uint8Array.from(words.flatMap((it) => [it >> 8, it & 255]))
  const isMapped = words.slice(0, 5).every((it) => it === 0) && words[5] === 0xffff
  return isMapped ? bytes.slice(12) : bytes
}

/**
 * What limits count as one client: an IPv4 address, or the /64 of an IPv6 one, which a provider gives to a single customer (RFC 7421).
 * A port, as some proxies write it, is left out; what is no address stands for itself.
 */
export function clientNetwork(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  const bytes = addressBytes(bare)
  if (bytes === null) return address
  if (bytes.length === 4) return bytes.join('.')
  const words = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16))
  return `${words.join(':')}::/64`
}

/** Its /24 or /48, which names a network and no house; empty for what is no address. */
export function networkOf(address: string): string {
  const bytes = addressBytes(address)
  if (bytes === null) return ''
  if (bytes.length === 4) return `${bytes.slice(0, 3).join('.')}.0/24`
  const words = [0, 2, 4].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16))
  return `${words.join(':').replace(/(:0)+$/, '')}::/48`
}
