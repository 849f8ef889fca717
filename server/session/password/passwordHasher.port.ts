/** Turns passwords into hashes and proves them, at the same cost whether or not the account exists (TRUST S19, S20). */
export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>
  /** A null hash stands for an unknown account: the same work is done, and the answer is false. */
  readonly verify: (hash: string | null, password: string) => Promise<boolean>
}
