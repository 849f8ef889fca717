/** Where the inbox stood when a session last listed it: the start of a poll that names none (CONTRACT "Calls of the specification"). */
export type InboxCursors = {
  /** Nothing is written where it stands there already. */
  readonly set: (tokenHash: string, cursor: string) => Promise<void>
  readonly get: (tokenHash: string) => Promise<string | null>
}
