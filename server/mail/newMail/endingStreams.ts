import type { SessionStore } from '../../session/session.store'
import type { NewMailWatch } from './watchNewMail'

/** The sessions, whose end ends the streams that they have opened. */
export function endingStreams(
  sessions: SessionStore,
  news: Pick<NewMailWatch, 'signedOut' | 'allSignedOut'>,
): SessionStore {
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
