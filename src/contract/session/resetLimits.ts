/** The numbers of a password reset (docs/decisions/0059), which few browsers need. */
const minute = 60_000
const hour = 60 * minute

export const resetLimits = {
  /** Milliseconds that the steps of one reset may take, and that its link is good. */
  livesMs: hour,
  /** Milliseconds before a new password counts where its owner has another way to say no. */
  waitMs: 24 * hour,
  /** Resets in an hour: of one address from one network and from all; of one network; codes. */
  perAddress: 5,
  perAddressFromAll: 50,
  perNetwork: 20,
  codesPerHour: 10,
  /** Verification mails that ask one mailbox to be a secure one, in an hour and of all accounts. */
  asksPerMailbox: 3,
} as const
