import { describe, expect, it } from 'vitest'
import { makeAccountStore } from '#server/session/account.sql'
import type { AccountStore, NewAccount } from '#server/session/account.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const lin: NewAccount = {
  address: 'Lin@EP.test',
  displayName: '林',
  passwordHash: 'hash-1',
  tier: 'globalEnterprise',
  organization: null,
  dueAt: null,
}

export function accountStoreConforms(name: string, make: MakeSubject<AccountStore>): void {
  describe(`account store: ${name}`, () => {
    const subject = eachTest(make)
    const added = async (account: NewAccount = lin) => {
      const made = await subject.current().store.add(account)
      if (!made) throw new Error('not added')
      return made
    }

    it('keeps an owner and finds it by address, in any case, and by id', async () => {
      const { store } = subject.current()
      const account = await added()
      expect(account).toMatchObject({
        address: 'lin@ep.test',
        displayName: '林',
        tier: 'globalEnterprise',
        locked: false,
      })
      expect(await store.byAddress('LIN@ep.TEST')).toEqual(account)
      expect(await store.byId(account.id)).toEqual(account)
      expect(await store.passwordHash(account.id)).toBe('hash-1')
      expect(await store.pageSize(account.id)).toBeNull()
    })

    it('refuses an address that is taken, whatever its case, and leaves the first as it was', async () => {
      const { store } = subject.current()
      const account = await added()
      expect(await store.add({ ...lin, address: 'LIN@ep.test', passwordHash: 'hash-2' })).toBeNull()
      expect(await store.passwordHash(account.id)).toBe('hash-1')
      const both = await Promise.all([1, 2].map(() => store.add({ ...lin, address: 'twice@ep.test' })))
      expect(both.filter((it) => it !== null)).toHaveLength(1)
    })

    it('changes what is named and nothing else', async () => {
      const { store } = subject.current()
      const account = await added()
      await store.change(account.id, { locked: true, dueAt: 99, pageSize: 20 })
      expect(await store.byId(account.id)).toEqual({ ...account, locked: true, dueAt: 99 })
      expect(await store.pageSize(account.id)).toBe(20)
      await store.change(account.id, { dueAt: null, pageSize: null, tier: 'free', passwordHash: 'hash-3' })
      await store.change(account.id, { organization: 'corp', displayName: 'Lin' })
      await store.change(account.id, {})
      expect(await store.byId(account.id)).toEqual({
        ...account,
        locked: true,
        tier: 'free',
        organization: 'corp',
        displayName: 'Lin',
      })
      expect(await store.passwordHash(account.id)).toBe('hash-3')
    })

    it('knows nobody who is not there', async () => {
      const { store } = subject.current()
      expect(await store.byAddress("' or 1=1 --")).toBeNull()
      expect(await store.byId('none')).toBeNull()
      expect(await store.passwordHash('none')).toBeNull()
      expect(await store.all()).toEqual([])
    })

    it('lists by address, removes, and holds all of it after a restart', async () => {
      const { store, reopen } = subject.current()
      const account = await added()
      const anna = await added({ ...lin, address: 'anna@ep.test', tier: 'free' })
      expect((await store.all()).map((it) => it.address)).toEqual(['anna@ep.test', 'lin@ep.test'])
      await store.remove(account.id)
      expect(await (await reopen()).all()).toEqual([anna])
    })
  })
}

export const overSql = sqlSuite(makeAccountStore, accountStoreConforms)
