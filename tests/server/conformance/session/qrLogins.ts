import { describe, expect, it } from 'vitest'
import { makeQrLogins } from '#server/session/qr/qrLogins.sql'
import type { QrLogins } from '#server/session/qr/qrLogins.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const asked = {
  secretHash: 'secret',
  userAgent: 'Firefox/130',
  remoteAddress: '192.0.2.9',
  createdAt: 1_000,
  expiresAt: 2_000,
}
const now = 1_500
const lin = { accountId: 'lin', tokenHash: 'phone' }
const wang = { accountId: 'wang', tokenHash: 'tablet' }

export function qrLoginsConform(name: string, make: MakeSubject<QrLogins>): void {
  describe(`sign-ins by QR code: ${name}`, () => {
    const subject = eachTest(make)
    const waiting = async () => {
      const { store } = subject.current()
      await store.add('id', asked)
      return store
    }

    it('S19: shows one to whoever has its secret, until it runs out', async () => {
      const store = await waiting()
      const { userAgent, remoteAddress, createdAt } = asked
      const shown = { state: 'waiting', accountId: null, userAgent, remoteAddress, createdAt }
      expect(await store.find('id', 'secret', now)).toEqual(shown)
      expect(await store.find('id', 'another', now)).toBeNull()
      expect(await store.find('another', 'secret', now)).toBeNull()
      expect(await store.find('id', 'secret', 2_000)).toBeNull()
    })

    it('S19: belongs to the phone that scanned it first', async () => {
      const store = await waiting()
      expect(await store.decide('id', lin, 'confirmed', null, now)).toBe(false)
      const both = await Promise.all([store.scan('id', lin, now), store.scan('id', wang, now)])
      expect(both.filter((one) => one !== null)).toHaveLength(1)
      const owner = both[0] === null ? wang : lin
      const other = both[0] === null ? lin : wang
      expect(await store.scan('id', owner, now)).toMatchObject({ state: 'scanned', accountId: owner.accountId })
      expect(await store.decide('id', other, 'confirmed', null, now)).toBe(false)
      expect(await store.scan('id', owner, 2_000)).toBeNull()
      expect(await store.decide('id', owner, 'confirmed', null, 2_000)).toBe(false)
    })

    it('S19: lets whoever has the secret in once, and nobody before the yes', async () => {
      const store = await waiting()
      await store.scan('id', lin, now)
      expect(await store.claim('id', 'secret', now)).toBeNull()
      expect(await store.decide('id', lin, 'confirmed', Buffer.from('sealed'), now)).toBe(true)
      expect(await store.claim('id', 'another', now)).toBeNull()
      expect(await store.claim('id', 'secret', 2_000)).toBeNull()
      const taken = await Promise.all([store.claim('id', 'secret', now), store.claim('id', 'secret', now)])
      expect(taken.filter((one) => one !== null)).toEqual([
        { ...lin, sealedSecret: expect.objectContaining({ length: 6 }) },
      ])
      expect(await store.find('id', 'secret', now)).toBeNull()
    })

    it('S18: names the session that confirmed it, which may be another than the one that scanned it', async () => {
      const store = await waiting()
      await store.scan('id', lin, now)
      await store.decide('id', { ...lin, tokenHash: 'newer' }, 'confirmed', null, now)
      expect(await store.claim('id', 'secret', now)).toMatchObject({ accountId: 'lin', tokenHash: 'newer' })
    })

    it('S18: takes back what an account, or one session of it, scanned or confirmed, and nothing else', async () => {
      const { store } = subject.current()
      const all = ['scanned', 'confirmed', 'elsewhere', 'foreign']
      for (const id of all) await store.add(id, asked)
      for (const id of ['scanned', 'confirmed']) await store.scan(id, lin, now)
      await store.decide('confirmed', lin, 'confirmed', null, now)
      await store.scan('elsewhere', { ...lin, tokenHash: 'newer' }, now)
      await store.scan('foreign', wang, now)
      const standing = async () => {
        const found = await Promise.all(all.map((id) => store.find(id, 'secret', now)))
        return all.filter((_, at) => found[at] !== null)
      }
      await store.drop('lin', 'tablet')
      expect(await standing()).toEqual(all)
      await store.drop('lin', 'phone')
      expect(await standing()).toEqual(['elsewhere', 'foreign'])
      await store.drop('lin')
      expect(await standing()).toEqual(['foreign'])
    })

    it('S19: a no is final', async () => {
      const store = await waiting()
      await store.scan('id', lin, now)
      expect(await store.decide('id', lin, 'cancelled', Buffer.from('sealed'), now)).toBe(true)
      expect(await store.decide('id', lin, 'confirmed', null, now)).toBe(false)
      expect(await store.scan('id', lin, now)).toBeNull()
      expect(await store.claim('id', 'secret', now)).toBeNull()
      expect(await store.find('id', 'secret', now)).toMatchObject({ state: 'cancelled' })
    })

    it('forgets what has run out', async () => {
      const store = await waiting()
      await store.sweep(1_999)
      expect(await store.find('id', 'secret', now)).not.toBeNull()
      await store.sweep(2_000)
      expect(await store.find('id', 'secret', now)).toBeNull()
    })
  })
}

export const overSql = sqlSuite(makeQrLogins, qrLoginsConform)
