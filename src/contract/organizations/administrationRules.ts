/** What an organization's administrators may do, and what of it is noted. */

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

export const administrationLimits = {
  /** Bytes that a member's mailbox has at the least. */
  leastQuotaBytes: 1024 * 1024,
  /** Days for which the log of an organization is kept. */
  auditDays: 365,
}
