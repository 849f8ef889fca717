import { describe, expect, it } from 'vitest'
import { makeSessionStore } from '#server/session/session.sql'
import type { SessionStore, StoredSession } from '#server/session/session.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

export const session: StoredSession = {
  accountId: 'a',
  username: 'lin@ep.test',
  timezone: 'Asia/Shanghai',
  createdAt: 1_000,
  expiresAt: 2_000,
  sealedSecret: null,
  isKept: true,
}

export function sessionStoreConforms(name: string, make: MakeSubject<SessionStore>): void {
  describe(`session store: ${name}`, () => {
    const subject = eachTest(make)

    it('finds a session by the hash of its token until it ends', async () => {
      const { store } = subject.current()
      await store.open('t1', session)
      expect(await store.find('t1', 1_999)).toEqual(session)
      expect(await store.find('t1', 2_000)).toBeNull()
      expect(await store.find('t2', 1_000)).toBeNull()
    })

    it('moves the end of one that is used', async () => {
      const { store } = subject.current()
      await store.open('t1', session)
      await store.extend('t1', 5_000)
      expect((await store.find('t1', 4_000))?.expiresAt).toBe(5_000)
    })

    it('closes one', async () => {
      const { store } = subject.current()
      await store.open('t1', session)
      await store.open('t2', session)
      await store.close('t1')
      expect(await store.find('t1', 1_000)).toBeNull()
      expect(await store.find('t2', 1_000)).not.toBeNull()
    })

    it("S20: ends an account's other sessions and nobody else's", async () => {
      const { store } = subject.current()
      for (const hash of ['t1', 't2', 't3']) await store.open(hash, session)
      await store.open('foreign', { ...session, accountId: 'b' })
      await store.closeAll('a', 't2')
      const alive = async (hash: string) => (await store.find(hash, 1_000)) !== null
      expect([await alive('t1'), await alive('t2'), await alive('t3')]).toEqual([false, true, false])
      await store.closeAll('a')
      expect([await alive('t2'), await alive('foreign')]).toEqual([false, true])
    })

    it("gives an account's newest sealed secret while its session lasts", async () => {
      const { store } = subject.current()
      const sealed = (createdAt: number, byte: number, expiresAt = 9_000) => ({
        ...session,
        createdAt,
        expiresAt,
        sealedSecret: Uint8Array.of(byte),
      })
      await store.open('t1', sealed(1_000, 1))
      await store.open('t2', sealed(2_000, 2, 3_000))
      await store.open('t3', { ...session, createdAt: 4_000, expiresAt: 9_000 })
      await store.open('foreign', { ...sealed(5_000, 5), accountId: 'b' })
      expect(await store.secretOf('a', 2_999)).toEqual(Uint8Array.of(2))
      expect(await store.secretOf('a', 3_000)).toEqual(Uint8Array.of(1))
      await store.close('t1')
      expect(await store.secretOf('a', 3_000)).toBeNull()
    })

    it('names the sessions of an account that hold a secret and have not ended', async () => {
      const { store } = subject.current()
      const sealed = { ...session, expiresAt: 9_000, sealedSecret: Uint8Array.of(1) }
      await store.open('t1', sealed)
      await store.open('t2', { ...sealed, sealedSecret: Uint8Array.of(2) })
      await store.open('ended', { ...sealed, expiresAt: 2_000 })
      await store.open('bare', { ...session, expiresAt: 9_000 })
      await store.open('foreign', { ...sealed, accountId: 'b' })
      const held = [...(await store.holding('a', 2_000))].toSorted((one, other) =>
        one.tokenHash < other.tokenHash ? -1 : 1,
      )
      expect(held).toEqual([
        { tokenHash: 't1', sealedSecret: Uint8Array.of(1) },
        { tokenHash: 't2', sealedSecret: Uint8Array.of(2) },
      ])
    })

    it('lists those of an account that have not ended, the newest first', async () => {
      const { store } = subject.current()
      await store.open('older', session)
      await store.open('newer', { ...session, createdAt: 1_500, expiresAt: 3_000 })
      await store.open('foreign', { ...session, accountId: 'b' })
      const newer = { tokenHash: 'newer', createdAt: 1_500, expiresAt: 3_000 }
      const older = { tokenHash: 'older', createdAt: 1_000, expiresAt: 2_000 }
      expect(await store.ofAccount('a', 1_999)).toEqual([newer, older])
      expect(await store.ofAccount('a', 2_000)).toEqual([newer])
    })

    it('forgets those that have ended, and holds the others and their secret after a restart', async () => {
      const { store, reopen } = subject.current()
      const sealed = { ...session, expiresAt: 9_000, sealedSecret: Uint8Array.of(0, 255, 10, 128) }
      await store.open('old', session)
      await store.open('new', sealed)
      await store.sweep(3_000)
      expect(await store.find('old', 1_000)).toBeNull()
      expect(await (await reopen()).find('new', 3_000)).toEqual(sealed)
    })
  })
}

export const overSql = sqlSuite(makeSessionStore, sessionStoreConforms)
