/** Codes of a second factor: each works once, wrong ones count by account (TRUST S19). */
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { factorLimits } from '#contract/session/factorLimits'
import type { AccountId } from '../../core/account'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { hashToken, newToken } from '../../kit/token'
import type { AttemptStore } from '../attempts/attempts.store'
import type { Sealer } from '../password/sealer.port'
import type { ProvenSignIn } from '../password/signInProof.port'
import type { FactorStore } from './factors.store'

export type FactorDeps = {
  readonly factors: FactorStore
  readonly sealer: Sealer
  readonly attempts: AttemptStore
  readonly clock: Clock
}

/** Milliseconds for which an authenticator shows a code (RFC 6238 §4.1). */
const stepMs = 30_000
/** Steps that its clock may be ahead or behind. */
const window = 1

/** What was sealed as a password opens as no secret. */
const ownerOf = (id: AccountId) => `totp:${id}`

export function newSecret(sealer: Sealer, id: AccountId, names: { readonly issuer: string; readonly label: string }) {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ ...names, secret })
  return { secret: secret.base32, uri: totp.toString(), sealed: sealer.seal(ownerOf(id), secret.base32) }
}

/** The same secret for another account; null for one that was sealed under another key. */
export function resealedSecret(sealer: Sealer, from: AccountId, to: AccountId, sealed: Uint8Array): Uint8Array | null {
  const secret = sealer.open(ownerOf(from), sealed)
  return secret === null ? null : sealer.seal(ownerOf(to), secret)
}

/** Null for a wrong code, and for a secret that was sealed under another key. */
function stepOf({ sealer, clock }: FactorDeps, id: AccountId, sealed: Uint8Array, code: string): number | null {
  const secret = sealer.open(ownerOf(id), sealed)
  if (secret === null) return null
  const now = clock.now()
  const ahead = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp: now, window })
  return ahead === null ? null : Math.floor(now / stepMs) + ahead
}

/** Crockford's: no letter of it is taken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const recoveryCharacters = 12

export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: factorLimits.recoveryCodes }, () => {
    const signs = [...randomBytes(recoveryCharacters)].map((byte) => alphabet[byte % alphabet.length]).join('')
    return signs.replaceAll(/.{4}(?=.)/g, '$&-')
  })

/** As it is compared: whatever hyphens, blanks and widths it was typed with. */
const asTyped = (code: string) => code.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')

export function hashRecoveryCode(id: AccountId, code: string): string {
  const read = asTyped(code).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return hashToken(`${id}:${read}`)
}

/** Before every step that there is. */
const noStep = -1

/** A secret that was begun holds once a code of it was seen. */
async function spendCode(deps: FactorDeps, id: AccountId, code: string, isFirst: boolean): Promise<Used | null> {
  const { factors, clock } = deps
  const typed = asTyped(code)
  if (!/^\d{6}$/.test(typed))
    return !isFirst && (await factors.spendRecoveryCode(id, hashRecoveryCode(id, typed))) ? 'recoveryCode' : null
  const found = await factors.secret(id)
  const step = found === null ? null : stepOf(deps, id, found.sealed, typed)
  // The answer was lost on its way, and the same code is sent again.
  const since = clock.now() - factorLimits.confirmedAgainMs
  if (isFirst && step !== null && found?.usedStep === step && (found.confirmedAt ?? 0) > since) return 'totp'
  // A wrong code takes as long as one that is used up.
  const isSpent = await factors.spendStep(id, step ?? noStep, isFirst ? { at: clock.now() } : null)
  return isSpent && step !== null ? 'totp' : null
}

type Used = 'totp' | 'recoveryCode'

/** Throws `codeWrong`, or `tooManyTries`. After a recovery code no device is trusted. */
export async function passCode(
  deps: FactorDeps,
  id: AccountId,
  code: string,
  /** Tries of somebody who is in keep nobody out who comes by the password. */
  at: 'signIn' | 'session' | 'setUp' = 'session',
): Promise<void> {
  const { attempts, clock, factors } = deps
  const key = at === 'signIn' ? `factor-of:${id}` : `factor-within:${id}`
  // Noted before it is looked at: of many at once no more than five are.
  if (!(await attempts.noteWithin(key, clock.now(), factorLimits.pauseMs, factorLimits.tries)))
    throw new Refusal('tooManyTries', { field: 'code', payload: { retryAfter: factorLimits.pauseMs / 1_000 } })
  const used = await spendCode(deps, id, code, at === 'setUp')
  if (used === null) throw new Refusal('codeWrong', { field: 'code' })
  await attempts.clear(key)
  if (used === 'recoveryCode') await factors.distrust(id)
}

/** New ones in place of those before, told this once. */
export async function giveRecoveryCodes(factors: FactorStore, id: AccountId): Promise<string[]> {
  const codes = newRecoveryCodes()
  await factors.setRecoveryCodes(
    id,
    codes.map((code) => hashRecoveryCode(id, code)),
  )
  return [...codes]
}

export async function hasSecondFactor(factors: FactorStore, id: AccountId): Promise<boolean> {
  const secret = await factors.secret(id)
  return secret !== null && secret.confirmedAt !== null
}

/** Null where the proof holds no more once the ticket lies there. */
export async function issueFactorTicket(
  { factors, clock }: Pick<FactorDeps, 'factors' | 'clock'>,
  { account, sealedSecret, stillHolds }: ProvenSignIn,
  isKept: boolean,
): Promise<string | null> {
  const ticket = newToken()
  const waiting = { accountId: account.id, sealedSecret, isKept }
  await factors.issueTicket(hashToken(ticket), waiting, clock.now() + factorLimits.ticketMs)
  if (await stillHolds()) return ticket
  await factors.claimTicket(hashToken(ticket))
  return null
}
