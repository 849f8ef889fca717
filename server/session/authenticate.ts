/** Proves a session by its token: sliding while it is used, and over for good after its longest life (TRUST S17, S18). */
import type { Caller } from '../core/caller'
import type { Clock } from '../kit/clock'
import { isOver } from '../kit/membershipDays'
import { hashToken } from '../kit/token'
import type { AccountStore } from './account.store'
import type { SessionStore } from './session.store'
import { lifeOf } from './sessionLife'
import type { TicketStore } from './tickets/tickets.store'

/** The end of a session moves at most this often: not every call should write to the disk. */
const extendEveryMs = 60_000

export type AuthenticateDeps = {
  readonly sessions: SessionStore
  readonly accounts: AccountStore
  readonly tickets: Pick<TicketStore, 'owner'>
  readonly clock: Clock
  readonly sessionIdleMs: number
}

/** The hash under which the session that an Authorization header names would be kept; null where it names none. */
export function namedSession(authorization: string | undefined): string | null {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
  return token === undefined ? null : hashToken(token)
}

/** From an Authorization header to whoever is calling; null for none. */
export function makeAuthenticate({ sessions, accounts, tickets, clock, sessionIdleMs }: AuthenticateDeps) {
  async function byTicket(authorization: string | undefined): Promise<Caller | null> {
    const ticket = /^Renewal ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
    if (ticket === undefined) return null
    const [tokenHash, now] = [hashToken(ticket), clock.now()]
    const owner = await tickets.owner(tokenHash, 'renewal', now)
    const account = owner === null ? null : await accounts.byId(owner.accountId)
    if (account === null || account.locked) return null
    const session = { accountId: account.id, username: account.address, timezone: 'Asia/Shanghai', createdAt: now }
    return { account, session, tokenHash, sealedSecret: null }
  }

  return async (authorization: string | undefined, takesTicket = false): Promise<Caller | null> => {
    const tokenHash = namedSession(authorization)
    if (tokenHash === null) return takesTicket ? byTicket(authorization) : null
    const now = clock.now()
    const session = await sessions.find(tokenHash, now)
    const longest = session ? session.createdAt + lifeOf(session.isKept, sessionIdleMs).longestMs : 0
    if (!session || longest <= now) return null
    const account = await accounts.byId(session.accountId)
    if (!account || account.locked) return null
    if (isOver(account, now)) {
      // For good: a renewal is followed by a sign-in.
      await sessions.closeAll(account.id)
      return null
    }
    const end = Math.min(now + lifeOf(session.isKept, sessionIdleMs).idleMs, longest)
    if (end - session.expiresAt >= extendEveryMs) await sessions.extend(tokenHash, end)
    return { account, session, tokenHash, sealedSecret: session.sealedSecret }
  }
}
