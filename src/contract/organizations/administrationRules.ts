/** What an organization's administrators may do, and what of it is noted. */
import * as v from 'valibot'

/** In the order in which the log's filter lists them. */
export const auditActions = [
  'administratorAppointed',
  'administratorDismissed',
  'memberAdded',
  'memberLocked',
  'memberUnlocked',
  'passwordReset',
  'factorsReset',
  'quotaChanged',
  'removalStarted',
  'removalResumed',
  'removalCancelled',
  'memberRemoved',
  'auditExported',
  'domainClaimed',
  'domainProved',
  'domainRemoved',
  'logoSet',
  'logoRemoved',
  'policyTurnedOn',
  'policyTurnedOff',
] as const
export type AuditAction = (typeof auditActions)[number]

export const isAuditAction = (text: string): text is AuditAction => (auditActions as readonly string[]).includes(text)

/** What an account of a member is; `moving` and `arriving` are the two of a transfer that runs. */
export const memberStates = [
  'active',
  'locked',
  'lockedByOperator',
  'closed',
  'moving',
  'arriving',
  'removing',
] as const
export type MemberState = (typeof memberStates)[number]

/** What ends with an account and is counted, in the order in which it is told. */
export const endingKinds = ['shares', 'links', 'rules', 'scheduled', 'drafts', 'contacts', 'files'] as const
export type EndingKind = (typeof endingKinds)[number]

/** What ends with an account. */
export const endings = /* @__PURE__ */ v.object({
  /** Those that still open. */
  shares: v.number(),
  links: v.number(),
  rules: v.number(),
  /** Messages that wait for their time. */
  scheduled: v.number(),
  drafts: v.number(),
  contacts: v.number(),
  files: v.number(),
  /** Where all messages go on to; empty for nowhere. */
  forward: v.string(),
})
export type Endings = v.InferOutput<typeof endings>

export const administrationLimits = {
  /** Bytes that a member's mailbox has at the least. */
  leastQuotaBytes: 1024 * 1024,
  /** Days for which the log of an organization is kept. */
  auditDays: 365,
}
