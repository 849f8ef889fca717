/** Which gateway answers a page, by the page's hostname (SPEC §7); the page's own origin unless the configuration names another. */
import type { Environment } from '../../contract/gatewayOrigins'

declare const __EP_ENVIRONMENTS__: readonly Environment[]

/** What `build/environments.ts` has read. */
export const environments = __EP_ENVIRONMENTS__

export function chooseBaseUrl(hostname: string, among: readonly Environment[]): string {
  return among.find(({ hostnames }) => hostnames.includes(hostname))?.gatewayUrl ?? ''
}
