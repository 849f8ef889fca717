/** An account that its owner closes: taken back in 14 days, else removed (docs/decisions/0063). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/account/leaving'
import { leavingLimits } from '#contract/leaving/leavingRules'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { hashToken } from '../kit/token'
import type { MailboxMoves } from '../organizations/mailboxMoves.store'
import type { OrganizationStore } from '../organizations/organizations.store'
import type { TellOwner } from '../protection/ownerNotices.port'
import type { SecureMailboxes } from '../protection/secureMailboxes.store'
import type { AccountStore } from '../session/account.store'
import { type AccessStores, endAccess } from '../session/endAccess'
import { type FactorDeps, hasSecondFactor, passCode } from '../session/factors/factorCodes'
import { type ProvePasswordDeps, proveKeptPassword } from '../session/password/provePassword'
import type { TicketStore } from '../session/tickets/tickets.store'
import type { Closings } from './closings.store'

export type ClosingDeps = AccessStores &
  ProvePasswordDeps &
  FactorDeps & {
    readonly tickets: Pick<TicketStore, 'owner'>
    readonly closings: Closings
    readonly accounts: AccountStore
    readonly organizations: Pick<OrganizationStore, 'byCode'>
    readonly secureMailboxes: Pick<SecureMailboxes, 'find'>
    readonly tellOwner: TellOwner
    /** False where a mail server has the passwords. */
    readonly keepsPasswords: boolean
  }

export const makeClosingState =
  ({ keepsPasswords, organizations, factors }: ClosingDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.closingState>> => {
    const { organization: code, tier, dueAt } = account
    const organization = code === null ? null : ((await organizations.byCode(code))?.name ?? code)
    const needsCode = await hasSecondFactor(factors, account.id)
    return { isOffered: keepsPasswords, organization, needsCode, tier, dueTime: dueAt }
  }

export const makeCloseAccount =
  (deps: ClosingDeps) =>
  async (
    { password, code = '' }: Form<typeof entries.closeAccount>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.closeAccount>> => {
    await proveKeptPassword(deps, account, password)
    if (account.organization !== null) throw new Refusal('notAllowed')
    if (await hasSecondFactor(deps.factors, account.id)) await passCode(deps, account.id, code)
    const closesAt = deps.clock.now() + leavingLimits.returnMs
    if (!(await deps.closings.close(account.id, closesAt))) throw new Refusal('notAllowed')
    await endAccess(deps, account.id)
    await deps.tellOwner(account, 'accountClosed', [(await deps.secureMailboxes.find(account.id)).address])
    return { closesAt }
  }

export const makeTakeBackAccount =
  (deps: ClosingDeps) =>
  async ({ ticket }: Form<typeof entries.takeBackAccount>): Promise<Reply<typeof entries.takeBackAccount>> => {
    const owner = await deps.tickets.owner(hashToken(ticket), 'return', deps.clock.now())
    const account = owner === null ? null : await deps.accounts.byId(owner.accountId)
    if (account === null) throw new Refusal('ticketExpired')
    // Sessions that a crash left from before the closing end before it is open again.
    await endAccess(deps, account.id)
    if (!(await deps.closings.takeBack(account.id, deps.clock.now()))) throw new Refusal('ticketExpired')
    await deps.tellOwner(account, 'accountTakenBack', [(await deps.secureMailboxes.find(account.id)).address])
    return {}
  }

export type RemovalDeps = AccessStores &
  Pick<ClosingDeps, 'closings' | 'clock'> & {
    readonly accounts: Pick<AccountStore, 'byId' | 'remove'>
    readonly mailboxMoves: Pick<MailboxMoves, 'find' | 'resume' | 'forget'>
    readonly deleteAccountData: (account: AccountId) => Promise<void>
    readonly report: (name: string) => void
  }

/** Removes accounts whose time is over; what breaks off is gone on with the next time. */
export async function removeClosedAccounts(deps: RemovalDeps): Promise<void> {
  for (const id of await deps.closings.due(deps.clock.now()))
    await removeClosed(deps, id).catch((error: unknown) =>
      deps.report(error instanceof Error ? error.name : typeof error),
    )
}

/** The account's own row goes last: while it is there, the removal is due. */
async function removeClosed(deps: RemovalDeps, id: AccountId): Promise<void> {
  const account = await deps.accounts.byId(id)
  // Between the list and here it may have been taken back.
  if (account === null || !(await deps.closings.shut(id, deps.clock.now()))) return
  await endAccess(deps, id)
  const targetId = await removeMoveTarget(deps, id)
  await deps.deleteAccountData(id)
  // What was still under way while the rest went.
  await deps.deleteAccountData(id)
  if (targetId !== null) await deps.deleteAccountData(targetId)
  await deps.closings.blockName(account.address, deps.clock.now())
  await deps.accounts.remove(id)
}

/** What an unfinished transfer has made would stay locked for good, with its seat. */
async function removeMoveTarget(deps: RemovalDeps, id: AccountId): Promise<AccountId | null> {
  // A worker that has it in hand hears of it after its page.
  if (!(await deps.mailboxMoves.resume(id, 'cancelling', deps.clock.now()))) return null
  const move = await deps.mailboxMoves.find(id)
  if (move === null) return null
  await deps.deleteAccountData(move.targetId)
  await deps.accounts.remove(move.targetId)
  await deps.mailboxMoves.forget(id)
  return move.targetId
}
