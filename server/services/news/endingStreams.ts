import type { SessionStore } from '../../ports/sessionStore'
import type { News } from './watchNews'

/** The sessions, whose end ends the streams that they have opened. */
export function endingStreams(sessions: SessionStore, news: Pick<News, 'signedOut' | 'allSignedOut'>): SessionStore {
  return {
    ...sessions,
    close: async (tokenHash) => {
      await sessions.close(tokenHash)
      news.signedOut(tokenHash)
    },
    closeAll: async (accountId, exceptTokenHash) => {
      await sessions.closeAll(accountId, exceptTokenHash)
      news.allSignedOut(accountId, exceptTokenHash)
    },
  }
}
