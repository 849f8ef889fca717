/** Where all messages of a mailbox go on to, and the addresses that may be asked for it. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/forwarding'
import { limits } from '#contract/limits'
import { addressKey } from '#contract/mail/domainSpelling'
import { listEntry } from '#contract/mail/senderEntries'
import { isAddress } from '#contract/rules'
import type { Account } from '../../core/account'
import type { Caller } from '../../core/caller'
import { domainOf } from '../../core/emailAddress'
import { Refusal } from '../../core/refusal'
import type { Rule, RuleSet } from '../../core/rules/rules'
import type { AccountStore } from '../../session/account.store'
import { type SendVerificationDeps, sendVerification } from '../../verification/sendVerification'
import type { RuleStores } from '../rules.store'
import { rewriteRules } from '../senderRules'
import { type ForwardDeps, mayForward } from './mayForward'

export type ForwardingDeps = ForwardDeps &
  SendVerificationDeps & {
    readonly accounts: Pick<AccountStore, 'byAddress'>
    /** Null where rules are kept nowhere. */
    readonly rules: RuleStores | null
    readonly canSendOutside: boolean
    /** False where a mail server has the mailboxes, of which nobody here knows. */
    readonly knowsContacts: boolean
  }

type Shown = Reply<typeof entries.readForwarding>

export const makeReadForwarding =
  (deps: ForwardingDeps) =>
  async (_form: unknown, { account }: Caller): Promise<Shown> => {
    if (deps.rules === null) throw new Refusal('serverCannot')
    return shown(deps, account, (await deps.rules.of(account).load()).rules)
  }

async function shown(
  deps: ForwardingDeps,
  { id: account, organization }: Account,
  { forward }: RuleSet,
): Promise<Shown> {
  const asked = await deps.verifications.lastIssued(account, 'forwarding')
  const sent = await deps.verifications.newest(account, 'forwarding')
  const targets = (await deps.forwardTargets.list(account)).map(({ address, isConfirmed }) => ({
    address,
    isConfirmed,
    resendAt: isConfirmed ? null : (asked.get(address) ?? 0) + limits.verificationResendMs,
    sent: isConfirmed ? null : (sent.get(address) ?? null),
  }))
  return {
    isOn: forward?.isOn === true,
    to: forward?.to ?? '',
    keepsCopy: forward?.keepsCopy ?? true,
    targets,
    canSendOutside: deps.canSendOutside,
    isOff: (await deps.policies.of(organization)).forwardingOff,
  }
}

export const makeAddForwardTarget =
  (deps: ForwardingDeps) =>
  async ({ address }: Form<typeof entries.addForwardTarget>, caller: Caller): Promise<Shown> => {
    const { account } = caller
    if (deps.rules === null) throw new Refusal('serverCannot')
    const to = listEntry(address)
    const no = (code: ConstructorParameters<typeof Refusal>[0]) => new Refusal(code, { field: 'address' })
    if (!isAddress(to)) throw no('recipientInvalid')
    if (to === addressKey(account.address)) throw no('forwardLoop')
    if ((await deps.policies.of(account.organization)).forwardingOff) throw no('notAllowed')
    const isOurs = deps.domains.includes(domainOf(to))
    if (!isOurs && !deps.canSendOutside) throw no('recipientOutside')
    if (isOurs && deps.knowsContacts && (await deps.accounts.byAddress(to)) === null) throw no('recipientUnknown')
    const now = deps.clock.now()
    if (!(await deps.forwardTargets.add(account.id, to, now, limits.forwardTargets))) throw no('forwardTargetsFull')
    if (isOurs) await deps.forwardTargets.confirm(account.id, to, now)
    else if (!(await deps.forwardTargets.isConfirmed(account.id, to)))
      await sendVerification(deps, account, 'forwarding', to)
    return makeReadForwarding(deps)({}, caller)
  }

export const makeRemoveForwardTarget =
  (deps: ForwardingDeps) =>
  async ({ address }: Form<typeof entries.removeForwardTarget>, caller: Caller): Promise<Shown> => {
    const to = listEntry(address)
    const isTo = (other: string) => addressKey(other) === to
    const goesThere = ({ actions }: Rule) => actions.some((it) => it.kind === 'redirect' && isTo(it.to))
    // First what forwards to it: rules are refused that forward to nobody who agreed.
    await rewriteRules(deps.rules, caller.account, (set) => {
      const { forward } = set
      const isForward = forward?.isOn === true && isTo(forward.to)
      if (!isForward && !set.rules.some((rule) => rule.isEnabled && goesThere(rule))) return null
      return {
        ...set,
        rules: set.rules.map((rule) => (goesThere(rule) ? { ...rule, isEnabled: false } : rule)),
        ...(isForward ? { forward: { ...forward, isOn: false } } : {}),
      }
    })
    await deps.forwardTargets.remove(caller.account.id, to)
    return makeReadForwarding(deps)({}, caller)
  }

export const makeSaveForwarding =
  (deps: ForwardingDeps) =>
  async ({ isOn, to, keepsCopy }: Form<typeof entries.saveForwarding>, { account }: Caller): Promise<Shown> => {
    const target = listEntry(to)
    if (isOn) {
      if ((await deps.policies.of(account.organization)).forwardingOff) throw new Refusal('notAllowed', { field: 'to' })
      const known = await deps.forwardTargets.list(account.id)
      const isKnown = known.some(({ address, isConfirmed }) => address === target && isConfirmed)
      if (!isKnown || !(await mayForward(deps, account.id, target)))
        throw new Refusal('forwardUnconfirmed', { field: 'to' })
      if (await comesBack(deps, account, target)) throw new Refusal('forwardLoop', { field: 'to' })
    }
    let made: RuleSet | null = null
    await rewriteRules(deps.rules, account, (set) => {
      made = { ...set, forward: { isOn, to: target === '' ? (set.forward?.to ?? '') : target, keepsCopy } }
      return made
    })
    if (made === null) throw new Refusal('operationFailed')
    return shown(deps, account, made)
  }

/** Whether mailboxes of this house forward it back, one to the other. */
async function comesBack(
  { rules, accounts, knowsContacts }: ForwardingDeps,
  account: Account,
  to: string,
): Promise<boolean> {
  let next: string | null = to
  for (let hop = 0; next !== null && hop < limits.forwardHops; hop += 1) {
    if (next === addressKey(account.address)) return true
    const through: Account | null = knowsContacts ? await accounts.byAddress(next) : null
    if (through === null || rules === null) return false
    const { rules: set } = await rules.of(through).load()
    next = set.forward?.isOn === true ? addressKey(set.forward.to) : null
  }
  return next !== null
}
