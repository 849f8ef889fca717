/**
 * Whose X-Forwarded-For is believed. The header is read from its right end, where the nearest proxy wrote: what stands to the left of the
 * first address that is no trusted proxy was written by the client, and is never looked at (TRUST S19).
 */
import { BlockList, isIP } from 'node:net'

type Network = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' }

/** Null where no proxy stands in front: the header is ignored. */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly Network[] } | null

/** Proxies between a browser and a gateway, at the most. */
const mostHops = 9

/** A number of hops, or addresses and networks (CIDR) by commas; undefined for what is neither. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    if (hops > mostHops) return undefined
    return hops === 0 ? null : { hops }
  }
  const read = text.split(',').map((it) => readNetwork(it.trim()))
  const networks = read.filter((it) => it !== null)
  return networks.length === read.length ? { networks } : undefined
}

function readNetwork(text: string): Network | null {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const kind = isIP(address)
  if (kind === 0 || address.includes('%')) return null
  const most = kind === 4 ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  // All addresses at once would be everybody: then anybody could write anything.
  if (prefix < 1 || prefix > most) return null
  return { address, prefix, family: kind === 4 ? 'ipv4' : 'ipv6' }
}

/** Whether an address is a trusted proxy; `hop` 0 is the peer of the connection, 1 the last entry of the header, and so on. */
export function proxyTrust(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === null) return () => false
  if ('hops' in trusted) return (_address, hop) => hop < trusted.hops
  const list = new BlockList()
  for (const { address, prefix, family } of trusted.networks) list.addSubnet(address, prefix, family)
  return (address) => {
    const kind = isIP(address)
    return kind !== 0 && list.check(address, kind === 4 ? 'ipv4' : 'ipv6')
  }
}
