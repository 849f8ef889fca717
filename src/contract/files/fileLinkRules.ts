/** The numbers of links to files that stand in messages (docs/decisions/0044). */
const day = 24 * 60 * 60 * 1_000

export const fileLinkLimits = {
  /** Milliseconds that a link lives, from when it is made or renewed. */
  lifeMs: 30 * day,
  /** Open links of one account, and those that it makes in an hour. */
  open: 500,
  perHour: 200,
  /** Milliseconds for which an ended link stays in its owner's list. */
  listedMs: 30 * day,
  /** Milliseconds in which a download begins, or goes on after a cut. */
  ticketMs: 6 * 60 * 60 * 1_000,
  pageSize: 20,
} as const

/** How a link stands for its owner; `gone`: its file is in the trash, or no more. */
export const fileLinkStates = ['open', 'expired', 'revoked', 'gone'] as const
export type FileLinkState = (typeof fileLinkStates)[number]
