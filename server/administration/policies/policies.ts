/** Policies of an organization, shown to its administrator and switched one by one (TRUST S22). */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/organization/policies'
import { type PolicyName, policyNames } from '#contract/endpoints/organization/policies'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Clock } from '../../kit/clock'
import { type AnyFactorDeps, hasAnyFactor } from '../../session/factors/anyFactor'
import { type AdministratorDeps, administratorOf } from '../administrator'
import type { PolicyStore } from './policies.store'

export type PolicyDeps = AdministratorDeps &
  AnyFactorDeps & {
    readonly policies: PolicyStore
    readonly clock: Clock
    /** False where a mail server carries rules and answers out. */
    readonly knowsContacts: boolean
  }

type Shown = Reply<typeof entries.administrationPolicies>

/** A mail server that answers by itself knows no colleagues. */
const isBeyond = ({ knowsContacts }: PolicyDeps, policy: PolicyName) => policy === 'colleagueReply' && !knowsContacts

async function shown(deps: PolicyDeps, code: string): Promise<Shown> {
  const { version, ...policies } = await deps.policies.of(code)
  return {
    version,
    policies: policyNames.map((name) => ({ name, isOn: policies[name], serverCannot: isBeyond(deps, name) })),
  }
}

export const makeAdministrationPolicies =
  (deps: PolicyDeps) =>
  async (_form: unknown, caller: Caller): Promise<Shown> =>
    shown(deps, (await administratorOf(deps, caller)).organization.code)

export const makeChangePolicy =
  (deps: PolicyDeps) =>
  async ({ policy, isOn, version }: Form<typeof entries.changePolicy>, caller: Caller): Promise<Shown> => {
    const { change } = await administratorOf(deps, caller)
    if (isOn && isBeyond(deps, policy)) throw new Refusal('serverCannot', { field: 'policy' })
    // Whoever asks it of others without having one would be the first to be locked out.
    if (isOn && policy === 'needsFactor' && !(await hasAnyFactor(deps, caller.account.id)))
      throw new Refusal('notAllowed', { field: 'policy' })
    if (!(await deps.policies.change({ ...change, now: deps.clock.now() }, { policy, isOn, version })))
      throw new Refusal('rulesChanged', { field: 'policy' })
    return shown(deps, change.organization)
  }
