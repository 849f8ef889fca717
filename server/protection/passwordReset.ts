/** A forgotten password is set anew (docs/decisions/0059, TRUST S19, S20). */
import { randomInt, randomUUID } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/passwordReset'
import { limits } from '#contract/limits'
import { narrowAddress } from '#contract/mail/addressWidth'
import { addressKey } from '#contract/mail/domainSpelling'
import { resetLimits } from '#contract/session/resetLimits'
import type { Account } from '../core/account'
import { Refusal } from '../core/refusal'
import { maskedAddress, maskedPhone } from '../kit/maskedAddress'
import { clientNetwork } from '../kit/network/networkAddress'
import { hashToken, newToken } from '../kit/token'
import { codeLife, type PhoneDeps } from '../phone/bindPhone'
import type { AccountStore } from '../session/account.store'
import { failuresFor } from '../session/attempts/attemptKeys'
import type { AttemptStore } from '../session/attempts/attempts.store'
import { type CaptchaDeps, passCaptcha } from '../session/captcha/captcha'
import { type AccessStores, endAccessAndPasskeys } from '../session/endAccess'
import type { PasskeyStore } from '../session/passkeys/passkeys.store'
import type { PasswordGuesses } from '../session/password/guesses/passwordGuesses.port'
import type { PasswordHasher } from '../session/password/passwordHasher.port'
import { checkNewPassword } from '../session/password/passwordRule'
import { type SendVerificationDeps, sendVerification } from '../verification/sendVerification'
import type { TellOwner } from './ownerNotices.port'
import type { PasswordResets } from './passwordResets.store'
import type { SecureMailboxes } from './secureMailboxes.store'

export type PasswordResetDeps = AccessStores &
  Pick<PhoneDeps, 'phones' | 'sms'> &
  CaptchaDeps &
  SendVerificationDeps & {
    readonly accounts: AccountStore
    readonly attempts: AttemptStore
    readonly passwordResets: PasswordResets
    readonly passkeys: Pick<PasskeyStore, 'removeAll'>
    readonly secureMailboxes: SecureMailboxes
    readonly hasher: PasswordHasher
    readonly passwordGuesses: PasswordGuesses
    readonly tellOwner: TellOwner
    readonly defaultDomain: string
    /** False where a mail server has the passwords. */
    readonly keepsPasswords: boolean
  }

type From = { readonly remoteAddress: string }
const hour = 3_600_000

export const makeResetOffer =
  ({ keepsPasswords }: Pick<PasswordResetDeps, 'keepsPasswords'>) =>
  async (): Promise<Reply<typeof entries.resetOffer>> => ({ isOffered: keepsPasswords })

type Ways = { readonly account: Account | null; readonly phone: string | null; readonly mailbox: string | null }

/** The same questions whether or not there is such an account. */
async function waysOf(deps: PasswordResetDeps, found: Account | null): Promise<Ways> {
  const account = found?.locked === false ? found : null
  const id = account?.id ?? ''
  const secure = await deps.phones.securePhone(id)
  const { address } = await deps.secureMailboxes.find(id)
  return { account, phone: deps.sms.number === null ? null : (secure?.phone ?? null), mailbox: address }
}

export const makeBeginReset =
  (deps: PasswordResetDeps) =>
  async (
    { address, captcha, captchaRandom }: Form<typeof entries.beginReset>,
    { remoteAddress }: From,
  ): Promise<Reply<typeof entries.beginReset>> => {
    if (!deps.keepsPasswords) throw new Refusal('serverCannot')
    await passCaptcha(deps, { captcha, captchaRandom }, remoteAddress)
    const typed = narrowAddress(address).trim()
    const key = addressKey(typed.includes('@') ? typed : `${typed}@${deps.defaultDomain}`)
    const network = clientNetwork(remoteAddress)
    await limitTo(deps, `reset-from:${network}`, resetLimits.perNetwork)
    // By what was typed, so that it tells nobody whether there is such an account.
    await limitTo(deps, `reset-for:${key} from:${network}`, resetLimits.perAddress)
    // From elsewhere too, yet so many that one stranger does not use up those of the owner.
    await limitTo(deps, `reset-for:${key}`, resetLimits.perAddressFromAll)
    const { account, phone, mailbox } = await waysOf(deps, await deps.accounts.byAddress(key))
    const token = newToken()
    await deps.passwordResets.begin(hashToken(token), account?.id ?? null, deps.clock.now())
    return { token, phone: phone && maskedPhone(phone), mailbox: mailbox && maskedAddress(mailbox) }
  }

async function limitTo({ attempts, clock }: PasswordResetDeps, key: string, most: number): Promise<void> {
  if (!(await attempts.noteWithin(key, clock.now(), hour, most)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: hour / 1_000 } })
}

/** Throws `verificationGone` where the reset is over, or is nobody's. */
async function begun(deps: PasswordResetDeps, token: string): Promise<Ways & { readonly account: Account }> {
  const reset = await deps.passwordResets.find(hashToken(token), deps.clock.now() - resetLimits.livesMs)
  const { account, ...ways } = await waysOf(deps, await deps.accounts.byId(reset?.accountId ?? ''))
  if (account === null) throw new Refusal('verificationGone')
  return { account, ...ways }
}

export const makeResetByPhone =
  (deps: PasswordResetDeps) =>
  async ({ token }: Form<typeof entries.resetByPhone>): Promise<Reply<typeof entries.resetByPhone>> => {
    const { account, phone } = await begun(deps, token)
    const { number } = deps.sms
    if (phone === null || number === null) throw new Refusal('verificationGone')
    await limitTo(deps, `reset-code:${account.id}`, resetLimits.codesPerHour)
    const now = deps.clock.now()
    const fresh = {
      code: String(randomInt(10 ** limits.phoneCodeDigits)).padStart(limits.phoneCodeDigits, '0'),
      askedAt: now,
    }
    const { code } = await deps.passwordResets.ask(hashToken(token), phone, fresh, codeLife(now))
    return { text: code, destination: number }
  }

export const makeResetPhoneState =
  ({ passwordResets, clock }: Pick<PasswordResetDeps, 'passwordResets' | 'clock'>) =>
  async ({ token }: Form<typeof entries.resetPhoneState>): Promise<Reply<typeof entries.resetPhoneState>> => ({
    state: await passwordResets.stateOf(hashToken(token), codeLife(clock.now())),
  })

export const makeResetByMailbox =
  (deps: PasswordResetDeps) =>
  async ({ token }: Form<typeof entries.resetByMailbox>): Promise<Reply<typeof entries.resetByMailbox>> => {
    const { account, mailbox } = await begun(deps, token)
    if (mailbox === null) throw new Refusal('verificationGone')
    await sendVerification(deps, account, 'passwordReset', mailbox)
    return {}
  }

type Proved = { readonly account: Account; readonly claim: () => Promise<boolean> }

/** Who may set a new password. The proof stays: a weak password must not cost it. */
async function provedBy(
  deps: PasswordResetDeps,
  { way, secret }: Pick<Form<typeof entries.finishReset>, 'way' | 'secret'>,
): Promise<Proved | null> {
  const [hash, now] = [hashToken(secret), deps.clock.now()]
  if (way === 'mailbox') {
    const asked = await deps.verifications.find(hash, now)
    const { account, mailbox } = await waysOf(deps, asked && (await deps.accounts.byId(asked.accountId)))
    // The mailbox may have been changed since.
    if (account === null || asked?.purpose !== 'passwordReset' || asked.subject !== mailbox) return null
    return { account, claim: async () => (await deps.verifications.claim(hash, now)) !== null }
  }
  if ((await deps.passwordResets.stateOf(hash, codeLife(now))) !== 'proved') return null
  const { account, phone } = await begun(deps, secret)
  const claim = async () => (await deps.passwordResets.claim(hash, codeLife(now)))?.phone === phone
  return { account, claim }
}

export const makeFinishReset =
  (deps: PasswordResetDeps) =>
  async ({ newPassword, ...proof }: Form<typeof entries.finishReset>): Promise<Reply<typeof entries.finishReset>> => {
    const proved = await provedBy(deps, proof)
    if (proved === null) throw new Refusal('verificationGone')
    const { account, claim } = proved
    await checkNewPassword(deps, newPassword, account)
    if (!(await claim())) throw new Refusal('verificationGone')
    const [now, id] = [deps.clock.now(), randomUUID()]
    const effectiveAt = await effectiveFrom(deps, account, proof.way, now)
    const passwordHash = await deps.hasher.hash(newPassword)
    await deps.passwordResets.keep({ accountId: account.id, id, passwordHash, effectiveAt })
    if (effectiveAt <= now) {
      await applyNewPasswords(deps)
      return { effectiveAt: null }
    }
    await tellOfWait(deps, account, id, proof.way)
    return { effectiveAt }
  }

/** At once where nobody else could say no; by a phone not before its owner could read of it. */
async function effectiveFrom(deps: PasswordResetDeps, account: Account, way: 'phone' | 'mailbox', now: number) {
  const { phone, mailbox } = await waysOf(deps, account)
  const hasOther = (way === 'phone' ? mailbox : phone) !== null
  const secure = way === 'phone' ? await deps.phones.securePhone(account.id) : null
  const wait = hasOther ? now + resetLimits.waitMs : now
  return secure === null ? wait : Math.max(wait, secure.boundAt + resetLimits.waitMs)
}

/** Whoever reads another channel stops it by a link. */
async function tellOfWait(deps: PasswordResetDeps, account: Account, id: string, way: 'phone' | 'mailbox') {
  const [now, secret] = [deps.clock.now(), newToken()]
  await deps.verifications.issue(
    hashToken(secret),
    { accountId: account.id, purpose: 'stopReset', subject: id },
    { now, expiresAt: now + limits.verificationMailMs, after: now, since: now, most: 1 },
  )
  const { address } = await deps.secureMailboxes.find(account.id)
  await deps.tellOwner(account, 'resetWaits', [way === 'phone' ? address : null], `${deps.appUrl}/verify#t=${secret}`)
}

type ApplyDeps = AccessStores &
  Pick<PasswordResetDeps, 'passwordResets' | 'secureMailboxes' | 'tellOwner' | 'clock'> & {
    readonly accounts: Pick<AccountStore, 'byId'>
    readonly attempts: Pick<AttemptStore, 'clear'>
    readonly passkeys: Pick<PasskeyStore, 'removeAll'>
  }

/** Gives accounts the new passwords that are due; each step may be done twice. */
export async function applyNewPasswords(deps: ApplyDeps): Promise<void> {
  for (const { accountId, id } of await deps.passwordResets.apply(deps.clock.now())) {
    await endAccessAndPasskeys(deps, accountId)
    const account = await deps.accounts.byId(accountId)
    if (account !== null) {
      await deps.attempts.clear(failuresFor(account.address))
      const { address } = await deps.secureMailboxes.find(accountId)
      await deps.tellOwner(account, 'resetDone', [address], undefined, id)
    }
    await deps.passwordResets.done(accountId, id)
  }
}
