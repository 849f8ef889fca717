/** Numbers and words of leaving: everything in one archive, and the closing of an account. */
const day = 24 * 60 * 60 * 1_000

export const leavingLimits = {
  /** Days in which a closed account can be taken back. */
  returnDays: 14,
  returnMs: 14 * day,
  /** Milliseconds for which an archive is kept, and is told of. */
  archiveMs: 7 * day,
  toldMs: 30 * day,
  /** Archives that an account may begin within a day: each reads the whole mailbox. */
  archivesPerDay: 5,
} as const

export const messageFormats = ['mbox', 'eml'] as const
export type MessageFormat = (typeof messageFormats)[number]
