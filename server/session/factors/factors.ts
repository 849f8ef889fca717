/** Turns the second factor of an account on and off, and shows what of it there is. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/factors'
import type { PolicyStore } from '../../administration/policies/policies.store'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { hashToken } from '../../kit/token'
import type { TellOwner } from '../../protection/ownerNotices.port'
import type { SecureMailboxes } from '../../protection/secureMailboxes.store'
import { type ProvePasswordDeps, provePassword } from '../password/provePassword'
import { type AnyFactorDeps, isPasskeyAlone, neededBeside } from './anyFactor'
import { type FactorDeps, giveRecoveryCodes, newSecret, passCode } from './factorCodes'

export type FactorCallDeps = FactorDeps &
  AnyFactorDeps &
  ProvePasswordDeps & {
    readonly policies: Pick<PolicyStore, 'of'>
    readonly secureMailboxes: Pick<SecureMailboxes, 'find'>
    readonly tellOwner: TellOwner
    readonly site: { readonly brand: { readonly nameEn: string } }
  }

export const makeFactorState =
  (deps: FactorCallDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Reply<typeof entries.factorState>> => {
    const { factors, policies, clock } = deps
    const devices = await factors.trusted(account.id, clock.now())
    const totpSince = (await factors.secret(account.id))?.confirmedAt ?? null
    return {
      totpSince,
      isNeeded: (await policies.of(account.organization)).needsFactor,
      recoveryCodesLeft: await factors.recoveryCodesLeft(account.id),
      codesAsk: totpSince !== null ? 'code' : (await isPasskeyAlone(deps, account)) ? 'password' : null,
      devices: devices.map(({ tokenHash, createdAt, expiresAt, browser, system }) => ({
        // Says nothing by which it could be used.
        id: hashToken(tokenHash),
        browser,
        system,
        at: createdAt,
        ends: expiresAt,
      })),
    }
  }

export const makeBeginTotp =
  (deps: FactorCallDeps) =>
  async (
    { password }: Form<typeof entries.beginTotp>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.beginTotp>> => {
    await provePassword(deps, account, password)
    const names = { issuer: deps.site.brand.nameEn, label: account.address }
    const { secret, uri, sealed } = newSecret(deps.sealer, account.id, names)
    if (!(await deps.factors.begin(account.id, sealed))) throw new Refusal('notAllowed')
    return { secret, uri }
  }

export const makeConfirmTotp =
  (deps: FactorCallDeps) =>
  async (
    { code }: Form<typeof entries.confirmTotp>,
    { account: { id } }: Caller,
  ): Promise<Reply<typeof entries.confirmTotp>> => {
    await passCode(deps, id, code, 'setUp')
    await deps.factors.endTrust(id)
    return { recoveryCodes: await giveRecoveryCodes(deps.factors, id) }
  }

export const makeRenewRecoveryCodes =
  (deps: FactorCallDeps) =>
  async (
    { code, password = '' }: Form<typeof entries.renewRecoveryCodes>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.renewRecoveryCodes>> => {
    if (code !== undefined) await passCode(deps, account.id, code)
    else {
      if (!(await isPasskeyAlone(deps, account))) throw new Refusal('notAllowed')
      // As another passkey is added: by the password, and told.
      await provePassword(deps, account, password)
    }
    const recoveryCodes = await giveRecoveryCodes(deps.factors, account.id)
    if (code === undefined)
      await deps.tellOwner(account, 'recoveryCodesMade', [(await deps.secureMailboxes.find(account.id)).address])
    return { recoveryCodes }
  }

export const makeEndTotp =
  (deps: FactorCallDeps) =>
  async (
    { password, code }: Form<typeof entries.endTotp>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.endTotp>> => {
    await provePassword(deps, account, password)
    await passCode(deps, account.id, code)
    if (!(await deps.factors.turnOff(account.id, await neededBeside(deps, account)))) throw new Refusal('notAllowed')
    await deps.factors.endTrust(account.id)
    return {}
  }

export const makeDistrustDevice =
  ({ factors, clock }: FactorCallDeps) =>
  async (
    { id }: Form<typeof entries.distrustDevice>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.distrustDevice>> => {
    const devices = await factors.trusted(account.id, clock.now())
    const wanted = devices.find(({ tokenHash }) => hashToken(tokenHash) === id)
    if (wanted === undefined) throw new Refusal('notFound')
    await factors.distrust(account.id, wanted.tokenHash)
    return {}
  }
