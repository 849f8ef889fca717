/** Short-lived tickets: a link that bears one works without the Authorization header, for its own user alone. */
import type { Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import { limits } from '#contract/limits'
import type { Account, AccountId } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { isOver } from '../../kit/membershipDays'
import { hashToken, newToken } from '../../kit/token'
import type { AccountStore } from '../account.store'
import type { SessionStore } from '../session.store'
import type { TicketKind, TicketStore } from './tickets.store'

type Deps = { readonly tickets: TicketStore; readonly clock: Clock }

export const makeDownloadTicket =
  ({ tickets, clock }: Deps) =>
  async (_form: unknown, { account, tokenHash }: Caller): Promise<Reply<typeof entries.downloadTicket>> => {
    const sid = newToken()
    const expires = clock.now() + limits.ticketMs
    await tickets.issue(hashToken(sid), { accountId: account.id, tokenHash }, 'download', expires)
    return { sid, expires }
  }

export const makeAntiForgeryToken =
  ({ tickets, clock }: Deps) =>
  async (_form: unknown, { account, tokenHash }: Caller): Promise<Reply<typeof entries.antiForgeryToken>> => {
    const gtk = newToken()
    const owner = { accountId: account.id, tokenHash }
    await tickets.issue(hashToken(gtk), owner, 'form', clock.now() + limits.ticketMs)
    return { gtk }
  }

/** Lets a person whose membership is over renew it, and nothing else. */
export function issueRenewalTicket(deps: Deps, accountId: AccountId): Promise<string> {
  return issueOwnTicket(deps, accountId, 'renewal')
}

/** Lets a person take back the account that they closed, and nothing else. */
export function issueReturnTicket(deps: Deps, accountId: AccountId): Promise<string> {
  return issueOwnTicket(deps, accountId, 'return')
}

async function issueOwnTicket({ tickets, clock }: Deps, accountId: AccountId, kind: TicketKind) {
  const ticket = newToken()
  const tokenHash = hashToken(ticket)
  await tickets.issue(tokenHash, { accountId, tokenHash }, kind, clock.now() + limits.renewalTicketMs)
  return ticket
}

/** What a download with a ticket is checked against. */
export type TicketChecks = Deps & {
  readonly accounts: AccountStore
  readonly sessions: Pick<SessionStore, 'find'>
}

/** Whose download ticket this is; throws `ticketExpired` for one that ended, alone or with its session, or never was. */
export async function ticketOwner({ tickets, clock, accounts, sessions }: TicketChecks, sid: string): Promise<Account> {
  const now = clock.now()
  const owner = await tickets.owner(hashToken(sid), 'download', now)
  const session = owner === null ? null : await sessions.find(owner.tokenHash, now)
  const account = session === null ? null : await accounts.byId(session.accountId)
  if (!account || account.locked || isOver(account, now)) throw new Refusal('ticketExpired')
  return account
}
