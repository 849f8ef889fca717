/** What the suite of inbox cursors wants, over a database. */
import { makeInboxCursors } from '../../server/adapters/embedded/inboxCursors'
import { makeSessionStore } from '../../server/adapters/embedded/sessionStore'
import type { Database } from '../../server/sql/openDatabase'
import type { InboxCursorsPlace } from '../server/conformance/inboxCursors'

export function inboxCursorsPlace(db: Database): InboxCursorsPlace {
  return { cursors: makeInboxCursors(db), sessions: makeSessionStore(db) }
}
