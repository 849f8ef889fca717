/** What a passkey has signed: a challenge of ours, of this site, once (TRUST S19). */
import type { PasskeyRequest, passkeyAnswer } from '#contract/endpoints/session/passkeys'
import type { FieldValue } from '#contract/field'
import { limits } from '#contract/limits'
import { factorLimits } from '#contract/session/factorLimits'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { hashToken, newToken } from '../../kit/token'
import type { TellOwner } from '../../protection/ownerNotices.port'
import type { SecureMailboxes } from '../../protection/secureMailboxes.store'
import type { AccountStore } from '../account.store'
import type { AttemptStore } from '../attempts/attempts.store'
import { type From, triedSignIn } from '../login'
import type { CityFinder } from '../signIns/cityFinder.port'
import type { SignInLog } from '../signIns/signInLog.store'
import type { ChallengeUse, Passkey, PasskeyStore } from './passkeys.store'
import { clientDataOf, type PasskeySite, signedCounter } from './webAuthn'

export type PasskeyDeps = {
  readonly passkeys: PasskeyStore
  /** Null where no browser takes a passkey for that address. */
  readonly passkeySite: PasskeySite | null
  readonly accounts: Pick<AccountStore, 'byId'>
  readonly attempts: AttemptStore
  readonly secureMailboxes: Pick<SecureMailboxes, 'find'>
  readonly signIns: SignInLog
  readonly cities: CityFinder
  readonly tellOwner: TellOwner
  /** Applies new passwords that are due, which end what came before. */
  readonly applyDue: () => Promise<void>
  readonly clock: Clock
}

const loopback: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** Browsers want a name, and https but for `localhost` (WebAuthn §5.1.3). */
export function passkeySiteOf(appUrl: string): PasskeySite | null {
  const { protocol, hostname, port, origin } = new URL(appUrl)
  if (loopback.includes(hostname))
    return { origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}`, rpId: 'localhost' }
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return protocol === 'https:' && !isAddress ? { origin, rpId: hostname } : null
}

export function offeredSite({ passkeySite }: Pick<PasskeyDeps, 'passkeySite'>): PasskeySite {
  if (passkeySite === null) throw new Refusal('serverCannot')
  return passkeySite
}

export async function newChallenge({ passkeys, clock }: PasskeyDeps, use: ChallengeUse): Promise<string> {
  const challenge = newToken()
  await passkeys.issue(hashToken(challenge), use, clock.now() + factorLimits.challengeMs)
  return challenge
}

type Asking = {
  readonly use: ChallengeUse
  readonly allowed: readonly Passkey[]
  readonly mustVerify: boolean
  /** Under which challenges are counted. */
  readonly limit: string
}

export async function askPasskey(
  deps: PasskeyDeps,
  { use, allowed, mustVerify, limit }: Asking,
): Promise<PasskeyRequest> {
  const { rpId } = offeredSite(deps)
  if (!(await deps.attempts.noteWithin(limit, deps.clock.now(), limits.loginWindowMs, factorLimits.challenges)))
    throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1_000 } })
  return { challenge: await newChallenge(deps, use), rpId, allowed: allowed.map(knownKey), mustVerify }
}

export const knownKey = ({ id, transports }: Passkey) => ({ id, transports: [...transports] })

type Claimed = { readonly challenge: string /** When it was asked for. */; readonly askedAt: number }

/** The challenge that was signed, used up; throws `passkeyWrong` for another one. */
export async function claimChallenge(
  { passkeys, clock }: PasskeyDeps,
  clientDataJSON: string,
  use: ChallengeUse,
): Promise<Claimed> {
  const challenge = clientDataOf(clientDataJSON)?.challenge ?? ''
  const expiresAt = await passkeys.claim(hashToken(challenge), use, clock.now())
  if (expiresAt === null) throw new Refusal('passkeyWrong')
  return { challenge, askedAt: expiresAt - factorLimits.challengeMs }
}

/** The user handle of an account's passkeys: the same each time, and no name. */
export const userHandleOf = (accountId: string) => Buffer.from(accountId).toString('base64url')

type Proving = { readonly use: ChallengeUse; readonly mustVerify: boolean; readonly from: From }

/** Throws `passkeyWrong`, whatever is wrong. */
export async function provenPasskey(
  deps: PasskeyDeps,
  answer: FieldValue<typeof passkeyAnswer>,
  { use, mustVerify, from }: Proving,
): Promise<Passkey & Pick<Claimed, 'askedAt'>> {
  const { passkeys, clock } = deps
  const site = offeredSite(deps)
  const { challenge, askedAt } = await claimChallenge(deps, answer.response.clientDataJSON, use)
  const passkey = await passkeys.find(answer.id)
  if (passkey === null) throw new Refusal('passkeyWrong')
  const { accountId, id, publicKey } = passkey
  const { userHandle = userHandleOf(accountId), ...signed } = answer.response
  // Whoever finds one without a PIN may give it theirs.
  const mayProve = passkey.isVerified || !mustVerify
  const isOwn = userHandle === userHandleOf(accountId)
  const counter = mayProve && isOwn ? await signedCounter(signed, publicKey, { challenge, site, mustVerify }) : null
  if (counter !== null && (await passkeys.spend(id, counter, clock.now()))) return { ...passkey, askedAt }
  const way = use.purpose === 'signIn' ? 'passkey' : 'password'
  await deps.signIns.note({ ...triedSignIn(deps, { ...from, way, result: 'wrongPasskey' }), accountId })
  // One that was removed meanwhile did not go on either.
  if (counter !== null && (await passkeys.find(id)) !== null) await tellOfCopy(deps, accountId)
  throw new Refusal('passkeyWrong')
}

async function tellOfCopy({ accounts, secureMailboxes, tellOwner }: PasskeyDeps, accountId: string): Promise<void> {
  const account = await accounts.byId(accountId)
  if (account !== null) await tellOwner(account, 'passkeyCopied', [(await secureMailboxes.find(accountId)).address])
}
