/** Counts tries within a sliding window: failed logins by account and by address (TRUST S19), and whatever else is limited. */
export type AttemptStore = {
  /** Notes one try under a key at `now`, and answers how many stand since `now - windowMs`, this one included. */
  readonly note: (key: string, now: number, windowMs: number) => Promise<number>
  /** Notes one try where fewer than `most` stand since `now - windowMs`, and answers whether it did; a refusal writes nothing. */
  readonly noteWithin: (key: string, now: number, windowMs: number, most: number) => Promise<boolean>
  readonly count: (key: string, now: number, windowMs: number) => Promise<number>
  /** Takes back one try noted under a key at that instant, as if it had not been tried; others of that instant stay. */
  readonly takeBack: (key: string, at: number) => Promise<void>
  readonly clear: (key: string) => Promise<void>
  readonly sweep: (before: number) => Promise<void>
}
