import { describe, expect, it } from 'vitest'
import { makeFactorStore } from '#server/session/factors/factors.sql'
import type { FactorStore } from '#server/session/factors/factors.store'
import { makePasskeyStore } from '#server/session/passkeys/passkeys.sql'
import type { Passkey, PasskeyStore } from '#server/session/passkeys/passkeys.store'
import type { Database } from '#server/sql/openDatabase'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const passkey: Passkey = {
  id: 'a',
  accountId: 'lin',
  publicKey: Uint8Array.of(1, 2, 255),
  transports: ['internal', 'hybrid'],
  name: '我的电脑',
  browser: 'Chrome',
  system: 'Windows',
  isSynced: true,
  isVerified: true,
  createdAt: 1,
  usedAt: null,
}
const use = { purpose: 'add', holder: 'h' } as const

type Stores = PasskeyStore & { readonly factors: FactorStore }

export function passkeysConform(name: string, make: MakeSubject<Stores>): void {
  describe(`passkeys: ${name}`, () => {
    const subject = eachTest(make)

    it('belong to one account, the oldest first, after a restart too', async () => {
      const { store, reopen } = subject.current()
      const second = { ...passkey, id: 'b', transports: [], isSynced: false, isVerified: false, createdAt: 2 }
      expect([await store.add(second, 0, 10), await store.add(passkey, 0, 10)]).toEqual([true, true])
      expect(await store.add({ ...passkey, accountId: 'anna' }, 0, 10)).toBe(false)
      const again = await reopen()
      expect(await again.list('lin')).toEqual([passkey, second])
      expect(await again.find('b')).toEqual(second)
      expect([await again.rename('anna', 'a', 'x'), await again.rename('lin', 'a', '家')]).toEqual([false, true])
      expect(await again.find('a')).toEqual({ ...passkey, name: '家' })
      expect([await again.remove('anna', 'a'), await again.remove('lin', 'a')]).toEqual([false, true])
      expect(await again.find('a')).toBeNull()
      await again.add({ ...passkey, accountId: 'anna' }, 0, 10)
      await again.removeAll('lin')
      expect([await again.list('lin'), (await again.list('anna')).length]).toEqual([[], 1])
    })

    it('are as many as there may be, all at once too', async () => {
      const { store } = subject.current()
      await store.add({ ...passkey, accountId: 'anna' }, 0, 2)
      const all = await Promise.all(['1', '2', '3', '4'].map((id) => store.add({ ...passkey, id }, 0, 2)))
      expect(all.filter(Boolean)).toHaveLength(2)
      expect(await store.list('lin')).toHaveLength(2)
    })

    it('S19: count on, or count nothing at all', async () => {
      const { store } = subject.current()
      await store.add(passkey, 5, 10)
      await store.add({ ...passkey, id: 'uncounted' }, 0, 10)
      expect([await store.spend('a', 5, 2), await store.spend('a', 0, 2), await store.spend('a', 6, 3)]).toEqual([
        ...[false, false, true],
      ])
      expect(await store.find('a')).toMatchObject({ usedAt: 3 })
      const uncounted = [await store.spend('uncounted', 0, 4), await store.spend('uncounted', 0, 5)]
      expect(uncounted).toEqual([true, true])
      const all = await Promise.all([1, 2, 3].map(() => store.spend('a', 9, 6)))
      expect(all.filter(Boolean)).toHaveLength(1)
    })

    it('S19: and authenticators go while another factor is left, all at once too', async () => {
      const { store } = subject.current()
      const confirmed = async (account: string) => {
        await store.factors.begin(account, Uint8Array.of(1))
        await store.factors.spendStep(account, 1, { at: 1 })
      }
      const accounts = Array.from({ length: 8 }, (_, index) => `lin${index}`)
      for (const accountId of accounts) {
        await confirmed(accountId)
        for (const id of ['x', 'y']) await store.add({ ...passkey, accountId, id: `${id}-${accountId}` }, 0, 10)
      }
      const gone = await Promise.all(
        accounts.map((account) =>
          Promise.all([
            store.remove(account, `x-${account}`, 'any'),
            store.factors.turnOff(account, 'any'),
            store.remove(account, `y-${account}`, 'any'),
          ]),
        ),
      )
      expect(gone.map((each) => each.filter(Boolean).length)).toEqual(accounts.map(() => 2))
      await confirmed('anna')
      await store.add({ ...passkey, accountId: 'anna' }, 0, 10)
      // A passkey that cannot be asked for is no factor, and may itself go.
      expect([await store.factors.turnOff('anna', 'totp'), await store.remove('anna', 'a', 'totp')]).toEqual([
        ...[false, true],
      ])
      expect([await store.factors.turnOff('anna', 'any'), await store.factors.turnOff('anna')]).toEqual([false, true])
    })

    it('S19: answer a challenge once, for what and by whom it was asked, before it runs out', async () => {
      const { store } = subject.current()
      for (const hash of ['one', 'late']) await store.issue(hash, use, 10)
      expect(await store.claim('one', { ...use, purpose: 'signIn' }, 1)).toBeNull()
      expect(await store.claim('one', { ...use, holder: 'other' }, 1)).toBeNull()
      expect(await store.claim('late', use, 10)).toBeNull()
      const all = await Promise.all([1, 2, 3].map(() => store.claim('one', use, 9)))
      expect(all.toSorted()).toEqual([10, null, null])
      await store.sweep(10)
      expect(await store.claim('late', use, 9)).toBeNull()
    })
  })
}

const makeStores = (db: Database): Stores => ({ ...makePasskeyStore(db), factors: makeFactorStore(db) })

export const overSql = sqlSuite(makeStores, passkeysConform)
