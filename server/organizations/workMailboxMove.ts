/** Carries a mailbox in passes, until the old one has not changed since the last began. */
import type { Account } from '../core/account'
import type { MailJob, Progress } from '../core/mailJob'
import { Refusal, WorkUnfinished } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { AccountStore } from '../session/account.store'
import { resealedSecret } from '../session/factors/factorCodes'
import type { FactorStore } from '../session/factors/factors.store'
import type { Sealer } from '../session/password/sealer.port'
import type { MailboxMove, MailboxMoves, Mirrored, MovedMails } from './mailboxMoves.store'

export type MoveWorkDeps = {
  readonly mailboxMoves: MailboxMoves
  readonly movedMails: MovedMails
  readonly accounts: Pick<AccountStore, 'byId' | 'remove'>
  readonly factors: Pick<FactorStore, 'secret'>
  readonly sealer: Sealer
  readonly clock: Clock
  /** All of an account but its own row; done again where it broke off. */
  readonly deleteAccountData: (account: string) => Promise<void>
}

/** False where the work is to end here, for another worker to go on with. */
type Note = (progress: Progress) => Promise<boolean>

/** Answers whether it is done. Throws `Refusal`, and `WorkUnfinished` after a pass in vain. */
export const makeWorkMailboxMove =
  (deps: MoveWorkDeps) =>
  async ({ accountId, position }: MailJob, note: Note): Promise<boolean> => {
    for (let start = position; ; start = 0) {
      const move = await deps.mailboxMoves.find(accountId)
      if (move === null || move.state === 'done') return true
      if (move.isCancelled) return removeTarget(deps, move)
      const [from, to] = [await deps.accounts.byId(accountId), await deps.accounts.byId(move.targetId)]
      if (from === null || to === null) throw new Refusal('notFound')
      const changes = await deps.movedMails.changes(from.id)
      await deps.movedMails.removeGone(from, to)
      const passed = await mirrorMails(deps, { from, to, start }, note)
      if (passed === 'stopped') return false
      if (passed === 'cancelled') continue
      const contacts = await deps.mailboxMoves.mirrorContacts(move)
      const mirrored = { changes, contacts, factor: await factorOf(deps, move) }
      // A pass that began in the middle has not looked at all of it.
      if (start > 0) continue
      if (await deps.mailboxMoves.finish(move, mirrored, deps.clock.now())) return true
      throw new WorkUnfinished()
    }
  }

type Pass = { readonly from: Account; readonly to: Account; readonly start: number }

async function mirrorMails({ movedMails, mailboxMoves }: MoveWorkDeps, { from, to, start }: Pass, note: Note) {
  for (let position: number | null = start; position !== null; ) {
    position = await movedMails.mirrorPage(from, to, position)
    const [{ count: total }, { count }] = [await movedMails.held(from.id), await movedMails.held(to.id)]
    if (!(await note({ done: Math.min(count, total), total, position: position ?? 0 }))) return 'stopped'
    if ((await mailboxMoves.find(from.id))?.isCancelled !== false) return 'cancelled'
  }
  return 'passed'
}

async function factorOf({ factors, sealer }: MoveWorkDeps, move: MailboxMove): Promise<Mirrored['factor']> {
  const secret = await factors.secret(move.accountId)
  if (secret === null || secret.confirmedAt === null) return null
  const resealed = resealedSecret(sealer, move.accountId, move.targetId, secret.sealed)
  // Without it the password alone would open the new mailbox.
  if (resealed === null) throw new Refusal('operationFailed')
  return { sealed: secret.sealed, resealed }
}

async function removeTarget(
  { accounts, deleteAccountData, mailboxMoves }: MoveWorkDeps,
  { accountId, targetId }: MailboxMove,
): Promise<boolean> {
  await deleteAccountData(targetId)
  await accounts.remove(targetId)
  await mailboxMoves.forget(accountId)
  return true
}
