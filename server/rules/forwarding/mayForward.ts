/** Messages may be forwarded to a mailbox of this house, or to whoever outside has agreed. */
import { addressKey } from '#contract/mail/domainSpelling'
import type { PolicyStore } from '../../administration/policies/policies.store'
import type { AccountId } from '../../core/account'
import { domainOf } from '../../core/emailAddress'
import { Refusal } from '../../core/refusal'
import type { RuleSet } from '../../core/rules/rules'
import { effectiveRules } from '../../core/rules/rules'
import type { Clock } from '../../kit/clock'
import type { RuleStores } from '../rules.store'
import type { ForwardTargets } from './forwardTargets.store'

export type ForwardDeps = {
  readonly forwardTargets: ForwardTargets
  readonly policies: Pick<PolicyStore, 'of'>
  readonly domains: readonly string[]
}

export async function mayForward(
  {
    forwardTargets,
    domains,
  }: Pick<ForwardDeps, 'domains'> & {
    readonly forwardTargets: Pick<ForwardTargets, 'isConfirmed'>
  },
  account: AccountId,
  to: string,
): Promise<boolean> {
  return domains.includes(domainOf(to)) || (await forwardTargets.isConfirmed(account, addressKey(to)))
}

/** Takes no new forwarding to somebody who has not agreed: a mail server cannot ask. */
export function withConfirmedTargets(
  rules: RuleStores,
  deps: ForwardDeps & {
    /** Whether what stands rests while forwarding is off; the script of a mail server goes on. */
    readonly restsWhileOff: boolean
  },
): RuleStores {
  return {
    of: (account) => {
      const store = rules.of(account)
      return {
        ...store,
        replace: async (set, version) => {
          const { forwardingOff: isOff } = await deps.policies.of(account.organization)
          const refused: string[] = []
          for (const to of forwardedTo(set)) if (isOff || !(await mayForward(deps, account.id, to))) refused.push(to)
          if (refused.length > 0) {
            // What stands there already locks no other change.
            const stands = !isOff || deps.restsWhileOff
            const standing = new Set(stands ? forwardedTo((await store.load()).rules) : [])
            const code = isOff ? 'notAllowed' : 'forwardUnconfirmed'
            if (refused.some((to) => !standing.has(to))) throw new Refusal(code, { field: 'actions' })
          }
          return store.replace(set, version)
        },
      }
    },
  }
}

/** As an organization has it that turned forwarding off: what is kept rests. */
export function withoutForwarding({ forward, rules, ...others }: RuleSet): RuleSet {
  return {
    ...others,
    // One that has an end follows the mailbox to its new address (decision 0070).
    ...(forward?.until === undefined ? {} : { forward }),
    rules: rules.map((rule) => ({ ...rule, actions: rule.actions.filter(({ kind }) => kind !== 'redirect') })),
  }
}

/** A forwarding that has an end is off after it, whoever looks at it. */
export function withEndingForward(rules: RuleStores, clock: Clock): RuleStores {
  return {
    of: (account) => {
      const store = rules.of(account)
      return {
        ...store,
        load: async () => {
          const stored = await store.load()
          const { forward, ...others } = stored.rules
          if (forward?.until === undefined || clock.now() < forward.until) return stored
          const { until: _over, ...ended } = forward
          return { ...stored, rules: { ...others, forward: { ...ended, isOn: false } } }
        },
      }
    },
  }
}

/** Where rules that are on forward to. */
export function forwardedTo(set: RuleSet): readonly string[] {
  return effectiveRules(set).flatMap(({ isEnabled, actions }) =>
    isEnabled ? actions.flatMap((it) => (it.kind === 'redirect' ? [it.to] : [])) : [],
  )
}
