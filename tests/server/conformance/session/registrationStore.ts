import { describe, expect, it } from 'vitest'
import { makeRegistrationStore } from '#server/session/registration/registrations.sql'
import type { NewRegistration, RegistrationStore } from '#server/session/registration/registrations.store'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

let keys = 0
const of = (address: string, wished: Partial<NewRegistration> = {}): NewRegistration => {
  keys += 1
  const account = { address, displayName: 'Wang', passwordHash: 'hash', kind: 'soho' } as const
  return { ...account, keyHash: `key ${keys}`, inviteHash: null, now: 10, ...wished }
}

export function registrationStoreConforms(name: string, make: MakeSubject<RegistrationStore>): void {
  describe(`registrations: ${name}`, () => {
    const subject = eachTest(make)

    it('makes a free account that is found by its key, after a restart too', async () => {
      const { store, reopen } = subject.current()
      const made = await store.register(of('Wang@ep.test', { keyHash: 'hers' }))
      expect(made).toMatchObject({
        address: 'wang@ep.test',
        displayName: 'Wang',
        tier: 'free',
        locked: false,
        dueAt: null,
      })
      const again = await reopen()
      expect(await again.accountOf('hers')).toBe(typeof made === 'string' ? made : made.id)
      expect(await again.accountOf('another')).toBeNull()
      await again.sweep(20, 11)
      expect(await again.accountOf('hers')).toBeNull()
    })

    it('S31: knows names that look alike within their domain, and gives them to one of many', async () => {
      const { store } = subject.current()
      const spellings = ['wang.li@ep.test', 'wangli@ep.test', 'wang-1i@ep.test', 'WANGLI@ep.test']
      const made = await Promise.all(spellings.map((address) => store.register(of(address))))
      expect(made.filter((it) => it === 'taken')).toHaveLength(3)
      const other = 'wangli@corp.test'
      expect(await store.takenOf([...spellings, other])).toEqual(new Set(spellings))
      expect(await store.register(of(other))).toMatchObject({ address: other })
    })

    it('S19: uses an invitation once and until it runs out, and none for a name that is taken', async () => {
      const { store } = subject.current()
      await store.addInvite('invitation', 20)
      await store.register(of('lin@ep.test'))
      expect(await store.register(of('lin@ep.test', { inviteHash: 'invitation' }))).toBe('taken')
      expect(await store.isInvited('invitation', 19)).toBe(true)
      expect(await store.isInvited('invitation', 20)).toBe(false)
      const many = ['a1a', 'b2b', 'c3c'].map((it) => store.register(of(`${it}@ep.test`, { inviteHash: 'invitation' })))
      expect((await Promise.all(many)).filter((it) => it === 'no invitation')).toHaveLength(2)
      expect(await store.isInvited('invitation', 19)).toBe(false)
      await store.addInvite('late', 10)
      expect(await store.register(of('zhao@ep.test', { inviteHash: 'late' }))).toBe('no invitation')
      expect(await store.takenOf(['zhao@ep.test'])).toEqual(new Set())
    })
  })
}

export const overSql = sqlSuite(makeRegistrationStore, registrationStoreConforms)
