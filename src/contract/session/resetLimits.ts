/** The numbers of a password reset (docs/decisions/0059), which few browsers need. */
const minute = 60_000
const hour = 60 * minute

export const resetLimits = {
  /** Milliseconds that the steps of one reset may take, and that its link is good. */
  livesMs: hour,
  /** Milliseconds before a new password counts where its owner has another way to say no. */
  waitMs: 24 * hour,
  /** Resets in an hour for one address from one network, from all, and from one network; codes of one account. */
  perAddress: 5,
  perAddressFromAll: 50,
  perNetwork: 20,
  codesPerHour: 10,
} as const
