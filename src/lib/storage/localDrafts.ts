/** Unsent text kept in this browser's database at once, under its account, so that neither a killed tab nor a dead line loses a word. */
export type LocalDraft = {
  /** One per composer; stays the same while the server's draft id changes. */
  readonly key: string
  readonly account: string
  /** Epoch milliseconds of the last keystroke that it holds. */
  readonly changedAt: number
  /** The server's draft that it is newer than, if it was ever saved there. */
  readonly draftId: string | null
  /** The gateway has every word: opened only where that cannot be reached, and counted nowhere as unsent. */
  readonly isSaved?: boolean | undefined
  /** The composer's own content; the compose feature alone reads it. */
  readonly content: unknown
  /** It was sent while there was no line, and goes when there is one. */
  readonly waits?: Waits | undefined
  /** Why the gateway did not send it: shown where it is written on. */
  readonly refusal?: StoredRefusal | undefined
}

export type Waits = {
  /** Epoch milliseconds. */
  readonly since: number
  /** The call as it was first made: made again it is the same, and nothing is sent twice (TRUST R2). */
  readonly form: unknown
  /** The gateway's no; it waits for the person then. */
  readonly refused: StoredRefusal | null
}

export type StoredRefusal = {
  readonly code: string
  readonly field: string | null
  readonly addresses: readonly string[]
}

export type LocalDrafts = {
  readonly put: (draft: LocalDraft) => Promise<void>
  readonly remove: (key: string) => Promise<void>
  /** Whoever's they are. */
  readonly removeWhere: (isGone: (draft: LocalDraft) => boolean) => Promise<void>
  /** Without what the gateway has. */
  readonly ofAccount: (account: string) => Promise<readonly LocalDraft[]>
  /** What the gateway was last given as this draft from here. */
  readonly savedAs: (account: string, draftId: string) => Promise<LocalDraft | null>
}
