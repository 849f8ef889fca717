import { describe, expect, it } from 'vitest'
import { makePhoneBindings } from '#server/phone/phoneBindings.sql'
import type { PhoneBindings } from '#server/phone/phoneBindings.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

const phone = '13800000000'
const life = { since: 0, mostTries: 5 }
const fresh = (code: string, askedAt = 1) => ({ code, askedAt })

export function phoneBindingsConform(name: string, make: MakeSubject<PhoneBindings>): void {
  describe(`phone bindings: ${name}`, () => {
    const subject = eachTest(make)

    it('binds a phone that sent its code, after a restart too', async () => {
      const { store, reopen } = subject.current()
      expect(await store.ask('lin', phone, fresh('111111'), life)).toEqual(fresh('111111'))
      expect(await store.confirm('lin', phone, { ...life, now: 2 })).toBe('waiting')
      await store.receive(phone, '111111', life)
      const again = await reopen()
      expect(await again.phoneOf('lin')).toBeNull()
      expect(await again.confirm('lin', phone, { ...life, now: 3 })).toBe('bound')
      expect(await again.phoneOf('lin')).toBe(phone)
      expect(await again.confirm('lin', phone, { ...life, now: 4 })).toBe('bound')
    })

    it('keeps a code that lives, and makes a new one for another phone or after its time', async () => {
      const { store } = subject.current()
      await store.ask('lin', phone, fresh('111111', 10), life)
      expect(await store.ask('lin', phone, fresh('222222', 20), life)).toEqual(fresh('111111', 10))
      expect(await store.ask('lin', phone, fresh('333333', 30), { ...life, since: 11 })).toEqual(fresh('333333', 30))
      expect(await store.ask('lin', '13900000000', fresh('444444', 40), life)).toEqual(fresh('444444', 40))
      // The former phone's code went with it.
      await store.receive(phone, '333333', life)
      expect(await store.confirm('lin', phone, { ...life, now: 50 })).toBe('over')
    })

    it('S18: takes back a code that was asked for, and leaves what is bound and other accounts alone', async () => {
      const { store } = subject.current()
      for (const account of ['lin', 'anna']) await store.ask(account, phone, fresh('111111'), life)
      await store.receive(phone, '111111', life)
      await store.dropCode('lin')
      expect(await store.confirm('lin', phone, { ...life, now: 2 })).toBe('over')
      expect(await store.confirm('anna', phone, { ...life, now: 2 })).toBe('bound')
      await store.dropCode('anna')
      expect(await store.phoneOf('anna')).toBe(phone)
    })

    it('gives two windows that ask at the same moment one code', async () => {
      const { store } = subject.current()
      const codes = ['111111', '222222', '333333', '444444']
      const told = await Promise.all(codes.map((code) => store.ask('lin', phone, fresh(code), life)))
      expect(new Set(told.map(({ code }) => code)).size).toBe(1)
    })

    it('S19: takes a code for its own account and phone alone', async () => {
      const { store } = subject.current()
      await store.ask('lin', phone, fresh('111111'), life)
      await store.ask('anna', phone, fresh('222222'), life)
      await store.receive('13900000000', '111111', life)
      expect(await store.confirm('lin', phone, { ...life, now: 2 })).toBe('waiting')
      await store.receive(phone, '222222', life)
      expect(await store.confirm('lin', phone, { ...life, now: 2 })).toBe('waiting')
      expect(await store.confirm('anna', '13900000000', { ...life, now: 2 })).toBe('over')
      expect(await store.confirm('anna', phone, { ...life, now: 2 })).toBe('bound')
    })

    it('S19: a code outlives four wrong ones and not the fifth', async () => {
      const { store } = subject.current()
      await store.ask('lin', phone, fresh('111111'), life)
      for (let tries = 0; tries < 4; tries += 1) await store.receive(phone, '000000', life)
      expect(await store.confirm('lin', phone, { ...life, now: 2 })).toBe('waiting')
      await store.receive(phone, '000000', life)
      await store.receive(phone, '111111', life)
      expect(await store.confirm('lin', phone, { ...life, now: 2 })).toBe('over')
      expect(await store.ask('lin', phone, fresh('222222'), life)).toEqual(fresh('222222'))
    })

    it('S19: a code that has run out proves nothing, and one that was proved binds nothing later', async () => {
      const { store } = subject.current()
      await store.ask('lin', phone, fresh('111111', 10), life)
      await store.receive(phone, '111111', { ...life, since: 11 })
      expect(await store.confirm('lin', phone, { ...life, now: 20 })).toBe('waiting')
      await store.receive(phone, '111111', life)
      expect(await store.confirm('lin', phone, { mostTries: 5, since: 11, now: 20 })).toBe('over')
      expect(await store.phoneOf('lin')).toBeNull()
    })

    it('S19: proves a phone to whoever asked, once, and leaves the binding to them', async () => {
      const { store } = subject.current()
      await store.ask('new', phone, fresh('111111', 10), life)
      expect(await store.proofOf('new', phone, life)).toBe('waiting')
      expect(await store.takeProof('new', phone, life)).toBe(false)
      await store.receive(phone, '111111', life)
      expect(await store.proofOf('new', phone, life)).toBe('proved')
      expect(await store.proofOf('other', phone, life)).toBe('over')
      expect(await store.takeProof('new', phone, { ...life, since: 11 })).toBe(false)
      const taken = await Promise.all([1, 2, 3].map(() => store.takeProof('new', phone, life)))
      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await store.accountsOf(phone)).toBe(0)
      for (const account of ['lin', 'anna', 'lin']) await store.bind(account, phone, 20)
      expect(await store.accountsOf(phone)).toBe(2)
      expect(await store.phoneOf('lin')).toBe(phone)
    })

    it('S20: keeps for which phone the password was given, and puts none without it in its place', async () => {
      const { store } = subject.current()
      const other = '13900000000'
      const bindBy = async (of: string, now: number, by?: 'password') => {
        await store.ask('lin', of, fresh('111111', now), life, by)
        await store.receive(of, '111111', life)
        return store.confirm('lin', of, { ...life, now })
      }
      expect(await bindBy(phone, 1)).toBe('bound')
      expect(await store.securePhone('lin')).toBeNull()
      expect(await store.makeSecure('lin', other, 2)).toBe(false)
      expect(await store.makeSecure('lin', phone, 3)).toBe(true)
      expect(await store.makeSecure('lin', phone, 4)).toBe(false)
      expect(await store.securePhone('lin')).toEqual({ phone, boundAt: 3 })
      expect(await bindBy(other, 5)).toBe('over')
      expect(await store.phoneOf('lin')).toBe(phone)
      // The code that lives already is good for it.
      expect(await bindBy(other, 6, 'password')).toBe('bound')
      expect(await store.securePhone('lin')).toEqual({ phone: other, boundAt: 6 })
      await store.bind('anna', phone, 7)
      expect(await store.securePhone('anna')).toEqual({ phone, boundAt: 7 })
    })

    it('remembers until when it was put off, and sweeps old codes', async () => {
      const { store } = subject.current()
      expect(await store.putOffUntil('lin')).toBe(0)
      await store.putOff('lin', 5)
      await store.putOff('lin', 9)
      expect(await store.putOffUntil('lin')).toBe(9)
      await store.ask('lin', phone, fresh('222222', 10), life)
      await store.sweep(11)
      expect(await store.confirm('lin', phone, { ...life, now: 12 })).toBe('over')
    })
  })
}

export const overSql = sqlSuite(makePhoneBindings, phoneBindingsConform)
