/** What the door for mail takes out of an arriving header, and what it must know of it: the rest stays byte for byte. */
import { readAddresses } from './addressList'
import { parseAuthenticationResults, serverName } from './authenticationResults'
import { readFields } from './headerFields'

export type ClaimedSender = {
  /** Domains of the addresses that a reader may take for the sender's, as `serverName` writes them. */
  readonly domains: readonly string[]
  /** `From` fields: a reader and a signature may each take another of several. */
  readonly fromFields: number
  /** `Received` fields. */
  readonly hops: number
}

/** Characters of address fields, and addresses, that are looked at. */
const most = { addressCharacters: 50_000, addresses: 100 }

/** Takes away the Authentication-Results that bear one of these names (RFC 8601 section 5); `servers` as `serverName` writes them. */
export function withoutResultsOf(header: Buffer, servers: ReadonlySet<string>): Buffer {
  const text = header.toString('latin1')
  if (!/^authentication-results[ \t]*:/im.test(text)) return header
  let kept = ''
  let field = ''
  const settle = () => {
    if (!isWrittenBy(field, servers)) kept += field
    field = ''
  }
  for (const line of text.split(/(?<=\n)/)) {
    // A line that begins with space goes on with the field before (RFC 5322 section 2.2.3).
    if (!/^[ \t]/.test(line)) settle()
    field += line
  }
  settle()
  return Buffer.from(kept, 'latin1')
}

function isWrittenBy(field: string, servers: ReadonlySet<string>): boolean {
  const found = /^authentication-results[ \t]*:/i.exec(field)
  if (found === null) return false
  const results = parseAuthenticationResults(field.slice(found[0].length).replace(/\r?\n/g, ''))
  return results !== null && servers.has(results.server)
}

export function claimedSender(header: Buffer): ClaimedSender {
  const fields = readFields(header.toString('latin1'))
  const valuesOf = (name: string) => fields.filter((it) => it.name.toLowerCase() === name).map(({ value }) => value)
  const addressesOf = (name: string) =>
    readAddresses(valuesOf(name).join(', ').slice(0, most.addressCharacters), null, most.addresses).list
  const addresses = [...addressesOf('from'), ...addressesOf('sender')].map(({ address }) => address)
  return {
    domains: [...new Set(addresses.map((it) => serverName(it.slice(it.lastIndexOf('@') + 1).trim())))],
    fromFields: valuesOf('from').length,
    hops: valuesOf('received').length,
  }
}
