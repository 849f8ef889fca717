/** Estimates how many guesses find a password, off the main thread. */
export type PasswordGuesses = {
  /** As a power of ten; `own` are words of its owner. `password` is short (SPEC §5). */
  readonly powerOf: (password: string, own: readonly string[]) => Promise<number>
  readonly close: () => Promise<void>
}

/** What goes to the thread that estimates, and comes back. */
export type GuessQuestion = { readonly id: number; readonly password: string; readonly own: readonly string[] }
export type GuessAnswer = { readonly id: number; readonly power: number }
