/** What administrators do to members of their organization (TRUST S21, S22). */
import type { RefusalCode } from '#contract/codes'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/organization/administrationMembers'
import { asciiDomain } from '#contract/mail/domainSpelling'
import { checkUserName, typedUserName } from '#contract/registration/userName'
import { tiers } from '#contract/tiers'
import type { AccountId } from '../core/account'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import type { Clock } from '../kit/clock'
import type { MailStores } from '../mail/mail.store'
import type { MovedMails } from '../organizations/mailboxMoves.store'
import type { OrganizationStore } from '../organizations/organizations.store'
import { sendsKey, sendWindowMs } from '../outbox/send/sendCount'
import type { NoticeKind, TellOwner } from '../protection/ownerNotices.port'
import type { SecureMailboxes } from '../protection/secureMailboxes.store'
import type { AccountStore } from '../session/account.store'
import { type AccessStores, endAccess, endAccessAndPasskeys } from '../session/endAccess'
import type { PasskeyStore } from '../session/passkeys/passkeys.store'
import type { PasswordGuesses } from '../session/password/guesses/passwordGuesses.port'
import type { PasswordHasher } from '../session/password/passwordHasher.port'
import { checkNewPassword } from '../session/password/passwordRule'
import { type AdministratorDeps, administratorOf } from './administrator'
import type { Administrators, Change } from './administrators.store'
import type { Members, Removals } from './members.store'

export type MemberDeps = AdministratorDeps &
  AccessStores & {
    readonly administrators: Administrators
    readonly members: Members
    readonly removals: Removals
    /** Null where a mail server keeps the mailboxes. */
    readonly movedMails: MovedMails | null
    readonly mailStores: MailStores
    /** There is work. */
    readonly wakeJobs: () => void
    readonly passkeys: Pick<PasskeyStore, 'removeAll'>
    readonly organizations: Pick<OrganizationStore, 'domains'>
    readonly accounts: Pick<AccountStore, 'byId' | 'byAddress'>
    readonly secureMailboxes: Pick<SecureMailboxes, 'find'>
    readonly hasher: PasswordHasher
    readonly passwordGuesses: PasswordGuesses
    readonly tellOwner: TellOwner
    readonly clock: Clock
    readonly keepsPasswords: boolean
  }

const refused: Readonly<Record<'unknown' | 'unfit' | 'last', RefusalCode>> = {
  unknown: 'notFound',
  unfit: 'notAllowed',
  last: 'notAllowed',
}

function done(result: 'done' | keyof typeof refused): void {
  if (result !== 'done') throw new Refusal(refused[result])
}

export const makeListMembers =
  (deps: MemberDeps) =>
  async (
    { words, cursor, size }: Form<typeof entries.listMembers>,
    caller: Caller,
  ): Promise<Reply<typeof entries.listMembers>> => {
    const { organization } = await administratorOf(deps, caller)
    const sentSince = deps.clock.now() - sendWindowMs
    const query = { words, cursor, size, sentSince, sendsPrefix: sendsKey('') }
    const { list, next } = await deps.members.page(organization.code, query)
    return { list: list.map((one) => ({ ...one, isSelf: one.id === caller.account.id })), next }
  }

/** The gate, where accounts are kept here; and the change, with its time. */
async function changeOf(deps: MemberDeps, caller: Caller): Promise<Change> {
  return (await changeWithin(deps, caller)).change
}

async function changeWithin(deps: MemberDeps, caller: Caller) {
  const { organization, change } = await administratorOf(deps, caller)
  if (!deps.keepsPasswords) throw new Refusal('serverCannot')
  return { organization, change: { ...change, now: deps.clock.now() } satisfies Change }
}

const notAdded = { foreign: 'notFound', taken: 'nameTaken', full: 'seatsFull' } as const

export const makeAddMember =
  (deps: MemberDeps) =>
  async (form: Form<typeof entries.addMember>, caller: Caller): Promise<Reply<typeof entries.addMember>> => {
    const change = await changeOf(deps, caller)
    const [name, domain] = [typedUserName(form.name), asciiDomain(form.domain)]
    if (!(await deps.organizations.domains(change.organization)).includes(domain))
      throw new Refusal('notFound', { field: 'domain' })
    const fault = checkUserName(name)
    // Names such as `admin` are kept from strangers, and an administrator is none.
    if (fault !== null && fault !== 'reserved') throw new Refusal('nameInvalid', { field: 'name' })
    const owner = { address: `${name}@${domain}`, displayName: form.displayName.trim() || name }
    await checkNewPassword(deps, form.password, owner, 'password')
    const passwordHash = await deps.hasher.hash(form.password)
    const result = await deps.members.add({ ...owner, passwordHash }, { ...change, now: deps.clock.now() })
    if (result !== 'done') throw new Refusal(notAdded[result], { field: result === 'foreign' ? 'domain' : 'name' })
    return {}
  }

export const makeLockMember =
  (deps: MemberDeps) =>
  async ({ id }: Form<typeof entries.lockMember>, caller: Caller): Promise<Reply<typeof entries.lockMember>> => {
    const change = await changeOf(deps, caller)
    done(await deps.members.lock(id, change))
    await endAccess(deps, id)
    return {}
  }

export const makeUnlockMember =
  (deps: MemberDeps) =>
  async ({ id }: Form<typeof entries.unlockMember>, caller: Caller): Promise<Reply<typeof entries.unlockMember>> => {
    done(await deps.members.unlock(id, await changeOf(deps, caller)))
    return {}
  }

async function tell(deps: MemberDeps, id: AccountId, kind: NoticeKind): Promise<void> {
  const account = await deps.accounts.byId(id)
  if (account !== null) await deps.tellOwner(account, kind, [(await deps.secureMailboxes.find(id)).address])
}

export const makeResetMemberPassword =
  (deps: MemberDeps) =>
  async (
    { id, password }: Form<typeof entries.resetMemberPassword>,
    caller: Caller,
  ): Promise<Reply<typeof entries.resetMemberPassword>> => {
    const change = await changeOf(deps, caller)
    const member = await deps.members.find(change.organization, id)
    if (member === null) throw new Refusal('notFound')
    await checkNewPassword(deps, password, { address: member.address, displayName: member.name }, 'password')
    done(await deps.members.setPassword(id, await deps.hasher.hash(password), { ...change, now: deps.clock.now() }))
    await endAccess(deps, id)
    await tell(deps, id, 'passwordSetByAdministrator')
    return {}
  }

export const makeResetMemberFactors =
  (deps: MemberDeps) =>
  async (
    { id }: Form<typeof entries.resetMemberFactors>,
    caller: Caller,
  ): Promise<Reply<typeof entries.resetMemberFactors>> => {
    done(await deps.members.resetFactors(id, await changeOf(deps, caller)))
    await endAccessAndPasskeys(deps, id)
    await tell(deps, id, 'factorsReset')
    return {}
  }

export const makeSetMemberQuota =
  (deps: MemberDeps) =>
  async (
    { id, bytes }: Form<typeof entries.setMemberQuota>,
    caller: Caller,
  ): Promise<Reply<typeof entries.setMemberQuota>> => {
    const { organization, change } = await changeWithin(deps, caller)
    if (bytes !== undefined && bytes > tiers[organization.tier].quotaBytes)
      throw new Refusal('badField', { field: 'bytes' })
    done(await deps.members.setQuota(id, bytes ?? null, change))
    return {}
  }

export const makeSetMemberRole =
  (deps: MemberDeps) =>
  async (
    { id, role }: Form<typeof entries.setMemberRole>,
    caller: Caller,
  ): Promise<Reply<typeof entries.setMemberRole>> => {
    const { change: by } = await administratorOf(deps, caller)
    const change = { ...by, now: deps.clock.now() }
    const { appoint, dismiss } = deps.administrators
    done(await (role === 'administrator' ? appoint(id, change) : dismiss(id, change)))
    return {}
  }

/** Who gets messages of so many bytes. */
async function heirOf(
  { accounts, mailStores }: MemberDeps,
  address: string,
  { bytes, change }: { readonly bytes: number; readonly change: Change },
): Promise<AccountId> {
  const heir = await accounts.byAddress(address)
  // The same answer for nobody's address and for one of another organization (TRUST S21).
  if (heir?.organization !== change.organization) throw new Refusal('notFound', { field: 'target' })
  const { used, limit } = await mailStores.of(heir).quota()
  if (used + bytes > limit) throw new Refusal('quotaExceeded', { field: 'target' })
  return heir.id
}

export const makeRemovalPreview =
  (deps: MemberDeps) =>
  async (
    { id }: Form<typeof entries.removalPreview>,
    caller: Caller,
  ): Promise<Reply<typeof entries.removalPreview>> => {
    const change = await changeOf(deps, caller)
    if (deps.movedMails === null) throw new Refusal('serverCannot')
    if ((await deps.members.find(change.organization, id)) === null) throw new Refusal('notFound')
    const [{ count: messages }, endings] = await Promise.all([
      deps.movedMails.held(id),
      deps.removals.endings(id, change.now),
    ])
    return { ...endings, messages }
  }

export const makeRemoveMember =
  (deps: MemberDeps) =>
  async (form: Form<typeof entries.removeMember>, caller: Caller): Promise<Reply<typeof entries.removeMember>> => {
    const change = await changeOf(deps, caller)
    const { movedMails, members } = deps
    if (movedMails === null) throw new Refusal('serverCannot')
    if ((await members.find(change.organization, form.id)) === null) throw new Refusal('notFound')
    const { bytes, count } = await movedMails.held(form.id)
    const target = form.target === undefined ? null : await heirOf(deps, form.target, { bytes, change })
    const wanted = { target, total: target === null ? 0 : count }
    done(await deps.removals.begin(form.id, wanted, change))
    await endAccess(deps, form.id)
    deps.wakeJobs()
    return {}
  }

export const makeResumeRemoval =
  (deps: MemberDeps) =>
  async (form: Form<typeof entries.resumeRemoval>, caller: Caller): Promise<Reply<typeof entries.resumeRemoval>> => {
    const change = await changeOf(deps, caller)
    const { id } = form
    if (deps.movedMails === null) throw new Refusal('serverCannot')
    if ((await deps.members.find(change.organization, id)) === null) throw new Refusal('notFound')
    const chosen = form.drops ? null : undefined
    const { bytes } = form.target === undefined ? { bytes: 0 } : await deps.movedMails.held(id)
    const target = form.target === undefined ? chosen : await heirOf(deps, form.target, { bytes, change })
    done(await deps.removals.resume(id, { target }, change))
    // The operator may have opened the account meanwhile.
    await endAccess(deps, id)
    deps.wakeJobs()
    return {}
  }

export const makeCancelRemoval =
  (deps: MemberDeps) =>
  async ({ id }: Form<typeof entries.cancelRemoval>, caller: Caller): Promise<Reply<typeof entries.cancelRemoval>> => {
    done(await deps.removals.cancel(id, await changeOf(deps, caller)))
    return {}
  }
