/** Secure phone and secure mailbox: each change asks for the password and is told (TRUST S20). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/account/protection'
import { limits } from '#contract/limits'
import { addressKey } from '#contract/mail/domainSpelling'
import { listEntry } from '#contract/mail/senderEntries'
import { isAddress } from '#contract/rules'
import type { Account } from '../core/account'
import type { Caller } from '../core/caller'
import { domainOf } from '../core/emailAddress'
import { Refusal } from '../core/refusal'
import { maskedAddress, maskedPhone } from '../kit/maskedAddress'
import { askPhone, type PhoneDeps } from '../phone/bindPhone'
import type { AccountStore } from '../session/account.store'
import { type ProvePasswordDeps, proveKeptPassword } from '../session/password/provePassword'
import { type SendVerificationDeps, sendVerification } from '../verification/sendVerification'
import type { OnVerified } from '../verification/verifications'
import type { AlternateAddress } from './alternateAddress.port'
import type { TellOwner } from './ownerNotices.port'
import type { PasswordResets } from './passwordResets.store'
import type { SecureMailboxes } from './secureMailboxes.store'

export type ProtectionDeps = PhoneDeps &
  ProvePasswordDeps &
  SendVerificationDeps & {
    readonly accounts: Pick<AccountStore, 'byId' | 'byAddress'>
    readonly secureMailboxes: SecureMailboxes
    /** What waits by a channel that is given up goes with it. */
    readonly passwordResets: Pick<PasswordResets, 'dropWaiting'>
    readonly tellOwner: TellOwner
    readonly canSendOutside: boolean
    /** False where a mail server has the passwords. */
    readonly keepsPasswords: boolean
  }

type Shown = Reply<typeof entries.showProtection>

export const makeShowProtection =
  (deps: ProtectionDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Shown> =>
    shown(deps, account)

async function shown(deps: ProtectionDeps, { id }: Account): Promise<Shown> {
  const bound = await deps.phones.phoneOf(id)
  const isSecure = (await deps.phones.securePhone(id)) !== null
  const { address, pending } = await deps.secureMailboxes.find(id)
  const askedAt = (await deps.verifications.lastIssued(id, 'secureMailbox')).get(pending ?? '') ?? null
  const sent = (await deps.verifications.newest(id, 'secureMailbox')).get(pending ?? '') ?? null
  const expiresAt = (askedAt ?? 0) + limits.verificationMailMs
  return {
    isOffered: deps.keepsPasswords,
    canBindPhone: deps.sms.number !== null,
    phone: isSecure ? bound && maskedPhone(bound) : null,
    unconfirmedPhone: isSecure ? null : bound && maskedPhone(bound),
    mailbox: address && maskedAddress(address),
    pending:
      pending === null || askedAt === null || expiresAt <= deps.clock.now()
        ? null
        : { address: maskedAddress(pending), resendAt: askedAt + limits.verificationResendMs, expiresAt, sent },
  }
}

/** One that a session has bound needs no other text message. */
export const makeBindSecurePhone =
  (deps: ProtectionDeps) =>
  async (
    { password, phone }: Form<typeof entries.bindSecurePhone>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.bindSecurePhone>> => {
    await proveKeptPassword(deps, account, password)
    if ((await deps.phones.securePhone(account.id)) !== null) throw new Refusal('notAllowed')
    const isMade = await deps.phones.makeSecure(account.id, phone, deps.clock.now())
    if (isMade) await makePhoneBound(deps)(account, null)
    const asked = isMade ? null : await askPhone(deps, account.id, phone)
    return { ...(await shown(deps, account)), asked }
  }

export const makeChangePhone =
  (deps: ProtectionDeps) =>
  async (
    { password, oldPhone, phone }: Form<typeof entries.changePhone>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.changePhone>> => {
    await proveKeptPassword(deps, account, password)
    const bound = await deps.phones.securePhone(account.id)
    if (bound === null) throw new Refusal('notFound')
    // Most of its digits are shown: the others must not be tried out.
    const key = `old-phone:${account.id}`
    if (!(await deps.attempts.noteWithin(key, deps.clock.now(), limits.loginWindowMs, deps.failures.perAccount)))
      throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1_000 } })
    if (oldPhone !== bound.phone) throw new Refusal('oldPhoneWrong', { field: 'oldPhone' })
    await deps.attempts.clear(key)
    await deps.passwordResets.dropWaiting(account.id)
    return askPhone(deps, account.id, phone)
  }

export const makeRemovePhone =
  (deps: ProtectionDeps) =>
  async ({ password }: Form<typeof entries.removePhone>, { account }: Caller): Promise<Shown> => {
    await proveKeptPassword(deps, account, password)
    await deps.passwordResets.dropWaiting(account.id)
    if (await deps.phones.remove(account.id))
      await deps.tellOwner(account, 'phoneRemoved', [(await deps.secureMailboxes.find(account.id)).address])
    return shown(deps, account)
  }

export const makeBindMailbox =
  (deps: ProtectionDeps) =>
  async ({ password, address }: Form<typeof entries.bindMailbox>, { account }: Caller): Promise<Shown> => {
    await proveKeptPassword(deps, account, password, { code: 'bindingPasswordWrong', field: 'password' })
    const to = await otherMailbox(deps, address, { own: account.address, field: 'address' })
    await sendVerification(deps, account, 'secureMailbox', to)
    await deps.secureMailboxes.ask(account.id, to)
    return shown(deps, account)
  }

type OtherMailboxDeps = Pick<ProtectionDeps, 'accounts' | 'domains' | 'canSendOutside'>
type Beside = {
  readonly own: string
  readonly field: string
  /** Domains of which it may be said that no such mailbox is there. */
  readonly listed?: readonly string[]
}

/** In one spelling; throws beside `field` for one that is no other mailbox, or out of reach. */
async function otherMailbox(
  { accounts, domains, canSendOutside }: OtherMailboxDeps,
  typed: string,
  { own, field, listed = domains }: Beside,
): Promise<string> {
  const to = listEntry(typed)
  const no = (code: ConstructorParameters<typeof Refusal>[0]) => new Refusal(code, { field })
  if (!isAddress(to)) throw no('recipientInvalid')
  if (to === addressKey(own)) throw no('secureMailboxOwn')
  const isOurs = domains.includes(domainOf(to))
  if (!isOurs && !canSendOutside) throw no('recipientOutside')
  if (listed.includes(domainOf(to)) && (await accounts.byAddress(to)) === null) throw no('recipientUnknown')
  return to
}

type AlternateDeps = OtherMailboxDeps & SendVerificationDeps & Pick<ProtectionDeps, 'secureMailboxes'>

/** The alternate address of a registration: a secure mailbox once its reader agrees. */
export const makeAlternateAddress = (deps: AlternateDeps): AlternateAddress => ({
  checked: (typed, own, listed) => otherMailbox(deps, typed, { own, field: 'alternate', listed }),
  ask: async (account, to) => {
    const { address, pending } = await deps.secureMailboxes.find(account.id)
    if (address !== to && pending !== to) await deps.secureMailboxes.ask(account.id, to)
    // Whoever registers once more by the same key has been sent one already.
    const newest = async () => (await deps.verifications.newest(account.id, 'secureMailbox')).get(to)
    try {
      return (await newest()) ?? (await sendVerification(deps, account, 'secureMailbox', to, 'anonymous'))
    } catch (error) {
      // Another gateway has sent it for the same press.
      const sent = error instanceof Refusal ? await newest() : undefined
      if (sent === undefined) throw error
      return sent
    }
  },
})

export const makeAskMailboxAgain =
  (deps: ProtectionDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Shown> => {
    const { pending } = await deps.secureMailboxes.find(account.id)
    if (pending === null) throw new Refusal('notFound')
    await sendVerification(deps, account, 'secureMailbox', pending)
    return shown(deps, account)
  }

export const makeRemoveMailbox =
  (deps: ProtectionDeps) =>
  async ({ password }: Form<typeof entries.removeMailbox>, { account }: Caller): Promise<Shown> => {
    await proveKeptPassword(deps, account, password)
    const { address } = await deps.secureMailboxes.find(account.id)
    await deps.passwordResets.dropWaiting(account.id)
    await deps.secureMailboxes.remove(account.id)
    if (address !== null) await deps.tellOwner(account, 'mailboxRemoved', [address])
    return shown(deps, account)
  }

type Told = Pick<ProtectionDeps, 'accounts' | 'secureMailboxes' | 'tellOwner'>

/** Its reader has agreed; whoever was bound before hears of it. */
export const makeSecureMailboxVerified =
  ({ accounts, secureMailboxes, tellOwner }: Told): OnVerified['secureMailbox'] =>
  async (id, address, now) => {
    const account = await accounts.byId(id)
    const bound = await secureMailboxes.confirm(id, address, now)
    if (account === null || bound === null) return false
    if (bound.former !== address) await tellOwner(account, 'mailboxBound', [bound.former])
    return true
  }

export const makePhoneBound =
  ({ secureMailboxes, tellOwner }: Omit<Told, 'accounts'>): PhoneDeps['phoneBound'] =>
  async (account, former) => {
    const { address } = await secureMailboxes.find(account.id)
    await tellOwner(account, former === null ? 'phoneBound' : 'phoneChanged', [address])
  }
