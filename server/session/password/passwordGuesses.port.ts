/** Estimates how many guesses find a password, off the main thread. */
export type PasswordGuesses = {
  /** As a power of ten; `own` are words of its owner. `password` is short: the rule of SPEC §5 comes first. */
  readonly powerOf: (password: string, own: readonly string[]) => Promise<number>
  readonly close: () => Promise<void>
}
