/** No lease ends further ahead of the clock than this when it is taken. */
export const longestLeaseMs = 60_000
/**
 * A lease or a time of making that lies further ahead than this (milliseconds) was written before the clock was set back: it binds nobody. Twice the
 * longest lease, so that gateways whose clocks differ by less than a lease never take each other's work.
 */
export const clockJumpMs = 2 * longestLeaseMs

/** Another worker has taken over what this one had in hand: it must not do anything more about it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
