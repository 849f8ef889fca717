/** Turns the second factor of an account on and off, and shows what of it there is. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/session/factors'
import type { PolicyStore } from '../../administration/policies/policies.store'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { hashToken } from '../../kit/token'
import { type ProvePasswordDeps, provePassword } from '../password/provePassword'
import { type AnyFactorDeps, neededBeside } from './anyFactor'
import { type FactorDeps, giveRecoveryCodes, newSecret, passCode } from './factorCodes'

export type FactorCallDeps = FactorDeps &
  AnyFactorDeps &
  ProvePasswordDeps & {
    readonly policies: Pick<PolicyStore, 'of'>
    readonly site: { readonly brand: { readonly nameEn: string } }
  }

export const makeFactorState =
  ({ factors, policies, clock }: FactorCallDeps) =>
  async (_form: unknown, { account: { id, organization } }: Caller): Promise<Reply<typeof entries.factorState>> => {
    const devices = await factors.trusted(id, clock.now())
    return {
      totpSince: (await factors.secret(id))?.confirmedAt ?? null,
      isNeeded: (await policies.of(organization)).needsFactor,
      recoveryCodesLeft: await factors.recoveryCodesLeft(id),
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
    { code }: Form<typeof entries.renewRecoveryCodes>,
    { account: { id } }: Caller,
  ): Promise<Reply<typeof entries.renewRecoveryCodes>> => {
    await passCode(deps, id, code)
    return { recoveryCodes: await giveRecoveryCodes(deps.factors, id) }
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
