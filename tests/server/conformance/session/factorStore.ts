import { describe, expect, it } from 'vitest'
import { makeFactorStore } from '#server/session/factors/factors.sql'
import type { FactorStore } from '#server/session/factors/factors.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const device = { browser: 'Safari', system: 'macOS', createdAt: 1_000, expiresAt: 5_000 }
const trusted = { ...device, sealedSecret: Uint8Array.of(0, 255) }
const ticket = { accountId: 'lin', sealedSecret: Uint8Array.of(0, 255), isKept: true }

export function factorStoreConforms(name: string, make: MakeSubject<FactorStore>): void {
  describe(`second factors: ${name}`, () => {
    const subject = eachTest(make)

    it('S19: a step is used up once, with all before it, and by one of many at once', async () => {
      const { store } = subject.current()
      expect(await store.begin('lin', Uint8Array.of(1))).toBe(true)
      expect(await store.begin('lin', Uint8Array.of(2))).toBe(true)
      expect(await store.secret('lin')).toEqual({ sealed: Uint8Array.of(2), confirmedAt: null, usedStep: 0 })
      expect(await store.spendStep('lin', 10, null)).toBe(false)
      expect(await store.spendStep('lin', 10, { at: 500 })).toBe(true)
      expect(await store.secret('lin')).toEqual({ sealed: Uint8Array.of(2), confirmedAt: 500, usedStep: 10 })
      expect(await store.begin('lin', Uint8Array.of(3))).toBe(false)
      const used = await Promise.all(Array.from({ length: 20 }, () => store.spendStep('lin', 11, null)))
      expect(used.filter(Boolean)).toHaveLength(1)
      for (const step of [11, 10]) expect(await store.spendStep('lin', step, null)).toBe(false)
      expect(await store.spendStep('wang', 12, null)).toBe(false)
    })

    it('S19: a recovery code is used up once, and new ones take the place of all before', async () => {
      const { store } = subject.current()
      await store.setRecoveryCodes('lin', ['a', 'b'])
      await store.setRecoveryCodes('wang', ['a'])
      const used = await Promise.all(Array.from({ length: 20 }, () => store.spendRecoveryCode('lin', 'a')))
      expect(used.filter(Boolean)).toHaveLength(1)
      expect([await store.recoveryCodesLeft('lin'), await store.recoveryCodesLeft('wang')]).toEqual([1, 1])
      await store.setRecoveryCodes('lin', ['c'])
      expect(await store.spendRecoveryCode('lin', 'b')).toBe(false)
      await store.turnOff('lin')
      expect([await store.secret('lin'), await store.recoveryCodesLeft('lin')]).toEqual([null, 0])
    })

    it('S19: a ticket is taken once, and ends with its time', async () => {
      const { store } = subject.current()
      await store.issueTicket('t', ticket, 2_000)
      expect(await store.ticket('t', 1_999)).toEqual(ticket)
      expect(await store.ticket('t', 2_000)).toBeNull()
      const claimed = await Promise.all(Array.from({ length: 20 }, () => store.claimTicket('t')))
      expect(claimed.filter(Boolean)).toHaveLength(1)
    })

    it('S21: a device is trusted by its own account, until it ends or is revoked', async () => {
      const { store } = subject.current()
      for (const token of ['one', 'two']) await store.trust('lin', token, trusted)
      await store.trust('wang', 'three', { ...device, sealedSecret: null })
      expect(await store.trustOf('lin', 'one', 4_999)).toEqual({ sealedSecret: Uint8Array.of(0, 255) })
      expect([await store.trustOf('lin', 'one', 5_000), await store.trustOf('wang', 'one', 0)]).toEqual([null, null])
      await store.distrust('lin', 'one')
      expect(await store.trusted('lin', 0)).toEqual([{ ...device, tokenHash: 'two' }])
      await store.issueTicket('t', ticket, 9_000)
      await store.endTrust('lin')
      expect([await store.trusted('lin', 0), await store.ticket('t', 0)]).toEqual([[], null])
      expect(await store.trustOf('wang', 'three', 0)).toEqual({ sealedSecret: null })
      await store.sweep(5_000)
      expect(await store.trustOf('wang', 'three', 0)).toBeNull()
    })
  })
}

export const overSql = sqlSuite(makeFactorStore, factorStoreConforms)
