/** What the suite of inbox cursors wants, over a database. */
import { makeInboxCursors } from '#server/mail/newMail/inboxCursors.sql'
import { makeSessionStore } from '#server/session/session.sql'
import type { Database } from '#server/sql/openDatabase'
import type { InboxCursorsPlace } from '../../server/conformance/mail/inboxCursors'

export function inboxCursorsPlace(db: Database): InboxCursorsPlace {
  return { cursors: makeInboxCursors(db), sessions: makeSessionStore(db) }
}
