/** What an organization asks of its members, switched by its administrator. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, whole, word } from '../../field'

/** What each asks of members stands in docs/decisions/0072. */
export const policyNames = ['asksOutside', 'forwardingOff', 'colleagueReply', 'needsFactor'] as const
export type PolicyName = (typeof policyNames)[number]

const shown = /* @__PURE__ */ v.object({
  /** Counts changes; a change names the one that it has seen. */
  version: v.number(),
  policies: v.array(v.object({ name: v.picklist(policyNames), isOn: v.boolean(), serverCannot: v.boolean() })),
})
export type ShownPolicies = v.InferOutput<typeof shown>

export const administrationPolicies = endpoint({
  method: 'GET',
  path: 'webmail/administration/policies.action',
  reply: shown,
  codes: ['notAllowed'],
})

/** `rulesChanged`: by somebody else; `notAllowed`: without a second factor of one's own. */
export const changePolicy = endpoint({
  method: 'POST',
  path: 'webmail/administration/changePolicy.action',
  fields: { policy: word(policyNames), isOn: flag(), version: whole(0, 1_000_000_000) },
  reply: shown,
  codes: ['notAllowed', 'rulesChanged', 'serverCannot'],
})
