import { describe, expect, it } from 'vitest'
import { makeDirectory } from '#server/organizations/directory.sql'
import type { Directory } from '#server/organizations/directory.store'
import { makeOrganizationSends } from '#server/organizations/organizationSends.sql'
import type { OrganizationSends } from '#server/organizations/organizationSends.store'
import { makeOrganizationStore } from '#server/organizations/organizations.sql'
import type { OrganizationStore } from '#server/organizations/organizations.store'
import { makeAccountStore } from '#server/session/account.sql'
import type { AccountStore } from '#server/session/account.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

type Both = {
  readonly organizations: OrganizationStore
  readonly accounts: AccountStore
  readonly directory: Directory
  readonly sends: OrganizationSends
}

const acme = { code: 'acme', name: '安美', tier: 'enterprise', seats: 2 } as const

export function organizationStoreConforms(name: string, make: MakeSubject<Both>): void {
  describe(`organizations: ${name}`, () => {
    const subject = eachTest(make)

    async function accountOf(address: string): Promise<string> {
      const fresh = { displayName: '', passwordHash: '', tier: 'free', organization: null, dueAt: 1 } as const
      const made = await subject.current().store.accounts.add({ ...fresh, address })
      return made?.id ?? expect.fail('taken')
    }

    it('are added once, changed, and gone with their domains', async () => {
      const { store, reopen } = subject.current()
      expect(await store.organizations.add(acme)).toBe(true)
      expect(await store.organizations.add({ ...acme, name: 'Other' })).toBe(false)
      expect(await store.organizations.change('acme', { seats: 3 })).toBe(true)
      expect(await store.organizations.change('none', { seats: 3 })).toBe(false)
      expect(await store.organizations.addDomain('acme', 'acme.test')).toBe(true)
      const again = (await reopen()).organizations
      expect(await again.all()).toEqual([{ ...acme, seats: 3 }])
      expect(await again.remove('acme')).toBe(true)
      expect(await again.remove('acme')).toBe(false)
      expect(await again.domains('acme')).toEqual([])
    })

    it('have domains that no other has, and a logo by each', async () => {
      const { organizations } = subject.current().store
      await organizations.add(acme)
      await organizations.add({ ...acme, code: 'best' })
      expect(await organizations.addDomain('acme', 'b.test')).toBe(true)
      expect(await organizations.addDomain('acme', 'a.test')).toBe(true)
      expect(await organizations.addDomain('acme', 'a.test')).toBe(true)
      expect(await organizations.addDomain('best', 'a.test')).toBe(false)
      expect(await organizations.ownedOf(['a.test', 'c.test'])).toEqual(new Set(['a.test']))
      expect(await organizations.ownedOf([])).toEqual(new Set())
      await organizations.removeDomain('best', 'a.test')
      expect(await organizations.domains('acme')).toEqual(['a.test', 'b.test'])
      await organizations.setLogo('acme', 'data:image/png;base64,AA==')
      expect(await organizations.logoOfDomain('a.test')).toBe('data:image/png;base64,AA==')
      expect(await organizations.logo('best')).toBeNull()
      expect(await organizations.logoOfDomain('none.test')).toBeNull()
    })

    it('S22: send no more together than they may in 24 hours, whoever sends at once', async () => {
      const { organizations, sends } = subject.current().store
      await organizations.add(acme)
      await organizations.add({ ...acme, code: 'best' })
      const [now, day] = [Date.UTC(2026, 0, 5), 86_400_000]
      expect(await sends.count('acme', now, day)).toEqual({ sent: 0, limit: 4_000 })
      await organizations.change('acme', { sendsPerDay: 3, name: '安美' })
      expect(await organizations.byCode('acme')).toEqual({ ...acme, sendsPerDay: 3 })
      const noted = await Promise.all(Array.from({ length: 5 }, () => sends.noteWithin('acme', now, day)))
      expect(noted.filter((it) => it?.isNoted)).toHaveLength(3)
      expect(noted.find((it) => !it?.isNoted)).toEqual({ isNoted: false, limit: 3 })
      expect(await sends.count('best', now, day)).toMatchObject({ sent: 0 })
      expect([await sends.count('none', now, day), await sends.noteWithin('none', now, day)]).toEqual([null, null])
      await sends.takeBack('acme', now)
      await sends.takeBack('best', now)
      expect(await sends.count('acme', now + day, day)).toEqual({ sent: 2, limit: 3 })
      expect(await sends.count('acme', now + day + 300_000, day)).toMatchObject({ sent: 0 })
      await sends.sweep(now)
      expect(await sends.count('acme', now, day)).toMatchObject({ sent: 2 })
      await organizations.change('acme', { sendsPerDay: null })
      expect(await sends.count('acme', now, day)).toEqual({ sent: 2, limit: 4_000 })
      await organizations.remove('acme')
      await organizations.add(acme)
      expect(await sends.count('acme', now, day)).toMatchObject({ sent: 0 })
    })

    it('have no more members than seats, whoever joins at once', async () => {
      const { organizations, accounts } = subject.current().store
      await organizations.add(acme)
      const ids = await Promise.all(['a@ep.test', 'b@ep.test', 'c@ep.test'].map(accountOf))
      const joined = await Promise.all(ids.map((id) => organizations.join('acme', id)))
      expect(joined.toSorted()).toEqual(['full', 'joined', 'joined'])
      const [first, second] = await organizations.members('acme')
      expect(await organizations.join('acme', first?.id ?? '')).toBe('joined')
      expect(await accounts.byId(first?.id ?? '')).toMatchObject({
        tier: 'enterprise',
        organization: 'acme',
        dueAt: null,
      })
      expect(await organizations.remove('acme')).toBe(false)
      expect(await organizations.leave('best', second?.id ?? '')).toBe(false)
      expect(await organizations.leave('acme', second?.id ?? '')).toBe(true)
      expect(await accounts.byId(second?.id ?? '')).toMatchObject({ tier: 'free', organization: null })
      expect(await organizations.members('acme')).toEqual([
        { id: first?.id, address: first?.address, displayName: '', locked: false },
      ])
      expect(await organizations.join('none', second?.id ?? '')).toBe('unknown')
    })

    it('list their members by name, a page at a time, found by sound and address, as they are called now', async () => {
      const { organizations, accounts, directory } = subject.current().store
      await organizations.add({ ...acme, seats: 9 })
      const names = { 王丽: 'wang@ep.test', 陈思远: 'chen@ep.test', Emma: 'emma@ep.test', '': 'zhao@ep.test' }
      const ids = new Map<string, string>()
      for (const [displayName, address] of Object.entries(names)) {
        const id = await accountOf(address)
        await accounts.change(id, { displayName })
        await organizations.join('acme', id)
        ids.set(address, id)
      }
      await accountOf('other@ep.test')
      let now = 60_000
      const ask = async (words: readonly string[], at = { cursor: '', size: 9 }) =>
        directory.page('acme', words, { ...at, now })
      const found = async (...words: string[]) => (await ask(words)).people.map(({ address }) => address)
      expect(await found()).toEqual(['chen@ep.test', 'emma@ep.test', 'wang@ep.test', 'zhao@ep.test'])
      const first = await ask([], { cursor: '', size: 3 })
      expect(first.people[0]).toEqual({ name: '陈思远', address: 'chen@ep.test' })
      expect(await ask([], { cursor: first.next, size: 3 })).toEqual({
        people: [{ name: '', address: 'zhao@ep.test' }],
        next: '',
      })
      expect(await found('csy')).toEqual(['chen@ep.test'])
      expect(await found('wang')).toEqual(['wang@ep.test'])
      expect(await found('other')).toEqual([])
      await accounts.change(ids.get('wang@ep.test') ?? '', { displayName: '李丽' })
      await accounts.change(ids.get('emma@ep.test') ?? '', { locked: true })
      await organizations.leave('acme', ids.get('chen@ep.test') ?? '')
      now += 10_000
      expect((await ask([])).people).toEqual([
        { name: '李丽', address: 'wang@ep.test' },
        { name: '', address: 'zhao@ep.test' },
      ])
      expect(await directory.page('none', [], { cursor: 'no cursor', size: 9, now })).toEqual({ people: [], next: '' })
    })
  })
}

export const overSql = sqlSuite(
  (db) => ({
    organizations: makeOrganizationStore(db),
    accounts: makeAccountStore(db),
    directory: makeDirectory(db),
    sends: makeOrganizationSends(db),
  }),
  organizationStoreConforms,
)
