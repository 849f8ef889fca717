/** Hands a member's messages over page by page, and removes the account in the end. */
import type { Account, AccountId } from '../core/account'
import type { FolderId } from '../core/mail'
import type { MailJob, Progress } from '../core/mailJob'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import type { MovedMails } from '../organizations/mailboxMoves.store'
import type { AccountStore } from '../session/account.store'
import type { Removal, Removals } from './members.store'

export type RemovalWorkDeps = {
  readonly removals: Removals
  readonly movedMails: MovedMails
  readonly mailStores: MailStores
  readonly accounts: Pick<AccountStore, 'byId'>
  readonly clock: Clock
  /** All of an account but its own row; done again where it broke off. */
  readonly deleteAccountData: (account: AccountId) => Promise<void>
}

/** False where the work is to end here, for another worker to go on with. */
type Note = (progress: Progress) => Promise<boolean>

/** Answers whether it is done. Throws `Refusal` where it cannot go on. */
export const makeWorkMemberRemoval =
  (deps: RemovalWorkDeps) =>
  async (memberId: AccountId, { position, done }: MailJob, note: Note): Promise<boolean> => {
    const removal = await deps.removals.find(memberId)
    const member = await deps.accounts.byId(memberId)
    if (removal === null || member === null) return true
    const copied = { position, done }
    const copy = async () => {
      // Where nothing is left nobody has to get it.
      if (removal.state === 'deleting' || (await deps.movedMails.held(memberId)).count === 0) return 'copied'
      const target = await heirOf(deps, removal)
      return target === null ? 'copied' : copyMails(deps, { member, ...target }, copied, note)
    }
    if ((await copy()) === 'stopped') return false
    if (!(await deps.removals.shut(memberId, deps.clock.now()))) return true
    // What came in before the mailbox was shut.
    if ((await copy()) === 'stopped') return false
    if (!(await deps.removals.mayDelete(memberId, deps.clock.now()))) return true
    await deps.deleteAccountData(memberId)
    // What was still under way while the rest went.
    await deps.deleteAccountData(memberId)
    await deps.removals.finish(removal, member.address, deps.clock.now())
    return true
  }

type Heir = { readonly target: Account; readonly folder: FolderId }

/** Who gets the messages, and in which folder: one of this name that is there is gone on with. */
async function heirOf(
  { accounts, mailStores }: RemovalWorkDeps,
  { memberId, targetId, organization }: Removal,
): Promise<Heir | null> {
  if (targetId === null) return null
  const [member, target] = [await accounts.byId(memberId), await accounts.byId(targetId)]
  // Whoever left the organization meanwhile gets nothing of it (TRUST S22).
  if (member === null || target === null || target.organization !== organization) throw new Refusal('notAllowed')
  const store = mailStores.of(target)
  const made = await store.createFolder(member.address)
  const folder = made ?? (await store.folders()).find(({ name }) => name === member.address)
  if (folder === undefined) throw new Refusal('folderExists')
  return { target, folder: folder.id }
}

type Way = Heir & { readonly member: Account }
type Copied = { position: number; done: number }

/** Ends with 'copied' at the last message; one that comes later is behind `position`. */
async function copyMails(
  { movedMails, removals }: RemovalWorkDeps,
  { member, target, folder }: Way,
  copied: Copied,
  note: Note,
): Promise<'copied' | 'stopped'> {
  for (;;) {
    const position = await movedMails.mirrorPage(member, target, copied.position, folder)
    if (position === null) return 'copied'
    copied.position = position
    const { count: total } = await movedMails.held(member.id)
    copied.done = Math.min(total, copied.done + pageOfMails)
    if (!(await note({ ...copied, total }))) return 'stopped'
    // It was cancelled: `shut` finds that out as well.
    if ((await removals.find(member.id)) === null) return 'copied'
  }
}

/** Messages of one page, as `movedMails` reads them. */
const pageOfMails = 50
