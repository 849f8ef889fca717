/** Time, handed in: recall, recovery, schedules and shares all turn on it. */
export type Clock = {
  /** Epoch milliseconds. */
  readonly now: () => number
}
