/**
 * Signing in by a QR code (BEHAVIOUR §17, TRUST S19): the browser shows an id and keeps a secret, a phone that is signed in confirms the id, and
 * only whoever has the secret is let in, once.
 */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/qrLogin'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { browserName } from '../../kit/browserName'
import { isOver } from '../../kit/membershipDays'
import { hashToken, newToken } from '../../kit/token'
import type { AccountStore } from '../account.store'
import { qrCodesFrom } from '../attempts/attemptKeys'
import { type From, type LoginDeps, type OpenSessionDeps, openSession } from '../login'
import type { QrLogins } from './qrLogins.store'

export type QrDeps = Pick<LoginDeps, 'attempts'> &
  OpenSessionDeps & {
    readonly qrLogins: QrLogins
    readonly accounts: AccountStore
  }

/** Characters of a header that are kept. */
const userAgentCharacters = 400

export const makeLoginQrCode =
  ({ qrLogins, attempts, clock }: QrDeps) =>
  async (_form: unknown, { remoteAddress, userAgent }: From): Promise<Reply<typeof entries.loginQrCode>> => {
    const now = clock.now()
    const from = qrCodesFrom(remoteAddress)
    if (!(await attempts.noteWithin(from, now, limits.loginWindowMs, limits.qrCodesPerAddress)))
      throw new Refusal('tooManyTries', { payload: { retryAfter: limits.loginWindowMs / 1_000 } })
    const [id, secret] = [newToken(), newToken()]
    const expires = now + limits.qrLoginMs
    await qrLogins.add(hashToken(id), {
      secretHash: hashToken(secret),
      userAgent: userAgent.slice(0, userAgentCharacters),
      remoteAddress,
      createdAt: now,
      expiresAt: expires,
    })
    return { id, secret, text: `/pclogin?confirm=${id}`, expires }
  }

/** Absent, foreign, used and run out are one: `expired`. */
export const makePollQrLogin =
  (deps: QrDeps) =>
  async (
    { id, secret, timezone }: Form<typeof entries.pollQrLogin>,
    from: From,
  ): Promise<Reply<typeof entries.pollQrLogin>> => {
    const { qrLogins, accounts, clock } = deps
    const now = clock.now()
    const [idHash, secretHash] = [hashToken(id), hashToken(secret)]
    const asked = await qrLogins.find(idHash, secretHash, now)
    if (asked === null) return { state: 'expired' }
    const account = asked.accountId === null ? null : await accounts.byId(asked.accountId)
    if (asked.state !== 'confirmed')
      return { state: asked.state, ...(asked.state === 'scanned' && account ? { name: account.displayName } : {}) }
    const claimed = await qrLogins.claim(idHash, secretHash, now)
    // What happened to the account since the phone said yes counts.
    if (claimed === null || account === null || account.locked || isOver(account, now)) return { state: 'expired' }
    const isOpen = async () => (await deps.sessions.find(claimed.tokenHash, clock.now())) !== null
    // A yes is worth as much as the session that said it, now and once the new one stands.
    if (!(await isOpen())) return { state: 'expired' }
    const proven = { account, sealedSecret: claimed.sealedSecret, isSame: () => true, stillHolds: isOpen }
    const signedIn = await openSession(deps, proven, { timezone, stay: false }, { way: 'qr', ...from })
    return signedIn === null ? { state: 'expired' } : { state: 'confirmed', signedIn }
  }

/** The phone has it in its camera: whoever asks to be let in is shown before anything is confirmed. */
export const makeScanQrLogin =
  ({ qrLogins, cities, clock }: QrDeps) =>
  async (
    { id }: Form<typeof entries.scanQrLogin>,
    { account, tokenHash }: Caller,
  ): Promise<Reply<typeof entries.scanQrLogin>> => {
    const found = await qrLogins.scan(hashToken(id), { accountId: account.id, tokenHash }, clock.now())
    if (found === null) throw new Refusal('notFound')
    const { remoteAddress, userAgent, createdAt } = found
    return {
      ...browserName(userAgent),
      address: remoteAddress,
      place: cities.cityOf(remoteAddress),
      at: createdAt,
    }
  }

export const makeDecideQrLogin =
  ({ qrLogins, clock }: QrDeps) =>
  async (
    { id, accept }: Form<typeof entries.decideQrLogin>,
    { account, tokenHash, sealedSecret }: Caller,
  ): Promise<Reply<typeof entries.decideQrLogin>> => {
    const state = accept ? 'confirmed' : 'cancelled'
    const by = { accountId: account.id, tokenHash }
    const isDecided = await qrLogins.decide(hashToken(id), by, state, sealedSecret, clock.now())
    if (!isDecided) throw new Refusal('notFound')
    return {}
  }
