import { describe, expect, it } from 'vitest'
import { makeTicketStore } from '#server/session/tickets/tickets.sql'
import type { TicketStore } from '#server/session/tickets/tickets.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const a = { accountId: 'a', tokenHash: 'session of a' }
const b = { accountId: 'b', tokenHash: 'session of b' }

export function ticketStoreConforms(name: string, make: MakeSubject<TicketStore>): void {
  describe(`ticket store: ${name}`, () => {
    const subject = eachTest(make)

    it("S21: names a ticket's owner until it ends, for its own kind alone", async () => {
      const { store } = subject.current()
      await store.issue('t1', a, 'download', 2_000)
      await store.issue('t2', b, 'form', 2_000)
      expect(await store.owner('t1', 'download', 1_999)).toEqual(a)
      expect(await store.owner('t2', 'form', 1_999)).toEqual(b)
      expect(await store.owner('t1', 'form', 1_000)).toBeNull()
      expect(await store.owner('t1', 'download', 2_000)).toBeNull()
      expect(await store.owner('none', 'download', 1_000)).toBeNull()
    })

    it("revokes an account's tickets and nobody else's", async () => {
      const { store } = subject.current()
      await store.issue('t1', a, 'download', 2_000)
      await store.issue('t2', b, 'download', 2_000)
      await store.revokeAll('a')
      expect([await store.owner('t1', 'download', 1), await store.owner('t2', 'download', 1)]).toEqual([null, b])
    })

    it("S18: revokes the tickets of one session and leaves those of its account's others", async () => {
      const { store } = subject.current()
      const other = { accountId: 'a', tokenHash: 'another' }
      await store.issue('t1', a, 'download', 2_000)
      await store.issue('t2', other, 'download', 2_000)
      await store.revokeAll('a', 'session of a')
      expect([await store.owner('t1', 'download', 1), await store.owner('t2', 'download', 1)]).toEqual([null, other])
    })

    it('sweeps those that have ended, and holds the others after a restart', async () => {
      const { store, reopen } = subject.current()
      await store.issue('old', a, 'download', 2_000)
      await store.issue('new', a, 'download', 3_000)
      await store.sweep(2_000)
      expect(await store.owner('old', 'download', 1)).toBeNull()
      expect(await (await reopen()).owner('new', 'download', 2_999)).toEqual(a)
    })
  })
}

export const overSql = sqlSuite(makeTicketStore, ticketStoreConforms)
