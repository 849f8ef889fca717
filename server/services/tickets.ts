/** Short-lived tickets: a link that bears one works without the Authorization header, for its own user alone. */
import type { Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/reading'
import { limits } from '../../src/contract/limits'
import type { Account } from '../core/account'
import { Refusal } from '../core/refusal'
import type { AccountStore } from '../ports/accountStore'
import type { Clock } from '../ports/clock'
import type { TicketStore } from '../ports/ticketStore'
import type { Caller } from './caller'
import { hashToken, newToken } from './token'

type Parts = { readonly tickets: TicketStore; readonly clock: Clock }

export const makeDownloadTicket =
  ({ tickets, clock }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.downloadTicket>> => {
    const sid = newToken()
    const expires = clock.now() + limits.ticketMs
    await tickets.issue(hashToken(sid), account.id, 'download', expires)
    return { sid, expires }
  }

export const makeAntiForgeryToken =
  ({ tickets, clock }: Parts) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.antiForgeryToken>> => {
    const gtk = newToken()
    await tickets.issue(hashToken(gtk), account.id, 'form', clock.now() + limits.ticketMs)
    return { gtk }
  }

/** Whose download ticket this is; throws `ticketExpired` for one that ended or never was. */
export async function ticketOwner(
  { tickets, clock, accounts }: Parts & { readonly accounts: AccountStore },
  sid: string,
): Promise<Account> {
  const id = await tickets.owner(hashToken(sid), 'download', clock.now())
  const account = id === null ? null : await accounts.byId(id)
  if (!account || account.locked) throw new Refusal('ticketExpired')
  return account
}
