/** Whoever lacks a second factor that the organization asks for sets it up first (TRUST S19). */
import type { Endpoint } from '#contract/endpoint'
import { customLogo } from '#contract/endpoints/account/account'
import { readSettings } from '#contract/endpoints/account/settings'
import * as factors from '#contract/endpoints/session/factors'
import * as passkeys from '#contract/endpoints/session/passkeys'
import * as session from '#contract/endpoints/session/session'
import type { Caller } from '../../core/caller'
import { type AnyFactorDeps, hasAnyFactor } from '../../session/factors/anyFactor'
import type { PolicyStore } from './policies.store'

/** By their paths: all that a set-up needs, and the way out. */
const allowed: ReadonlySet<string> = new Set(
  [
    ...[session.logout, session.heartbeat, session.usersInfo, session.siteInfo, customLogo, readSettings],
    ...[factors.factorState, factors.beginTotp, factors.confirmTotp, factors.renewRecoveryCodes],
    ...[passkeys.passkeyState, passkeys.beginPasskey, passkeys.addPasskey],
  ].map(({ path }: Pick<Endpoint, 'path'>) => path),
)

export type FactorGateDeps = AnyFactorDeps & { readonly policies: Pick<PolicyStore, 'of'> }

/** Whether this person may make this call now; open sessions are no way around. */
export const makeFactorGate =
  (deps: FactorGateDeps) =>
  async ({ account }: Caller, { path }: Pick<Endpoint, 'path'>): Promise<boolean> =>
    account.organization === null ||
    allowed.has(path) ||
    !(await deps.policies.of(account.organization)).needsFactor ||
    (await hasAnyFactor(deps, account.id))
