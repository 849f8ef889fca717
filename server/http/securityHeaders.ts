/** The headers that every answer and page carries (TRUST S16, S25, S26). */
import { originOfBase } from '../../src/contract/gatewayOrigins'

export type SiteAddress = { readonly corsOrigins: readonly string[]; readonly publicUrl: string | null }

/** `gateways`: a list of host sources with a space before it, or nothing. */
const policyWith = (gateways: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self'${gateways} data: blob:`,
    `media-src 'self'${gateways}`,
    "font-src 'self'",
    `connect-src 'self'${gateways}`,
    `frame-src 'self'${gateways} blob:`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    `form-action 'self'${gateways}`,
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ')

/** Each origin with a space before it; what is none, or would mean more in a policy, is left out. */
export function hostSources(origins: readonly string[]): string {
  return origins.flatMap((one) => (originOfBase(one) === one ? [` ${one}`] : [])).join('')
}

/** `gatewayOrigins`: of the gateways that the app calls beside the one that serves it (SPEC §7). */
export function securityHeaders(
  { publicUrl }: SiteAddress,
  gatewayOrigins: readonly string[] = [],
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policyWith(hostSources(gatewayOrigins)),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Headers that let an origin of the configured list call with its credentials; every other gets none of them. */
export function corsHeaders(
  { corsOrigins }: SiteAddress,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  const vary = { vary: 'Origin' }
  if (origin === undefined || !corsOrigins.includes(origin)) return vary
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After, Content-Disposition',
  }
}

/** What a preflight of an allowed origin is told beside the above. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Organization, Content-Type',
  'access-control-max-age': '600',
} as const
