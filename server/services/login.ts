/** Signs a person in (SPEC §8, TRUST S18 and S19): the same time and words whether or not the account exists. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/session'
import { limits } from '../../src/contract/limits'
import type { Account } from '../core/account'
import { failuresFor, failuresFrom } from '../core/attemptKeys'
import { Refusal } from '../core/refusal'
import type { AttemptStore } from '../ports/attemptStore'
import type { Clock } from '../ports/clock'
import type { SessionStore } from '../ports/sessionStore'
import type { ProvenSignIn, SignInProof } from '../ports/signInProof'
import { isTimezone } from './mailView'
import { sideBySide } from './sideBySide'
import { hashToken, newToken } from './token'

export type LoginParts = {
  readonly attempts: AttemptStore
  readonly proof: SignInProof
  readonly sessions: SessionStore
  readonly clock: Clock
  readonly sessionIdleMs: number
  readonly failures: { readonly perAccount: number; readonly perAddress: number }
  /** Completes a username that names no domain. */
  readonly defaultDomain: string
}

type LoginForm = Form<typeof entries.login>
type LoginReply = Reply<typeof entries.login>

export function makeLogin(parts: LoginParts) {
  const enter = sideBySide()
  return (form: LoginForm, { remoteAddress }: { readonly remoteAddress: string }): Promise<LoginReply> => {
    // As many at once from one network address as may still fail there: a hundred guesses must not all pass the same count, and
    // whoever mistypes, or a mail server that is slow, keeps no neighbour waiting.
    const room = async () => {
      const failed = await parts.attempts.count(failuresFrom(remoteAddress), parts.clock.now(), limits.loginWindowMs)
      return parts.failures.perAddress - failed
    }
    return enter(remoteAddress, room, () => signIn(parts, form, remoteAddress))
  }
}

async function signIn(parts: LoginParts, form: LoginForm, remoteAddress: string): Promise<LoginReply> {
  const { attempts, proof, clock, failures } = parts
  const now = clock.now()
  const typed = form.username.trim().toLowerCase()
  const address = typed.includes('@') ? typed : `${typed}@${parts.defaultDomain}`
  const fromHere = failuresFrom(remoteAddress)
  const forAccount = failuresFor(address)
  if ((await attempts.count(fromHere, now, limits.loginWindowMs)) >= failures.perAddress)
    throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1000 } })
  // Noted before the proof, so that guesses from many places at once are counted each; a right one clears it.
  if ((await attempts.count(forAccount, now, limits.loginWindowMs)) >= failures.perAccount) throw refusedWith('007')
  const noted = await attempts.note(forAccount, now, limits.loginWindowMs)
  if (noted > failures.perAccount) throw refusedWith('007')
  const proven = await proof.prove(address, form.password).catch(async (error: unknown) => {
    // Nobody could say whether it was right: a mail server that is away must not lock people out.
    await attempts.takeBack(forAccount, now)
    throw error
  })
  if (!proven) {
    await attempts.note(fromHere, now, limits.loginWindowMs)
    throw refusedWith('004', { triesLeft: Math.max(0, failures.perAccount - noted) })
  }
  const { account } = proven
  await attempts.clear(forAccount)
  if (account.locked) throw refusedWith('007')
  if (account.dueAt !== null && account.dueAt <= now) throw refusedWith(account.tier === 'free' ? '006' : '008')
  return openSession(parts, proven, form.timezone)
}

function refusedWith(status: '004' | '006' | '007' | '008', more: { readonly triesLeft?: number } = {}): Refusal {
  return new Refusal(status, { payload: { status, ...more } })
}

async function openSession(
  parts: LoginParts,
  { account, sealedSecret, isSame }: ProvenSignIn,
  wishedZone: string,
): Promise<LoginReply> {
  const now = parts.clock.now()
  const token = newToken()
  await parts.sessions.open(hashToken(token), {
    accountId: account.id,
    username: account.address,
    // A browser may know a zone that this machine does not: no reason to keep anyone out.
    timezone: isTimezone(wishedZone) ? wishedZone : 'Asia/Shanghai',
    createdAt: now,
    expiresAt: now + parts.sessionIdleMs,
    sealedSecret,
  })
  // A session with another password than the one that is right now would live on by this one's connections.
  for (const other of await parts.sessions.holding(account.id, now))
    if (!isSame(other.sealedSecret)) await parts.sessions.close(other.tokenHash)
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

/** The value `free` marks a free account (SPEC §3). */
export function domainNameOf(account: Account): string {
  return account.tier === 'free' ? 'free' : account.address.slice(account.address.lastIndexOf('@') + 1)
}
