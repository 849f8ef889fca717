/** Unsent text kept in this browser's database at once, under its account, so that neither a killed tab nor a dead line loses a word. */
export type LocalDraft = {
  /** One per composer; stays the same while the server's draft id changes. */
  readonly key: string
  readonly account: string
  /** Epoch milliseconds of the last keystroke that it holds. */
  readonly changedAt: number
  /** The server's draft that it is newer than, if it was ever saved there. */
  readonly draftId: string | null
  /** The composer's own content; the compose feature alone reads it. */
  readonly content: unknown
}

export type LocalDrafts = {
  readonly put: (draft: LocalDraft) => Promise<void>
  readonly remove: (key: string) => Promise<void>
  readonly ofAccount: (account: string) => Promise<readonly LocalDraft[]>
}
