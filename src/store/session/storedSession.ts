/** The session as this browser keeps it (SPEC §3): token, user, tier, domain and organization, each until it runs out. */
import * as v from 'valibot'
import { limits } from '../../contract/limits'
import { tierId } from '../../contract/shapes'
import type { StoredItems } from '../../lib/storage/storedItems'
import type { SessionUser } from './session'

const hour = 3_600_000

/** Hours for which this browser keeps a session; when it ends within them, the gateway says. */
export function sessionHours(stored: StoredItems): number {
  return (stored.get('staysSignedIn') === true ? limits.sessionIdleMs : limits.sessionShortMaxMs) / hour
}

const storedUser = v.object({
  username: v.string(),
  displayName: v.fallback(v.string(), ''),
  photo: v.fallback(v.string(), ''),
})
const storedToken = v.object({ accessToken: v.string(), tokenType: v.string() })
const storedDomain = v.object({ domainName: v.string(), dueTime: v.fallback(v.nullable(v.number()), null) })

/** The user that this browser holds a session for, whichever tab signed in. */
export function readStoredUsername(stored: StoredItems): string | null {
  const user = v.safeParse(storedUser, stored.get('userInfo'))
  return user.success && v.is(storedToken, stored.get('tokenList')) ? user.output.username : null
}

/** What stands in `Authorization`; a renewal ticket first, where one is taken. */
export function readStoredToken(stored: StoredItems, takesTicket = false): string | null {
  const ticket = takesTicket ? stored.get('renewalTicket') : null
  if (typeof ticket === 'string') return `Renewal ${ticket}`
  const token = v.safeParse(storedToken, stored.get('tokenList'))
  return token.success ? `${token.output.tokenType} ${token.output.accessToken}` : null
}

/** What stands in `Organization`. */
export function readStoredOrganization(stored: StoredItems): string | null {
  const organization = v.safeParse(v.object({ code: v.string() }), stored.get('currentOrganization'))
  return organization.success ? organization.output.code : null
}

export function readStoredUser(stored: StoredItems): SessionUser | null {
  if (readStoredUsername(stored) === null) return null
  const user = v.safeParse(storedUser, stored.get('userInfo'))
  const tier = v.safeParse(tierId, stored.get('userMailType'))
  const domain = v.safeParse(storedDomain, stored.get('domain'))
  if (!user.success || !tier.success || !domain.success) return null
  return { ...user.output, tier: tier.output, ...domain.output }
}

/** Keeps the session that this user has, and what it gave where it is new; each visit makes it last anew, as it does at the gateway. */
export function keepUser(stored: StoredItems, user: SessionUser, organization: string | null): void {
  const hours = sessionHours(stored)
  stored.set('staysSignedIn', stored.get('staysSignedIn'), hours)
  stored.set('tokenList', stored.get('tokenList'), hours)
  const { username, displayName, photo } = user
  stored.set('userInfo', { username, displayName, photo }, hours)
  stored.set('userMailType', user.tier, hours)
  stored.set('domain', { domainName: user.domainName, dueTime: user.dueTime }, hours)
  if (organization === null) stored.remove('currentOrganization')
  else stored.set('currentOrganization', { code: organization }, hours)
}
