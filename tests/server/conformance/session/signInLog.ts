import { describe, expect, it } from 'vitest'
import { makeSignInLog } from '#server/session/signIns/signInLog.sql'
import type { SignIn, SignInLog } from '#server/session/signIns/signInLog.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const hangzhou = { zh: '杭州', en: 'Hangzhou', country: 'CN', latitude: 30.29, longitude: 120.16 }
const berlin = { zh: '柏林', en: 'Berlin', country: 'DE', latitude: 52.52, longitude: 13.4 }
const signIn = (at: number, place: SignIn['place'] = null): SignIn => ({
  at,
  way: 'password',
  result: 'in',
  address: '192.0.2.9',
  browser: 'Chrome',
  system: 'Windows',
  network: '192.0.2.0/24',
  place,
})
const all = { offset: 0, limit: 50 }

export function signInLogConforms(name: string, make: MakeSubject<SignInLog>): void {
  describe(`log of sign-ins: ${name}`, () => {
    const subject = eachTest(make)

    it('tells what was noted, the newest first, a page at a time', async () => {
      const { store, reopen } = subject.current()
      const newest: SignIn = { ...signIn(3_000, berlin), way: 'qr', browser: '', system: '' }
      for (const one of [signIn(1_000), newest, signIn(2_000, hangzhou)]) await store.note({ ...one, accountId: 'lin' })
      expect((await store.look('lin', 0, all)).list).toEqual([newest, signIn(2_000, hangzhou), signIn(1_000)])
      const second = await (await reopen()).look('lin', 0, { offset: 1, limit: 1 })
      expect(second.list).toEqual([signIn(2_000, hangzhou)])
      expect(second.total).toBe(3)
    })

    it('counts all of the time by their places, whatever the page', async () => {
      const { store } = subject.current()
      for (const one of [signIn(1_000, berlin), signIn(2_000, hangzhou), signIn(3_000, hangzhou), signIn(4_000)])
        await store.note({ ...one, accountId: 'lin' })
      const { total, unknown, places } = await store.look('lin', 2_000, { offset: 0, limit: 1 })
      expect({ total, unknown, places }).toEqual({
        total: 3,
        unknown: 1,
        places: [{ place: hangzhou, count: 2, last: 3_000 }],
      })
      expect((await store.look('lin', 5_000, all)).total).toBe(0)
    })

    it('tells those of one way and one result, and counts no refused one as a place', async () => {
      const { store } = subject.current()
      const refused: SignIn = { ...signIn(2_000, berlin), result: 'locked' }
      const byQr: SignIn = { ...signIn(3_000, hangzhou), way: 'qr' }
      for (const one of [signIn(1_000), refused, byQr]) await store.note({ ...one, accountId: 'lin' })
      const asked = async (wanted: Partial<Pick<SignIn, 'way' | 'result'>>) => {
        const { list, total } = await store.look('lin', 0, { ...all, ...wanted })
        return { list, total }
      }
      expect(await asked({ way: 'qr' })).toEqual({ list: [byQr], total: 1 })
      expect(await asked({ result: 'locked' })).toEqual({ list: [refused], total: 1 })
      expect(await asked({ way: 'qr', result: 'locked' })).toEqual({ list: [], total: 0 })
      const { places, unknown, total } = await store.look('lin', 0, all)
      expect({ places, unknown, total }).toEqual({
        places: [{ place: hangzhou, count: 1, last: 3_000 }],
        unknown: 1,
        total: 3,
      })
    })

    it('knows the devices of an account, each once', async () => {
      const { store } = subject.current()
      expect(await store.deviceState('lin', 'Chrome|Windows|')).toBe('first')
      await store.addDevice('lin', 'Chrome|Windows|')
      await store.addDevice('lin', 'Chrome|Windows|')
      expect(await store.deviceState('lin', 'Chrome|Windows|')).toBe('known')
      expect(await store.deviceState('lin', 'Safari|macOS|')).toBe('new')
      expect(await store.deviceState('wang', 'Chrome|Windows|')).toBe('first')
    })

    it('S21: tells nobody of another account', async () => {
      const { store } = subject.current()
      await store.note({ ...signIn(1_000, berlin), accountId: 'lin' })
      expect(await store.look('wang', 0, all)).toEqual({ list: [], total: 0, places: [], unknown: 0 })
    })

    it('forgets what is old', async () => {
      const { store } = subject.current()
      for (const accountId of ['lin', 'wang'])
        for (const at of [1_000, 2_000]) await store.note({ ...signIn(at), accountId })
      await store.sweep(2_000)
      expect((await store.look('lin', 0, all)).list).toEqual([signIn(2_000)])
      expect((await store.look('wang', 0, all)).total).toBe(1)
    })
  })
}

export const overSql = sqlSuite(makeSignInLog, signInLogConforms)
