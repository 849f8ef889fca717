import { describe, expect, it } from 'vitest'
import { makeDomainClaims } from '#server/administration/policies/domainClaims.sql'
import type { DomainClaims } from '#server/administration/policies/domainClaims.store'
import { makePolicyStore } from '#server/administration/policies/policies.sql'
import type { PolicyStore } from '#server/administration/policies/policies.store'
import { makeOrganizationStore } from '#server/organizations/organizations.sql'
import type { OrganizationStore } from '#server/organizations/organizations.store'
import { makeAccountStore } from '#server/session/account.sql'
import type { AccountStore } from '#server/session/account.store'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

type Both = {
  readonly organizations: OrganizationStore
  readonly claims: DomainClaims
  readonly policies: PolicyStore
  readonly accounts: AccountStore
}

const organization = { name: 'Acme', tier: 'enterprise', seats: 2 } as const
const claim = { domain: 'acme.example', token: 'a', most: 2, since: 0 }
/** By the operator. */
const of = (code: string, now = 5) => ({ organization: code, by: null, now })

export function policyStoresConform(name: string, make: MakeSubject<Both>): void {
  describe(`claims and policies of organizations: ${name}`, () => {
    const subject = eachTest(make)

    it('a domain is claimed by many and had by the first who proves it, with the token of that claim', async () => {
      const { organizations, claims } = subject.current().store
      await organizations.add({ ...organization, code: 'acme' })
      await organizations.add({ ...organization, code: 'best' })
      expect(await claims.add(of('acme'), claim)).toBe(true)
      expect(await claims.add(of('acme'), { ...claim, token: 'later' })).toBe(true)
      expect(await claims.add(of('best'), { ...claim, token: 'b' })).toBe(true)
      expect((await claims.list('acme')).map(({ token }) => token)).toEqual(['a'])
      expect(await claims.proved()).toEqual([])
      expect(await claims.prove(of('acme'), { ...claim, token: 'b' })).toBe('gone')
      const tries = ['acme', 'best'].map((code) => claims.prove(of(code), { ...claim, token: code.charAt(0) }))
      expect((await Promise.all(tries)).toSorted()).toEqual(['proved', 'taken'])
      expect(await claims.proved()).toEqual(['acme.example'])
      const [mine = [], theirs = []] = [await claims.proofs('acme'), await claims.proofs('best')]
      const proof = { domain: 'acme.example', state: 'found', checkedAt: 5 } as const
      expect([...mine, ...theirs]).toEqual([{ ...proof, token: mine.length > 0 ? 'a' : 'b' }])
      const owner = mine.length > 0 ? 'acme' : 'best'
      await claims.noteProof('none', { ...proof, state: 'away' })
      await claims.noteProof(owner, { ...proof, state: 'missing', checkedAt: 9 })
      expect(await claims.proofs(owner)).toMatchObject([{ state: 'missing', checkedAt: 9 }])
      const left = [await claims.list('acme'), await claims.list('best')]
      expect(left.map((it) => it.length).toSorted()).toEqual([0, 1])
    })

    it('a domain is not proved while an address of others is of it, and its claim stays', async () => {
      const { organizations, claims, accounts } = subject.current().store
      await organizations.add({ ...organization, code: 'acme' })
      await claims.add(of('acme'), claim)
      const fresh = { displayName: '', passwordHash: '', tier: 'free', organization: null, dueAt: null } as const
      const made = await accounts.add({ ...fresh, address: 'lin@acme.example' })
      expect(await claims.prove(of('acme'), { ...claim, most: 0 })).toBe('full')
      expect(await claims.prove(of('acme'), claim)).toBe('taken')
      expect(await claims.proved()).toEqual([])
      await organizations.join('acme', made?.id ?? '')
      expect(await claims.prove(of('acme'), claim)).toBe('proved')
    })

    it('claims are so many at the most, tell what was seen last, and run out', async () => {
      const { store, reopen } = subject.current()
      await store.claims.add(of('acme'), claim)
      await store.claims.add(of('acme', 7), { ...claim, domain: 'b.example' })
      expect(await store.claims.add(of('acme'), { ...claim, domain: 'c.example' })).toBe(false)
      const seen = { state: 'missing', found: ['v=spf1 -all'], checkedAt: 6 } as const
      await store.claims.note('acme', 'acme.example', seen)
      const again = (await reopen()).claims
      expect(await again.list('acme')).toEqual([
        { domain: 'acme.example', token: 'a', addedAt: 5, ...seen },
        { domain: 'b.example', token: 'a', addedAt: 7, state: 'waiting', found: [], checkedAt: null },
      ])
      const replaced = { ...claim, token: 'new', since: 5 }
      expect(await again.add(of('acme', 9), { ...replaced, most: 1 })).toBe(false)
      expect(await again.add(of('acme', 9), replaced)).toBe(true)
      expect((await again.list('acme')).at(-1)).toMatchObject({
        token: 'new',
        addedAt: 9,
        state: 'waiting',
        checkedAt: null,
      })
      await again.sweep(6)
      expect((await again.list('acme')).map(({ domain }) => domain)).toEqual(['b.example', 'acme.example'])
      await again.sweep(8)
      expect((await again.list('acme')).map(({ domain }) => domain)).toEqual(['acme.example'])
    })

    it('a proof goes once no address is of it, and only that of its own organization', async () => {
      const { organizations, claims, accounts } = subject.current().store
      await organizations.add({ ...organization, code: 'acme' })
      await organizations.addDomain('acme', 'acme.example')
      const fresh = { displayName: '', passwordHash: '', tier: 'free', organization: null, dueAt: null } as const
      const made = await accounts.add({ ...fresh, address: 'lin@acme.example' })
      await accounts.add({ ...fresh, address: 'lin@other-acme.example' })
      expect(await claims.addresses('acme')).toEqual(new Map())
      await organizations.join('acme', made?.id ?? '')
      expect(await claims.addresses('acme')).toEqual(new Map([['acme.example', 1]]))
      expect(await claims.remove(of('best'), 'acme.example')).toBe('unknown')
      expect(await claims.remove(of('acme'), 'acme.example')).toBe(1)
      await accounts.remove(made?.id ?? '')
      expect(await claims.remove(of('acme'), 'acme.example')).toBe('removed')
      expect(await organizations.domains('acme')).toEqual([])
    })

    it('policies change one after another, and go with their organization', async () => {
      const { organizations, policies, claims } = subject.current().store
      await organizations.add({ ...organization, code: 'acme' })
      expect(await policies.of(null)).toMatchObject({ asksOutside: false, needsFactor: false })
      expect(await policies.of('acme')).toMatchObject({ version: 0, asksOutside: true, forwardingOff: false })
      const change = { policy: 'forwardingOff', isOn: true, version: 0 } as const
      const both = await Promise.all([1, 2].map(() => policies.change(of('acme'), change)))
      expect(both.toSorted()).toEqual([false, true])
      expect(await policies.of('acme')).toMatchObject({ version: 1, asksOutside: true, forwardingOff: true })
      expect(await policies.change(of('acme'), { ...change, version: 1 })).toBe(true)
      await claims.add(of('acme'), claim)
      await organizations.remove('acme')
      expect(await policies.of('acme')).toMatchObject({ version: 0, forwardingOff: false })
      expect(await claims.list('acme')).toEqual([])
    })
  })
}

export const overSql = sqlSuite(
  (db) => ({
    organizations: makeOrganizationStore(db),
    claims: makeDomainClaims(db),
    policies: makePolicyStore(db),
    accounts: makeAccountStore(db),
  }),
  policyStoresConform,
)
