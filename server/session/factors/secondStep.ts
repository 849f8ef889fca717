/** The second step of a sign-in: a code, or a device that is trusted (TRUST S19). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/factors'
import type { secondStepPasskey } from '#contract/endpoints/session/passkeys'
import { factorLimits } from '#contract/session/factorLimits'
import { isAsBefore } from '../../core/account'
import { Refusal } from '../../core/refusal'
import { browserName } from '../../kit/browserName'
import { hashToken, newToken } from '../../kit/token'
import type { AccountStore } from '../account.store'
import { type From, type OpenSessionDeps, openSession, triedSignIn } from '../login'
import { askPasskey, type PasskeyDeps, provenPasskey } from '../passkeys/passkeyProof'
import { type FactorDeps, passCode } from './factorCodes'

export type SecondStepDeps = FactorDeps & PasskeyDeps & OpenSessionDeps & { readonly accounts: AccountStore }

export const makeSecondStep =
  (deps: SecondStepDeps) =>
  async (
    { ticket, code, passkey, device, trust, timezone }: Form<typeof entries.secondStep>,
    from: From,
  ): Promise<Reply<typeof entries.secondStep>> => {
    const { factors, accounts, sealer, clock } = deps
    const ticketHash = hashToken(ticket)
    await deps.applyDue()
    const waiting = await factors.ticket(ticketHash, clock.now())
    const account = waiting === null ? null : await accounts.byId(waiting.accountId)
    if (waiting === null || account === null) throw new Refusal('ticketExpired')
    const { id } = account
    if (account.locked && account.closesAt === undefined) throw new Refusal('007', { payload: { status: '007' } })
    const passwordOf = (sealed: Uint8Array | null) => sealed && sealer.open(id, sealed)
    const isSame = (other: Uint8Array | null) => passwordOf(other) === passwordOf(waiting.sealedSecret)
    const trusted =
      passkey === undefined && device !== undefined ? await factors.trustOf(id, hashToken(device), clock.now()) : null
    // A password that was changed at the mail server ends what was trusted with the one before.
    const isTrusted = trusted !== null && isSame(trusted.sealedSecret)
    if (trusted !== null && !isTrusted && device !== undefined) await factors.distrust(id, hashToken(device))
    if (passkey !== undefined) {
      const use = { purpose: 'secondStep', holder: ticketHash } as const
      const { accountId } = await provenPasskey(deps, passkey, { use, mustVerify: false, from })
      if (accountId !== id) throw new Refusal('passkeyWrong')
    } else if (!isTrusted) {
      // A device that is trusted no more was no guess of anybody.
      if (code === undefined) throw new Refusal('codeWrong', { field: 'code' })
      await passCode(deps, id, code, 'signIn').catch(async (error: unknown) => {
        const tried = triedSignIn(deps, { ...from, way: 'password', result: 'wrongCode' })
        if (error instanceof Refusal && error.code === 'codeWrong') await deps.signIns.note({ ...tried, accountId: id })
        throw error
      })
    }
    const proven = {
      account,
      sealedSecret: waiting.sealedSecret,
      isSame,
      // What ends access takes it away: one that is there proves the password, once.
      stillHolds: async () => (await factors.claimTicket(ticketHash)) && isAsBefore(account, await accounts.byId(id)),
    }
    const signedIn = await openSession(deps, proven, { timezone, stay: waiting.isKept }, { ...from, way: 'password' })
    if (signedIn === null) throw new Refusal('ticketExpired')
    if (isTrusted || !trust) return signedIn
    const token = newToken()
    const now = clock.now()
    const times = { createdAt: now, expiresAt: now + factorLimits.trustMs }
    const { sealedSecret } = waiting
    await factors.trust(id, hashToken(token), { ...browserName(from.userAgent), sealedSecret, ...times })
    // What ended the session meanwhile ended all trust before this was written.
    if ((await deps.sessions.find(hashToken(signedIn.accessToken), now)) === null)
      await factors.distrust(id, hashToken(token))
    return { ...signedIn, device: token }
  }

/** Asks for a passkey of whoever gave the right password; any touch of it will do. */
export const makeSecondStepPasskey =
  (deps: SecondStepDeps) =>
  async ({ ticket }: Form<typeof secondStepPasskey>): Promise<Reply<typeof secondStepPasskey>> => {
    const [ticketHash, now] = [hashToken(ticket), deps.clock.now()]
    const waiting = await deps.factors.ticket(ticketHash, now)
    if (waiting === null) throw new Refusal('ticketExpired')
    const allowed = deps.passkeySite === null ? [] : await deps.passkeys.list(waiting.accountId)
    if (allowed.length === 0) return { request: null }
    const use = { purpose: 'secondStep', holder: ticketHash } as const
    const limit = `passkeys-of:${waiting.accountId}`
    return { request: await askPasskey(deps, { use, allowed, mustVerify: false, limit }) }
  }
