/** Registers a mailbox (docs/decisions/0058; TRUST S19). */

import { randomInt } from 'node:crypto'
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/registration'
import { addressKey } from '#contract/mail/domainSpelling'
import { registrationLimits } from '#contract/registration/registrationLimits'
import { checkUserName, typedUserName, userNameLength } from '#contract/registration/userName'
import { Refusal } from '../../core/refusal'
import { makeKeyedMutex } from '../../kit/locks/keyedMutex'
import { clientNetwork } from '../../kit/network/networkAddress'
import { hashToken } from '../../kit/token'
import type { OrganizationStore } from '../../organizations/organizations.store'
import type { AlternateAddress } from '../../protection/alternateAddress.port'
import type { AccountStore } from '../account.store'
import { type CaptchaDeps, passCaptcha } from '../captcha/captcha'
import { hasSecondFactor } from '../factors/factorCodes'
import type { FactorStore } from '../factors/factors.store'
import { type From, type LoginDeps, type OpenSessionDeps, openSession } from '../login'
import type { PasswordGuesses } from '../password/guesses/passwordGuesses.port'
import type { PasswordHasher } from '../password/passwordHasher.port'
import { checkNewPassword } from '../password/passwordRule'
import { replaceSession } from '../replaceSession'
import type { NewDeviceDeps } from '../signIns/newDevice'
import { type PhoneProofDeps, provenPhone } from './phoneProof'
import { refuseBeyond, refuseWhereClosed } from './refuseRegistration'
import type { RegistrationStore } from './registrations.store'
import { type WelcomeDeps, welcome } from './welcome'

export type RegistrationDeps = PhoneProofDeps &
  CaptchaDeps &
  Pick<LoginDeps, 'proof'> &
  OpenSessionDeps &
  NewDeviceDeps & {
    readonly registrations: RegistrationStore
    readonly organizations: Pick<OrganizationStore, 'ownedOf'>
    readonly accounts: Pick<AccountStore, 'byId'>
    readonly factors: FactorStore
    readonly hasher: PasswordHasher
    readonly passwordGuesses: PasswordGuesses
    readonly welcoming: WelcomeDeps
    readonly alternateAddress: AlternateAddress
  }

type RegisterForm = Form<typeof entries.register>

export const makeRegistrationState =
  (deps: Pick<RegistrationDeps, 'registration' | 'organizations' | 'sms'>) =>
  async (): Promise<Reply<typeof entries.registrationState>> => {
    const { mode, domains } = deps.registration
    const open = await openDomains(deps)
    return {
      mode: open.length === 0 ? 'closed' : mode,
      domains: [...open],
      asksPhone: deps.sms.number !== null,
      contact: `postmaster@${domains[0] ?? ''}`,
    }
  }

/** An organization's mailboxes are its own: nobody registers among them. */
async function openDomains({ registration, organizations }: Pick<RegistrationDeps, 'registration' | 'organizations'>) {
  const owned = await organizations.ownedOf(registration.domains)
  return registration.domains.filter((domain) => !owned.has(domain))
}

export const makeValidateUserName =
  (deps: RegistrationDeps) =>
  async (
    { username, domain }: Form<typeof entries.validateUserName>,
    { remoteAddress }: Pick<From, 'remoteAddress'>,
  ): Promise<Reply<typeof entries.validateUserName>> => {
    refuseWhereClosed(deps)
    // Else somebody could list who there is.
    await refuseBeyond(deps, `name-checks-from:${clientNetwork(remoteAddress)}`, registrationLimits.nameChecksPerHour)
    const name = typedUserName(username)
    const reason = checkUserName(name)
    if (reason !== null) return { state: 'malformed', suggestions: [], reason }
    const address = await addressOf(deps, name, domain)
    const isTaken = (await deps.registrations.takenOf([address])).size > 0
    return isTaken
      ? { state: 'taken', suggestions: await suggestionsFor(deps, name, domain) }
      : { state: 'free', suggestions: [] }
  }

async function addressOf(
  deps: Pick<RegistrationDeps, 'registration' | 'organizations'>,
  name: string,
  domain: string,
): Promise<string> {
  if (!(await openDomains(deps)).includes(domain)) throw new Refusal('badField', { field: 'domain' })
  return `${name}@${domain}`
}

const suggested = 3

/** Names that are free, the year among them: people remember it. */
async function suggestionsFor(deps: RegistrationDeps, name: string, domain: string): Promise<string[]> {
  const year = String(new Date(deps.clock.now()).getUTCFullYear())
  const room = name.slice(0, userNameLength.max - 5).replace(/[._-]+$/, '')
  const drawn = Array.from({ length: 9 }, () => `${room}${randomInt(10, 10_000)}`)
  const names = [...new Set([`${room}${year.slice(2)}`, `${room}.${year}`, `${room}-mail`, ...drawn])]
  const taken = await deps.registrations.takenOf(names.map((one) => `${one}@${domain}`))
  return names.filter((one) => checkUserName(one) === null && !taken.has(`${one}@${domain}`)).slice(0, suggested)
}

/** Of a key that somebody could guess, nothing is kept. */
const keyCharacters = 16

export function makeRegister(deps: RegistrationDeps) {
  // One press after another: the second finds what the first has made.
  const inTurn = makeKeyedMutex()
  return replaceSession(deps, async (form: RegisterForm, from: From): Promise<Reply<typeof entries.register>> => {
    refuseWhereClosed(deps)
    if (form.key.length < keyCharacters) throw new Refusal('badField', { field: 'key' })
    const keyHash = hashToken(form.key)
    return inTurn(keyHash, () => registered(deps, form, keyHash, from))
  })
}

async function registered(deps: RegistrationDeps, form: RegisterForm, keyHash: string, from: From) {
  const network = clientNetwork(from.remoteAddress)
  await refuseBeyond(deps, `registers-from:${network}`, registrationLimits.registrationTriesPerHour)
  const name = typedUserName(form.username)
  const reason = checkUserName(name)
  if (reason !== null) throw new Refusal('nameInvalid', { field: 'username', payload: { reason } })
  const address = await addressOf(deps, name, form.domain)
  const former = await deps.registrations.accountOf(keyHash)
  // A key is of one name: with another one it would try the password of whoever has that.
  if (former !== null && (await deps.accounts.byId(former))?.address !== addressKey(address))
    throw new Refusal('nameTaken', { field: 'username' })
  const alternate = await alternateOf(deps, form, address)
  if (former === null) {
    await checkNewPassword(deps, form.password, { address, displayName: '' }, 'password')
    if (!form.consent) throw new Refusal('consentMissing', { field: 'consent' })
    await addAccount(deps, form, { address, keyHash, from })
  }
  const proven = await deps.proof.prove(address, form.password)
  const isOwn = proven !== null && (await deps.registrations.accountOf(keyHash)) === proven.account.id
  // The key was for another name, the password was changed since, or a second step is asked for.
  if (!isOwn || (await hasSecondFactor(deps.factors, proven.account.id)))
    throw new Refusal('nameTaken', { field: 'username' })
  const report = (error: unknown) => deps.report(error instanceof Error ? error.name : typeof error)
  await welcome(deps.welcoming, proven.account, form.kind, form.language).catch(report)
  // The mailbox stands, whatever becomes of that mail: the settings can ask for it as well.
  const sent = alternate !== null && (await deps.alternateAddress.ask(proven.account, alternate).catch(report))
  const reply = await openSession(deps, proven, { timezone: form.timezone, stay: false }, { way: 'password', ...from })
  if (reply === null) throw new Refusal('nameTaken', { field: 'username' })
  return { ...reply, ...(typeof sent === 'string' && { sent }) }
}

/** Says what the check of names says: of an organization's members nothing. */
async function alternateOf(deps: RegistrationDeps, { alternate = '' }: RegisterForm, own: string) {
  return alternate.trim() === '' ? null : deps.alternateAddress.checked(alternate, own, await openDomains(deps))
}

type Registering = {
  readonly address: string
  readonly keyHash: string
  readonly from: From
}

async function addAccount(deps: RegistrationDeps, form: RegisterForm, registering: Registering) {
  const { address, keyHash, from } = registering
  const { registrations, registration, hasher, phones, clock } = deps
  if ((await registrations.takenOf([address])).size > 0) {
    // Another gateway has just made it for the same press.
    if ((await registrations.accountOf(keyHash)) !== null) return
    throw new Refusal('nameTaken', { field: 'username' })
  }
  const inviteHash = registration.mode === 'invite' ? hashToken(form.invite?.trim() ?? '') : null
  const uninvited = () => new Refusal('inviteInvalid', { field: 'invite' })
  if (inviteHash !== null && !(await registrations.isInvited(inviteHash, clock.now()))) throw uninvited()
  const proof = await provenPhone(deps, form)
  await passCaptcha(deps, form, from.remoteAddress)
  await refuseBeyond(
    deps,
    `registered-from:${clientNetwork(from.remoteAddress)}`,
    registrationLimits.registrationsPerHour,
  )
  await refuseBeyond(deps, 'registered', registrationLimits.registrationsOfAllPerHour)
  const phone = (await proof?.taken()) ?? null
  const now = clock.now()
  const added = await registrations.register({
    address,
    displayName: address.slice(0, address.lastIndexOf('@')),
    passwordHash: await hasher.hash(form.password),
    kind: form.kind,
    keyHash,
    inviteHash,
    now,
  })
  if (added === 'taken') throw new Refusal('nameTaken', { field: 'username' })
  if (added === 'no invitation') throw uninvited()
  if (phone !== null) await phones.bind(added.id, phone, now)
}
