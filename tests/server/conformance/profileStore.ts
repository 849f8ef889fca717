import { describe, expect, it } from 'vitest'
import { makeProfileStore } from '#server/profile/profiles.sql'
import type { ProfileStore } from '#server/profile/profiles.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

export function profileStoreConforms(name: string, make: MakeSubject<ProfileStore>): void {
  describe(`personal info: ${name}`, () => {
    const subject = eachTest(make)

    it('S21: is each account’s own, changed by field, and there after a restart', async () => {
      const { store, reopen } = subject.current()
      const nothing = { gender: '', birthday: '', province: '', city: '', photo: '' }
      expect(await store.load('lin')).toEqual(nothing)
      await Promise.all([store.change('lin', { gender: 'female' }), store.change('lin', { birthday: '1990-02-28' })])
      await store.change('lin', { photo: 'of lin' })
      await store.change('lin', { province: 'zhejiang', city: 'hangzhou' })
      await store.change('lin', {})
      const again = await reopen()
      expect(await again.load('lin')).toEqual({
        ...{ gender: 'female', birthday: '1990-02-28' },
        ...{ province: 'zhejiang', city: 'hangzhou', photo: 'of lin' },
      })
      expect(await again.load('chen')).toEqual(nothing)
    })
  })
}

export const overSql = sqlSuite(makeProfileStore, profileStoreConforms)
