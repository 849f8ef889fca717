import { asciiDomain } from '../../src/contract/mail/domainSpelling'

/** The domain of an address, in lower case and A-labels. */
export function domainOf(address: string): string {
  return asciiDomain(address.slice(address.lastIndexOf('@') + 1))
}
