/** Domains of an organization, proved by a TXT record (RFC 1035 section 3.3.14). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text } from '../../field'

export const domainLimits = {
  /** Milliseconds after which a domain that was never proved is forgotten. */
  claimMs: 30 * 24 * 3_600_000,
  /** Domains of one organization that wait for their proof. */
  claims: 20,
  /** Domains that one organization has; the operator may give more. */
  proved: 50,
  /** Looks at DNS that one organization has within these milliseconds. */
  checks: 30,
  checkWindowMs: 3_600_000,
  /** Milliseconds that an answer of DNS is waited for. */
  answerMs: 5_000,
  /** Characters: with the record's name before it, a name has 253 (RFC 1035 section 2.3.4). */
  domainCharacters: 240,
  /** Other records that are shown, and characters of each. */
  found: 5,
  foundCharacters: 200,
} as const

/** `missing`: the record was not there; `away`: DNS gave no answer. */
export const claimStates = ['waiting', 'missing', 'away'] as const

/** `unknown`: nobody has looked since the proof. */
export const proofStates = ['unknown', 'found', 'missing', 'away'] as const

const shown = /* @__PURE__ */ v.object({
  /** In A-labels. */
  proved: v.array(
    v.object({
      domain: v.string(),
      /** How many members have an address of it. */
      addresses: v.number(),
      /** By the operator of the product, who alone takes it away. */
      isGiven: v.boolean(),
      /** Of its record, when it was last looked for; the proof stands whatever it is. */
      state: v.picklist(proofStates),
      checkedAt: v.nullable(v.number()),
      name: v.string(),
      /** Empty where it is not known any more. */
      value: v.string(),
    }),
  ),
  claims: v.array(
    v.object({
      domain: v.string(),
      state: v.picklist(claimStates),
      name: v.string(),
      value: v.string(),
      /** What stood there in its place. */
      found: v.array(v.string()),
      checkedAt: v.nullable(v.number()),
      expiresAt: v.number(),
    }),
  ),
  /** Whether mail to a proved domain is kept here. */
  takesMail: v.boolean(),
})
export type OrganizationDomains = v.InferOutput<typeof shown>

const domain = /* @__PURE__ */ text(domainLimits.domainCharacters)

export const administrationDomains = endpoint({
  method: 'GET',
  path: 'webmail/administration/domains.action',
  reply: shown,
  codes: ['notAllowed'],
})

/** `nameTaken`: of somebody else, of the product, or a public suffix; which is not told. */
export const addOrganizationDomain = endpoint({
  method: 'POST',
  path: 'webmail/administration/addDomain.action',
  fields: { domain },
  reply: shown,
  codes: ['notAllowed', 'nameInvalid', 'nameTaken', 'tooManyTries'],
})

/** Looks for the record of a claim, which proves it, or of a proved domain, only to show it. */
export const checkOrganizationDomain = endpoint({
  method: 'POST',
  path: 'webmail/administration/checkDomain.action',
  fields: { domain },
  reply: shown,
  codes: ['notAllowed', 'notFound', 'nameTaken', 'tooManyTries'],
})

/** A claim or a proof; `notAllowed` while addresses are of it. */
export const removeOrganizationDomain = endpoint({
  method: 'POST',
  path: 'webmail/administration/removeDomain.action',
  fields: { domain },
  reply: shown,
  codes: ['notFound', 'notAllowed'],
})
