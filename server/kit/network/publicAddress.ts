/** Which addresses the gateway may fetch from on a stranger's word: public ones alone (TRUST S23). */
import ipaddr from 'ipaddr.js'

/** True for a unicast address of the open internet; private, local, shared, mapped, tunnelled and reserved ones are none. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // `process` turns an IPv4-mapped IPv6 address into the IPv4 address that it would reach.
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 is handed out; the rest holds old ways of writing an IPv4 address.
  return !(address instanceof ipaddr.IPv6) || address.match(ipaddr.IPv6.parse('2000::'), 3)
}

/** The target of a fetch, or null when its form alone forbids it: only http(s), only their own ports, no credentials. */
export function fetchableUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  // The parser leaves a scheme's own port out.
  if (!['', '80', '443'].includes(url.port)) return null
  return url.username === '' && url.password === '' ? url : null
}
