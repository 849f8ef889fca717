import { describe, expect, it } from 'vitest'
import { makeInboxCursors } from '#server/mail/newMail/inboxCursors.sql'
import type { InboxCursors } from '#server/mail/newMail/inboxCursors.store'
import { makeSessionStore } from '#server/session/session.sql'
import type { SessionStore } from '#server/session/session.store'
import type { Database } from '#server/sql/openDatabase'
import { session } from '../session/sessionStore'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export type InboxCursorsPlace = { readonly cursors: InboxCursors; readonly sessions: SessionStore }

export function inboxCursorsConform(name: string, make: MakeSubject<InboxCursorsPlace>): void {
  describe(`inbox cursors: ${name}`, () => {
    const subject = eachTest(make)

    it("remembers where each session's inbox stood, after a restart too", async () => {
      const { store, reopen } = subject.current()
      for (const hash of ['t1', 't2']) await store.sessions.open(hash, session)
      expect(await store.cursors.get('t1')).toBeNull()
      await store.cursors.set('t1', 'c1')
      await store.cursors.set('t2', 'c9')
      await store.cursors.set('t1', 'c2')
      await store.cursors.set('t1', 'c2')
      const again = await reopen()
      expect([await again.cursors.get('t1'), await again.cursors.get('t2')]).toEqual(['c2', 'c9'])
      expect(await again.sessions.find('t1', 1_000)).toEqual(session)
    })

    it('forgets it with the session, and keeps none for a session that there is not', async () => {
      const { store } = subject.current()
      await store.sessions.open('t1', session)
      await store.cursors.set('t1', 'c1')
      await store.sessions.close('t1')
      await store.cursors.set('none', 'c1')
      expect([await store.cursors.get('t1'), await store.cursors.get('none')]).toEqual([null, null])
    })
  })
}

const inboxCursorsPlace = (db: Database): InboxCursorsPlace => ({
  cursors: makeInboxCursors(db),
  sessions: makeSessionStore(db),
})

export const overSql = sqlSuite(inboxCursorsPlace, inboxCursorsConform)
