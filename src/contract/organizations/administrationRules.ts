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
  'removalCancelled',
  'memberRemoved',
  'auditExported',
] as const
export type AuditAction = (typeof auditActions)[number]

export const isAuditAction = (text: string): text is AuditAction => (auditActions as readonly string[]).includes(text)

export const administrationLimits = {
  /** Days for which the log of an organization is kept. */
  auditDays: 365,
}
