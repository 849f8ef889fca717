import { describe, expect, it } from 'vitest'
import { makeClosings } from '#server/leaving/closings.sql'
import type { Closings } from '#server/leaving/closings.store'
import { makeAccountStore } from '#server/session/account.sql'
import type { AccountStore } from '#server/session/account.store'
import { makeRegistrationStore } from '#server/session/registration/registrations.sql'
import type { RegistrationStore } from '#server/session/registration/registrations.store'
import type { Database } from '#server/sql/openDatabase'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

type Place = {
  readonly closings: Closings
  readonly accounts: AccountStore
  readonly registrations: RegistrationStore
}

const place = (db: Database): Place => ({
  closings: makeClosings(db),
  accounts: makeAccountStore(db),
  registrations: makeRegistrationStore(db),
})

function closingsConform(name: string, make: MakeSubject<Place>): void {
  describe(`closings: ${name}`, () => {
    const subject = eachTest(make)
    const account = async (address: string) => {
      const about = { displayName: '', passwordHash: 'h', tier: 'free', organization: null, dueAt: null } as const
      return (await subject.current().store.accounts.add({ address, ...about }))?.id ?? ''
    }

    it('S20: are each account’s own, known after a restart, and taken back before their time is over', async () => {
      const { store, reopen } = subject.current()
      const [lin, anna] = [await account('lin@ep.test'), await account('anna@ep.test')]
      expect(await store.closings.close(lin, 100)).toBe(true)
      expect(await store.closings.close(lin, 200)).toBe(false)
      const { closings, accounts } = await reopen()
      expect(await accounts.byId(lin)).toMatchObject({ locked: true, closesAt: 100 })
      expect(await accounts.byId(anna)).not.toHaveProperty('closesAt')
      expect(await closings.due(99)).toEqual([])
      expect(await closings.due(100)).toEqual([lin])
      expect(await closings.takeBack(lin, 100)).toBe(false)
      expect(await closings.takeBack(anna, 99)).toBe(false)
      const presses = await Promise.all([1, 2, 3].map(() => closings.takeBack(lin, 99)))
      expect(presses.filter(Boolean)).toHaveLength(1)
      expect(await accounts.byId(lin)).toMatchObject({ locked: false })
      expect(await closings.due(1_000)).toEqual([])
      // Of a list that is older than the return nothing is shut.
      expect(await closings.shut(lin, 1_000)).toBe(false)
      expect(await accounts.byId(lin)).toMatchObject({ locked: false })
    })

    it('are over for what is locked, and stay due until its row is gone', async () => {
      const { closings, accounts } = subject.current().store
      const lin = await account('lin@ep.test')
      await accounts.change(lin, { locked: true })
      expect(await closings.close(lin, 100)).toBe(false)
      await accounts.change(lin, { locked: false })
      await closings.close(lin, 100)
      expect(await closings.shut(lin, 99)).toBe(false)
      expect(await accounts.passwordHash(lin)).toBe('h')
      expect(await closings.shut(lin, 100)).toBe(true)
      expect(await closings.takeBack(lin, 50)).toBe(false)
      expect(await accounts.passwordHash(lin)).toBe('')
      // Nothing by which it could be taken back is told of it.
      expect(await accounts.byId(lin)).not.toHaveProperty('closesAt')
      expect(await accounts.byId(lin)).toMatchObject({ locked: true, isClosed: true })
      expect(await closings.due(100)).toEqual([lin])
      await accounts.remove(lin)
      expect(await closings.due(100)).toEqual([])
    })

    it('S20: block the name, and those that look like it, for whoever registers', async () => {
      const { closings, registrations } = subject.current().store
      await closings.blockName('Lin@ep.test', 1)
      await closings.blockName('lin@ep.test', 2)
      const taken = await registrations.takenOf(['lin@ep.test', '1in@ep.test', 'lin@other.test', 'lina@ep.test'])
      expect([...taken].toSorted()).toEqual(['1in@ep.test', 'lin@ep.test'])
      const registration = { displayName: 'lin', passwordHash: 'h', kind: 'free', inviteHash: null, now: 3 } as const
      expect(await registrations.register({ ...registration, address: 'lin@ep.test', keyHash: 'k' })).toBe('taken')
    })
  })
}

export const overSql = sqlSuite(place, closingsConform)
