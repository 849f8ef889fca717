/** What the door for mail takes out of an arriving header, and what it must know of it: the rest stays byte for byte. */
import { asciiDomain } from '../../../src/contract/mail/domainSpelling'
import { readAddresses } from './addressList'
import { parseAuthenticationResults } from './authenticationResults'
import { readFields, startsField } from './headerFields'
import { trimBlank } from './headerText'

export type ClaimedSender = {
  /** Domains of what a reader may take for the sender's address, as `asciiDomain` writes them. */
  readonly domains: readonly string[]
  /** `From` fields: a reader and a signature may each take another of several. */
  readonly fromFields: number
  /** `Received` fields. */
  readonly hops: number
  /** Whether From and Sender hold more than is looked at: a reader may then find another sender. */
  readonly isCut: boolean
}

/** Characters of address fields, and addresses, that are looked at. */
const most = { addressCharacters: 50_000, addresses: 100 }

/**
 * Takes the blanks away with which the lines before the first field begin: below a field of ours they would go on with it
 * (RFC 5322 section 2.2.3).
 */
export function withoutLeadingFolds(header: Buffer): Buffer {
  const lines = linesOf(header)
  const first = lines.findIndex((line) => startsField(trimBlank(line)))
  const before = lines.slice(0, first < 0 ? lines.length : first + 1)
  if (!before.some((line) => /^[ \t]/.test(line))) return header
  const trimmed = before
    .map((line) => line.replace(/^[ \t]+/, ''))
    .filter((line, at) => before[at] === line || !/^\r?\n?$/.test(line))
  return Buffer.from([...trimmed, ...lines.slice(before.length)].join(''), 'latin1')
}

/** Without Authentication-Results of these servers (RFC 8601 section 5), as `asciiDomain` has them. */
export function withoutResultsOf(header: Buffer, servers: ReadonlySet<string>): Buffer {
  if (!/^authentication-results[ \t]*:/im.test(header.toString('latin1'))) return header
  let kept = ''
  let field = ''
  const settle = () => {
    if (!isWrittenBy(field, servers)) kept += field
    field = ''
  }
  for (const line of linesOf(header)) {
    // A line that is no field belongs to the one before: whoever reads the header later reads on behind it.
    if (startsField(line)) settle()
    field += line
  }
  settle()
  return Buffer.from(kept, 'latin1')
}

const linesOf = (header: Buffer) => header.toString('latin1').split(/(?<=\n)/)

/** @param field One field with all lines behind it that begin no other, read as `readFields` reads it. */
function isWrittenBy(field: string, servers: ReadonlySet<string>): boolean {
  const [read] = readFields(field)
  if (read?.name.toLowerCase() !== 'authentication-results') return false
  const results = parseAuthenticationResults(read.value)
  return results !== null && servers.has(results.server)
}

export function claimedSender(header: Buffer): ClaimedSender {
  const fields = readFields(header.toString('latin1'))
  const valuesOf = (name: string) => fields.filter((it) => it.name.toLowerCase() === name).map(({ value }) => value)
  const lists = ['from', 'sender'].map((name) => {
    const text = valuesOf(name).join(', ')
    const { list } = readAddresses(text.slice(0, most.addressCharacters), null, most.addresses)
    return { list, isCut: text.length > most.addressCharacters || list.length >= most.addresses }
  })
  const addresses = lists.flatMap(({ list }) => list.map(({ address }) => address))
  return {
    domains: [...new Set(addresses.map(domainOfAddress))],
    fromFields: valuesOf('from').length,
    hops: valuesOf('received').length,
    isCut: lists.some(({ isCut }) => isCut),
  }
}

/** A domain with a dot at its end is the same one (RFC 1034 section 3.1). */
function domainOfAddress(address: string): string {
  return asciiDomain(
    address
      .slice(address.lastIndexOf('@') + 1)
      .trim()
      .replace(/\.$/, ''),
  )
}
