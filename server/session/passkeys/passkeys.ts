/** Passkeys: added and removed with the password, and the sign-in by one (docs/decisions/0062). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/passkeys'
import { factorLimits } from '#contract/session/factorLimits'
import type { PolicyStore } from '../../administration/policies/policies.store'
import type { Account } from '../../core/account'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { browserName } from '../../kit/browserName'
import { passkeysFrom } from '../attempts/attemptKeys'
import { type AnyFactorDeps, isPasskeyAlone, neededBeside } from '../factors/anyFactor'
import { giveRecoveryCodes } from '../factors/factorCodes'
import { type From, type OpenSessionDeps, openSession } from '../login'
import { type ProvePasswordDeps, provePassword } from '../password/provePassword'
import {
  askPasskey,
  claimChallenge,
  knownKey,
  newChallenge,
  offeredSite,
  type PasskeyDeps,
  provenPasskey,
  userHandleOf,
} from './passkeyProof'
import { algorithms, madeKey } from './webAuthn'

export type PasskeyCallDeps = PasskeyDeps &
  ProvePasswordDeps &
  OpenSessionDeps &
  AnyFactorDeps & {
    readonly policies: Pick<PolicyStore, 'of'>
    /** False where a mail server has the passwords: without one no mailbox opens there. */
    readonly keepsPasswords: boolean
    readonly site: { readonly brand: { readonly nameEn: string } }
  }

type Shown = Reply<typeof entries.passkeyState>

export const makePasskeyState =
  (deps: PasskeyCallDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Shown> =>
    shown(deps, account)

async function shown({ passkeys, passkeySite, keepsPasswords }: PasskeyCallDeps, { id }: Account): Promise<Shown> {
  return {
    origin: passkeySite?.origin ?? null,
    signsIn: keepsPasswords,
    passkeys: (await passkeys.list(id)).map(
      ({ createdAt, usedAt, id: key, name, browser, system, isSynced, isVerified }) => ({
        ...{ id: key, name, browser, system, isSynced, usedAt },
        signsIn: keepsPasswords && isVerified,
        at: createdAt,
      }),
    ),
  }
}

export const makeBeginPasskey =
  (deps: PasskeyCallDeps) =>
  async (
    { password }: Form<typeof entries.beginPasskey>,
    { account, tokenHash }: Caller,
  ): Promise<Reply<typeof entries.beginPasskey>> => {
    const { rpId } = offeredSite(deps)
    await provePassword(deps, account, password)
    const known = await deps.passkeys.list(account.id)
    if (known.length >= factorLimits.passkeys) throw new Refusal('notAllowed')
    return {
      challenge: await newChallenge(deps, { purpose: 'add', holder: tokenHash }),
      rp: { id: rpId, name: deps.site.brand.nameEn },
      user: { id: userHandleOf(account.id), name: account.address, displayName: account.displayName },
      algorithms: [...algorithms],
      known: known.map(knownKey),
      mustBeFound: deps.keepsPasswords,
    }
  }

export const makeAddPasskey =
  (deps: PasskeyCallDeps) =>
  async (
    { name, credential }: Form<typeof entries.addPasskey>,
    { account, tokenHash }: Caller,
    { userAgent }: Pick<From, 'userAgent'>,
  ): Promise<Reply<typeof entries.addPasskey>> => {
    const site = offeredSite(deps)
    const { transports, ...response } = credential.response
    // Its challenge was given for the password, to this session.
    const { challenge } = await claimChallenge(deps, response.clientDataJSON, { purpose: 'add', holder: tokenHash })
    // One that only proves a touch may stand for a code, and never signs in alone.
    const made = await madeKey(response, { challenge, site, mustVerify: false })
    if (made === null) throw new Refusal('passkeyWrong')
    const { counter, ...key } = made
    const device = browserName(userAgent)
    const now = deps.clock.now()
    const fresh = { ...key, accountId: account.id, transports, usedAt: null }
    const title = name.trim() || [device.browser, device.system].filter((word) => word !== '').join(' · ')
    if (
      !(await deps.passkeys.add({ ...fresh, ...device, name: title, createdAt: now }, counter, factorLimits.passkeys))
    )
      throw new Refusal('notAllowed')
    // What ended the session meanwhile may have removed all passkeys before this one was written.
    if ((await deps.sessions.find(tokenHash, now)) === null) {
      await deps.passkeys.remove(account.id, key.id)
      throw new Refusal('passkeyWrong')
    }
    await deps.tellOwner(account, 'passkeyAdded', [(await deps.secureMailboxes.find(account.id)).address])
    const after = await shown(deps, account)
    // Whoever loses it has no other way past the second step.
    const hasNoCodes = (await deps.factors.recoveryCodesLeft(account.id)) === 0 && (await isPasskeyAlone(deps, account))
    return hasNoCodes ? { ...after, recoveryCodes: await giveRecoveryCodes(deps.factors, account.id) } : after
  }

export const makeRenamePasskey =
  (deps: PasskeyCallDeps) =>
  async ({ id, name }: Form<typeof entries.renamePasskey>, { account }: Caller): Promise<Shown> => {
    if (!(await deps.passkeys.rename(account.id, id, name.trim()))) throw new Refusal('notFound')
    return shown(deps, account)
  }

export const makeRemovePasskey =
  (deps: PasskeyCallDeps) =>
  async ({ password, id }: Form<typeof entries.removePasskey>, { account }: Caller): Promise<Shown> => {
    await provePassword(deps, account, password)
    const needed = await neededBeside(deps, account)
    if (!(await deps.passkeys.remove(account.id, id, needed))) {
      const isThere = (await deps.passkeys.find(id))?.accountId === account.id
      throw new Refusal(isThere ? 'notAllowed' : 'notFound')
    }
    await deps.tellOwner(account, 'passkeyRemoved', [(await deps.secureMailboxes.find(account.id)).address])
    return shown(deps, account)
  }

const signInUse = { purpose: 'signIn', holder: '' } as const

export const makeBeginPasskeySignIn =
  (deps: PasskeyCallDeps) =>
  async (_form: unknown, { remoteAddress }: From): Promise<Reply<typeof entries.beginPasskeySignIn>> => {
    if (!deps.keepsPasswords) throw new Refusal('serverCannot')
    return askPasskey(deps, { use: signInUse, allowed: [], mustVerify: true, limit: passkeysFrom(remoteAddress) })
  }

export const makePasskeySignIn =
  (deps: PasskeyCallDeps) =>
  async (
    { answer, timezone, stay }: Form<typeof entries.passkeySignIn>,
    from: From,
  ): Promise<Reply<typeof entries.passkeySignIn>> => {
    const { passkeys, accounts, keepsPasswords } = deps
    if (!keepsPasswords) throw new Refusal('serverCannot')
    await deps.applyDue()
    const { id, accountId, askedAt } = await provenPasskey(deps, answer, { use: signInUse, mustVerify: true, from })
    const account = await accounts.byId(accountId)
    if (account === null) throw new Refusal('passkeyWrong')
    // What ends access by it may have come between.
    const stillHolds = async () =>
      (await passkeys.find(id)) !== null && (await accounts.byId(accountId))?.locked === false
    const proven = { account, sealedSecret: null, isSame: () => false, stillHolds }
    const signedIn = await openSession(deps, proven, { timezone, stay }, { way: 'passkey', ...from })
    if (signedIn === null) throw new Refusal('passkeyWrong')
    // Many people of one network who come in by theirs keep nobody out.
    await deps.attempts.takeBack(passkeysFrom(from.remoteAddress), askedAt)
    return signedIn
  }
