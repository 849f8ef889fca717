import { describe, expect, it } from 'vitest'
import { makePasswordResets } from '#server/protection/passwordResets.sql'
import type { PasswordResets } from '#server/protection/passwordResets.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

const phone = '13800000000'
const life = { since: 0, mostTries: 5 }
const fresh = (code: string, askedAt = 1) => ({ code, askedAt })
const newPassword = { accountId: 'lin', id: 'a', passwordHash: 'hash', effectiveAt: 100 }

export function passwordResetsConform(name: string, make: MakeSubject<PasswordResets>): void {
  describe(`password resets: ${name}`, () => {
    const subject = eachTest(make)

    it('are proved by the code that their phone sends, and claimed once', async () => {
      const { store, reopen } = subject.current()
      await store.begin('h', 'lin', 1)
      await store.begin('other', 'anna', 1)
      await store.begin('nobody', null, 1)
      expect(await store.find('h', 0)).toEqual({ accountId: 'lin' })
      expect(await store.find('nobody', 0)).toEqual({ accountId: null })
      expect(await store.find('h', 1)).toBeNull()
      expect(await store.stateOf('h', life)).toBe('over')
      expect(await store.ask('h', phone, fresh('111111'), life)).toEqual(fresh('111111'))
      expect(await store.ask('h', phone, fresh('222222', 2), life)).toEqual(fresh('111111'))
      expect(await store.ask('other', phone, fresh('333333'), life)).toEqual(fresh('333333'))
      expect(await store.stateOf('h', life)).toBe('waiting')
      await store.receive('13900000000', '111111', life)
      expect(await store.claim('h', life)).toBeNull()
      const again = await reopen()
      await again.receive(phone, '111111', life)
      expect([await again.stateOf('h', life), await again.stateOf('other', life)]).toEqual(['proved', 'waiting'])
      const all = await Promise.all([1, 2, 3].map(() => again.claim('h', life)))
      expect(all.filter((one) => one !== null)).toEqual([{ accountId: 'lin', phone }])
      await again.sweep(2)
      expect(await again.find('other', 0)).toBeNull()
    })

    it('S19: count wrong codes over all resets of an account', async () => {
      const { store } = subject.current()
      for (const hash of ['h', 'second', 'third']) await store.begin(hash, 'lin', 1)
      await store.ask('h', phone, fresh('111111'), life)
      for (let tries = 0; tries < 3; tries += 1) await store.receive(phone, '000000', life)
      await store.ask('second', phone, fresh('222222', 5), life)
      await store.receive(phone, '000000', life)
      expect(await store.stateOf('second', life)).toBe('waiting')
      await store.receive(phone, '000000', life)
      await store.receive(phone, '222222', life)
      expect(await store.stateOf('second', life)).toBe('over')
      const later = { since: 2, mostTries: 5 }
      await store.ask('third', phone, fresh('333333', 6), later)
      await store.receive(phone, '333333', later)
      expect(await store.stateOf('third', later)).toBe('proved')
    })

    it('keep a new password until it is due, or is stopped', async () => {
      const { store } = subject.current()
      await store.keep(newPassword)
      expect(await store.apply(99)).toEqual([])
      expect(await store.stop('anna')).toBe(false)
      expect([await store.stop('lin'), await store.stop('lin')]).toEqual([true, false])
      expect(await store.apply(100)).toEqual([])
      await store.keep(newPassword)
      await store.keep({ ...newPassword, id: 'b' })
      expect(await store.apply(100)).toEqual([{ accountId: 'lin', id: 'b' }])
      // Until its sessions have ended, whoever asks gets it again.
      await store.dropWaiting('lin')
      expect(await store.stop('lin')).toBe(false)
      expect(await store.apply(101)).toEqual([{ accountId: 'lin', id: 'b' }])
      await store.done('lin', 'b')
      expect(await store.apply(102)).toEqual([])
    })
  })
}

export const overSql = sqlSuite(makePasswordResets, passwordResetsConform)
