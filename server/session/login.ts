/** Signs a person in (SPEC §8, TRUST S18 and S19): the same time and words whether or not the account exists. */
import type { InferOutput } from 'valibot'
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/session/session'
import { limits } from '../../src/contract/limits'
import { narrowAddress } from '../../src/contract/mail/addressWidth'
import { addressKey } from '../../src/contract/mail/domainSpelling'
import type { PolicyStore } from '../administration/policies/policies.store'
import { type Account, domainNameOf } from '../core/account'
import { Refusal } from '../core/refusal'
import { browserName } from '../kit/browserName'
import type { Clock } from '../kit/clock'
import { makeKeyedSemaphore } from '../kit/locks/keyedSemaphore'
import { isOver } from '../kit/membershipDays'
import { networkOf } from '../kit/network/networkAddress'
import { hashToken, newToken } from '../kit/token'
import { isTimezone } from '../kit/zonedDate'
import { failuresFor, failuresFrom } from './attempts/attemptKeys'
import type { AttemptStore } from './attempts/attempts.store'
import { type CaptchaDeps, passCaptcha } from './captcha/captcha'
import { type AnyFactorDeps, hasAnyFactor } from './factors/anyFactor'
import { type FactorDeps, hasSecondFactor, issueFactorTicket } from './factors/factorCodes'
import type { ProvenSignIn, SignInProof } from './password/signInProof.port'
import type { SessionStore } from './session.store'
import { lifeOf } from './sessionLife'
import type { CityFinder } from './signIns/cityFinder.port'
import { type NewDeviceDeps, tellOfNewDevice } from './signIns/newDevice'
import type { SignIn, SignInWay } from './signIns/signInLog.store'
import { issueRenewalTicket, issueReturnTicket } from './tickets/tickets'
import type { TicketStore } from './tickets/tickets.store'

export type LoginDeps = CaptchaDeps &
  NewDeviceDeps &
  Pick<FactorDeps, 'factors'> &
  AnyFactorDeps & {
    readonly policies: Pick<PolicyStore, 'of'>
    readonly attempts: AttemptStore
    readonly proof: SignInProof
    readonly sessions: SessionStore
    readonly tickets: TicketStore
    readonly cities: CityFinder
    readonly clock: Clock
    readonly sessionIdleMs: number
    readonly failures: { readonly perAccount: number; readonly perAddress: number }
    /** Failures after which each further try needs a captcha. */
    readonly captchaAfter: { readonly perAccount: number; readonly perAddress: number }
    /** Completes a username that names no domain. */
    readonly defaultDomain: string
  }

type LoginForm = Form<typeof entries.login>
type LoginReply = Reply<typeof entries.login>

/** What a call says of where it comes from. */
export type From = { readonly remoteAddress: string; readonly userAgent: string }

export function makeLogin(deps: LoginDeps) {
  const enter = makeKeyedSemaphore()
  return (form: LoginForm, from: From): Promise<LoginReply> => {
    const { remoteAddress } = from
    // As many at once from one network address as may still fail there: a hundred guesses must not all pass the same count, and
    // whoever mistypes, or a mail server that is slow, keeps no neighbour waiting.
    const room = async () => {
      const failed = await deps.attempts.count(failuresFrom(remoteAddress), deps.clock.now(), limits.loginWindowMs)
      const [asked, most] = [deps.captchaAfter.perAddress, deps.failures.perAddress]
      return (failed < asked ? Math.min(asked, most) : most) - failed
    }
    return enter(failuresFrom(remoteAddress), room, () => signIn(deps, form, from))
  }
}

async function signIn(deps: LoginDeps, form: LoginForm, from: From): Promise<LoginReply> {
  const { remoteAddress } = from
  const { attempts, proof, clock, failures, captchaAfter } = deps
  const now = clock.now()
  const typed = narrowAddress(form.username).trim()
  const address = addressKey(typed.includes('@') ? typed : `${typed}@${deps.defaultDomain}`)
  const [fromHere, forAccount] = [failuresFrom(remoteAddress), failuresFor(address)]
  const failedHere = await attempts.count(fromHere, now, limits.loginWindowMs)
  if (failedHere >= failures.perAddress)
    throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1000 } })
  const failed = await attempts.count(forAccount, now, limits.loginWindowMs)
  if (failed >= failures.perAccount) throw refusedWith('007', lockedByTries)
  // Counted by what was typed, so that it tells nobody whether there is such an account.
  const isCaptchaDue = failed >= captchaAfter.perAccount || failedHere >= captchaAfter.perAddress
  if (isCaptchaDue) await passCaptcha(deps, form, remoteAddress)
  // Noted before the proof, so that guesses from many places at once are counted each; a right one clears it.
  const noted = await attempts.note(forAccount, now, limits.loginWindowMs)
  if (noted > failures.perAccount) throw refusedWith('007', lockedByTries)
  // Others came between the look and the note: they have had the tries that are free.
  if (!isCaptchaDue && noted > captchaAfter.perAccount) throw new Refusal('captchaNeeded', { field: 'captcha' })
  const proven = await proof.prove(address, form.password).catch(async (error: unknown) => {
    // Nobody could say whether it was right: a mail server that is away must not lock people out.
    await attempts.takeBack(forAccount, now)
    throw error
  })
  if (!proven) {
    await deps.signIns.noteRefused(address, triedSignIn(deps, { way: 'password', result: 'wrongPassword', ...from }))
    const fromHereNow = await attempts.note(fromHere, now, limits.loginWindowMs)
    const triesLeft = Math.max(0, failures.perAccount - noted)
    const captcha = triesLeft > 0 && (noted >= captchaAfter.perAccount || fromHereNow >= captchaAfter.perAddress)
    throw refusedWith('004', captcha ? { triesLeft, captcha } : { triesLeft })
  }
  const { account } = proven
  await attempts.clear(forAccount)
  // Before the second step nothing is told of one that was closed by its owner, or can be renewed.
  if (account.closesAt === undefined) await refuseLocked(deps, account, { way: 'password', ...from })
  if (await asksSecondStep(deps, account)) {
    const factorTicket = await issueFactorTicket(deps, proven, form.stay)
    if (factorTicket !== null) throw refusedWith('factorNeeded', { factorTicket })
  } else {
    const reply = await openSession(deps, proven, form, { way: 'password', ...from })
    if (reply !== null) return reply
  }
  // The password was changed, or the account locked, while this sign-in was under way.
  throw refusedWith('004', { triesLeft: failures.perAccount })
}

/** Where an organization asks two factors, a passkey is asked for as a code is. */
async function asksSecondStep(deps: LoginDeps, { id, organization }: Account): Promise<boolean> {
  if (await hasSecondFactor(deps.factors, id)) return true
  return (await deps.policies.of(organization)).needsFactor && (await hasAnyFactor(deps, id))
}

/** Ends by itself; the lock of an operator does not, and is told only to whoever knows the password. */
const lockedByTries = { lockedSeconds: limits.loginWindowMs / 1_000 }

function refusedWith(
  status: '004' | '006' | '007' | '008' | 'factorNeeded',
  more: Omit<InferOutput<typeof entries.loginRefusal>, 'status'> = {},
): Refusal {
  return new Refusal(status, { payload: { status, ...more } })
}

/** Throws for an account that an operator locked. */
async function refuseLocked(
  deps: OpenSessionDeps,
  account: Account,
  from: From & { readonly way: SignInWay },
): Promise<void> {
  if (!account.locked) return
  await deps.signIns.note({ ...triedSignIn(deps, { ...from, result: 'locked' }), accountId: account.id })
  throw refusedWith('007')
}

/** The membership is over: by the proof it can be renewed, where that holds still. */
async function offerRenewal(
  deps: OpenSessionDeps,
  { account, stillHolds }: Pick<ProvenSignIn, 'account' | 'stillHolds'>,
  from: From & { readonly way: SignInWay },
): Promise<null> {
  await deps.signIns.note({ ...triedSignIn(deps, { ...from, result: 'expired' }), accountId: account.id })
  // Before its sessions end: one of them may be the proof.
  if (!(await stillHolds())) return null
  await deps.sessions.closeAll(account.id)
  const renewalTicket = await issueRenewalTicket(deps, account.id)
  throw refusedWith(account.tier === 'free' ? '006' : '008', { renewalTicket })
}

/** Closed by its owner: by the password it can be taken back (docs/decisions/0063). */
async function offerReturn(
  deps: OpenSessionDeps,
  { account, stillHolds }: Pick<ProvenSignIn, 'account' | 'stillHolds'>,
  closesAt: number,
  from: From & { readonly way: SignInWay },
): Promise<null> {
  await deps.signIns.note({ ...triedSignIn(deps, { ...from, result: 'locked' }), accountId: account.id })
  if (from.way !== 'password') throw refusedWith('007', { closing: { at: closesAt } })
  if (!(await stillHolds())) return null
  throw refusedWith('007', { closing: { at: closesAt, ticket: await issueReturnTicket(deps, account.id) } })
}

/** What is noted of whoever signs in, or tries to. */
export function triedSignIn(
  { cities, clock }: Pick<LoginDeps, 'cities' | 'clock'>,
  { way, result, remoteAddress, userAgent }: From & Pick<SignIn, 'way' | 'result'>,
): SignIn {
  return {
    at: clock.now(),
    way,
    result,
    ...browserName(userAgent),
    address: remoteAddress,
    network: networkOf(remoteAddress),
    place: cities.cityOf(remoteAddress),
  }
}

export type OpenSessionDeps = Pick<LoginDeps, 'sessions' | 'tickets' | 'cities' | 'clock' | 'sessionIdleMs'> &
  NewDeviceDeps

/** Null where the proof holds no more once the session stands: it is closed again. */
export async function openSession(
  deps: OpenSessionDeps,
  { account, sealedSecret, isSame, stillHolds }: ProvenSignIn,
  { timezone: wishedZone, stay: isKept }: Pick<LoginForm, 'timezone' | 'stay'>,
  from: From & { readonly way: SignInWay },
): Promise<LoginReply | null> {
  if (account.closesAt !== undefined) return offerReturn(deps, { account, stillHolds }, account.closesAt, from)
  // Whichever way somebody comes, a closed account lets nobody in.
  await refuseLocked(deps, account, from)
  const now = deps.clock.now()
  if (isOver(account, now)) return offerRenewal(deps, { account, stillHolds }, from)
  const token = newToken()
  const tokenHash = hashToken(token)
  const signIn = triedSignIn(deps, { ...from, result: 'in' })
  await deps.signIns.note({ ...signIn, accountId: account.id, sessionHash: tokenHash })
  // A browser may know a zone that this machine does not: no reason to keep anyone out.
  const timezone = isTimezone(wishedZone) ? wishedZone : 'Asia/Shanghai'
  await deps.sessions.open(tokenHash, {
    accountId: account.id,
    username: account.address,
    timezone,
    createdAt: now,
    expiresAt: now + lifeOf(isKept, deps.sessionIdleMs).idleMs,
    sealedSecret,
    isKept,
  })
  // A session with another password than the one that is right now would live on by this one's connections.
  const others = async () => (await deps.sessions.holding(account.id, now)).filter((one) => !isSame(one.sealedSecret))
  // Until none is left: one of them may let in another by a QR code meanwhile.
  for (let found = await others(); found.length > 0; found = await others())
    for (const other of found) await deps.sessions.close(other.tokenHash)
  if (!(await stillHolds())) {
    await deps.sessions.close(tokenHash)
    return null
  }
  await tellOfNewDevice(deps, account, signIn, timezone)
  return {
    status: '000',
    tokenType: 'Bearer',
    accessToken: token,
    userInfo: { username: account.address, displayName: account.displayName },
    userMailType: account.tier,
    domainName: domainNameOf(account),
    organization: account.organization,
  }
}
