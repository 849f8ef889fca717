/** The origins of the gateways that a built app calls (SPEC §7): its build writes them, and whoever serves it lets it reach them. */

/** Stands in the built app's folder: a JSON array of origins, empty where the app calls its own origin alone. */
export const gatewayOriginsFile = 'gateway-origins.json'

/** Which pages call which gateway. */
export type Environment = {
  /** Of its pages, as in `location.hostname`. */
  readonly hostnames: readonly string[]
  /** Base address of its gateway; empty means the page's own origin. */
  readonly gatewayUrl: string
}

/** Origin of a base address; null unless it is http(s) and a host source of CSP (CSP Level 3 §2.3.1), which knows no IPv6. */
export function originOfBase(base: string): string | null {
  if (!URL.canParse(base)) return null
  const { origin } = new URL(base)
  // A URL's host may hold `;`, `'`, `,` or `*`, each of which means something in a policy.
  return /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/.test(origin) ? origin : null
}
