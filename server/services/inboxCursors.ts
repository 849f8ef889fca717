/**
 * Where the inbox stood when a session last listed it: the start of a poll that names none (CONTRACT.md, timingQueryMail).
 * Kept in memory alone: after a restart such a poll starts from now, and a client that holds a cursor loses nothing.
 */
const mostSessions = 10_000

export type InboxCursors = {
  readonly set: (tokenHash: string, cursor: string) => void
  readonly get: (tokenHash: string) => string | null
}

export function makeInboxCursors(): InboxCursors {
  const cursors = new Map<string, string>()
  return {
    set: (tokenHash, cursor) => {
      cursors.delete(tokenHash)
      cursors.set(tokenHash, cursor)
      const oldest = cursors.keys().next()
      if (cursors.size > mostSessions && !oldest.done) cursors.delete(oldest.value)
    },
    get: (tokenHash) => cursors.get(tokenHash) ?? null,
  }
}
