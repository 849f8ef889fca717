import { describe, expect, it } from 'vitest'
import { makeAdministrators } from '#server/administration/administrators.sql'
import type { Administrators, AuditLog } from '#server/administration/administrators.store'
import { makeAuditLog } from '#server/administration/auditLog.sql'
import { makeMembers } from '#server/administration/members.sql'
import type { Members } from '#server/administration/members.store'
import { makeMailboxMoves } from '#server/organizations/mailboxMoves.sql'
import type { MailboxMoves } from '#server/organizations/mailboxMoves.store'
import { makeOrganizationStore } from '#server/organizations/organizations.sql'
import type { OrganizationStore } from '#server/organizations/organizations.store'
import { makeAccountStore } from '#server/session/account.sql'
import type { AccountStore } from '#server/session/account.store'
import type { Database } from '#server/sql/openDatabase'
import { truth } from '#server/sql/truth'
import { eachTest, type MakeSubject, sqlSuite } from './subject'

type Both = {
  readonly db: Database
  readonly administrators: Administrators
  readonly auditLog: AuditLog
  readonly members: Members
  readonly moves: MailboxMoves
  readonly organizations: OrganizationStore
  readonly accounts: AccountStore
}

const acme = { code: 'acme', name: '安美', tier: 'enterprise', seats: 9 } as const
const now = 1_000_000

export function administratorsConform(name: string, make: MakeSubject<Both>): void {
  describe(`administrators: ${name}`, () => {
    const subject = eachTest(make)

    async function member(name: string, organization = 'acme') {
      const { accounts, organizations } = subject.current().store
      await organizations.add({ ...acme, code: organization })
      const fresh = { displayName: '', passwordHash: '', tier: 'free', organization: null, dueAt: null } as const
      const { id, address } = (await accounts.add({ ...fresh, address: `${name}@ep.test` })) ?? expect.fail('taken')
      await organizations.join(organization, id)
      return { id, address }
    }
    const change = { organization: 'acme', by: null, now }

    it('are members that were appointed, as their rows say now', async () => {
      const { administrators, organizations, accounts } = subject.current().store
      const [lin, zhao] = [await member('lin'), await member('zhao', 'best')]
      expect(await administrators.organizationOf(lin.id)).toBeNull()
      expect(await administrators.appoint(zhao.id, change)).toBe('unknown')
      expect(await administrators.appoint(lin.id, change)).toBe('done')
      expect(await administrators.organizationOf(lin.id)).toEqual(acme)
      await accounts.change(lin.id, { locked: true })
      expect(await administrators.organizationOf(lin.id)).toBeNull()
      await accounts.change(lin.id, { locked: false })
      await organizations.leave('acme', lin.id)
      await organizations.join('acme', lin.id)
      expect(await administrators.organizationOf(lin.id)).toBeNull()
      expect(await administrators.seatsUsed('acme')).toBe(1)
    })

    it('S22: of whom two dismiss each other at once leave one', async () => {
      const { administrators } = subject.current().store
      const [lin, wang] = [await member('lin'), await member('wang')]
      for (const { id } of [lin, wang]) await administrators.appoint(id, change)
      const results = await Promise.allSettled([
        administrators.dismiss(lin.id, { ...change, by: wang }),
        administrators.dismiss(wang.id, { ...change, by: lin }),
      ])
      const done = results.filter((it) => it.status === 'fulfilled' && it.value === 'done')
      expect(done).toHaveLength(1)
      const left = [await administrators.organizationOf(lin.id), await administrators.organizationOf(wang.id)]
      expect(left.filter((it) => it !== null)).toHaveLength(1)
    })

    it('S22: who were dismissed meanwhile change nothing, and the last one stays', async () => {
      const { administrators } = subject.current().store
      const [lin, wang] = [await member('lin'), await member('wang')]
      await administrators.appoint(lin.id, change)
      await expect(administrators.appoint(wang.id, { ...change, by: wang })).rejects.toThrow('notAllowed')
      expect(await administrators.organizationOf(wang.id)).toBeNull()
      expect(await administrators.dismiss(lin.id, { ...change, by: lin })).toBe('last')
      expect(await administrators.organizationOf(lin.id)).toEqual(acme)
      expect(await administrators.dismiss(lin.id, change)).toBe('done')
    })

    it('have a log that ends with its time', async () => {
      const { administrators, auditLog, db } = subject.current().store
      const lin = await member('lin')
      await administrators.appoint(lin.id, change)
      const noted = () => db.selectFrom('organization_audit').select('action').execute()
      await auditLog.sweep(now)
      expect(await noted()).toEqual([{ action: 'administratorAppointed' }])
      await auditLog.sweep(now + 1)
      expect(await noted()).toEqual([])
    })

    it('see a passkey as second step too, lost or not, and reset it', async () => {
      const { members, db } = subject.current().store
      const { id } = await member('lin')
      const key = { id: 'k', account_id: id, public_key: '', counter: 0, transports: '', name: 'Key' }
      const made = { browser: '', system: '', is_synced: truth(false), is_verified: truth(true), created_at: 1 }
      await db
        .insertInto('passkeys')
        .values({ ...key, ...made, used_at: null })
        .execute()
      const query = { words: '', cursor: '', size: 1, sentSince: now, sendsPrefix: 'sends:' }
      const hasFactor = async () => (await members.page('acme', query)).list[0]?.hasFactor
      expect(await hasFactor()).toBe(true)
      expect(await members.resetFactors(id, change)).toBe('done')
      expect(await hasFactor()).toBe(false)
    })

    it('leave nothing of their organization to a later one of its code', async () => {
      const { administrators, auditLog, organizations } = subject.current().store
      const lin = await member('lin')
      await administrators.appoint(lin.id, change)
      await organizations.leave('acme', lin.id)
      expect(await organizations.remove('acme')).toBe(true)
      await organizations.add(acme)
      const all = { action: undefined, person: '', cursor: '', size: 9 }
      expect((await auditLog.page('acme', all)).list).toEqual([])
    })

    it('see what was done, the newest first, by pages, action and person, and members of no other', async () => {
      const { administrators, auditLog, members } = subject.current().store
      const [lin, wang] = [await member('lin'), await member('wang')]
      await member('zhao', 'best')
      for (const { id } of [lin, wang]) await administrators.appoint(id, change)
      await administrators.dismiss(wang.id, { ...change, by: lin, now: now + 1 })
      const all = { action: undefined, person: '', cursor: '', size: 2 }
      const first = await auditLog.page('acme', all)
      expect(first.list.map(({ by, action, subject: of }) => [by, action, of])).toEqual([
        ['lin@ep.test', 'administratorDismissed', 'wang@ep.test'],
        ['', 'administratorAppointed', 'wang@ep.test'],
      ])
      const second = await auditLog.page('acme', { ...all, cursor: first.next })
      expect(second).toMatchObject({ list: [{ subject: 'lin@ep.test' }], next: '' })
      expect((await auditLog.page('acme', { ...all, person: 'LIN@' })).list).toHaveLength(2)
      expect((await auditLog.page('acme', { ...all, action: 'administratorDismissed' })).list).toHaveLength(1)
      expect((await auditLog.page('best', all)).list).toEqual([])
      const query = { words: '', cursor: '', size: 1, sentSince: now, sendsPrefix: 'sends:' }
      const page = await members.page('acme', query)
      expect(page).toMatchObject({
        list: [{ address: 'lin@ep.test', isAdministrator: true, state: 'active', sent: 0 }],
      })
      const rest = await members.page('acme', { ...query, cursor: page.next })
      expect(rest).toMatchObject({ list: [{ address: 'wang@ep.test', isAdministrator: false }], next: '' })
      expect((await members.page('acme', { ...query, words: '%' })).list).toEqual([])
      expect((await members.page('acme', { ...query, words: 'WANG' })).list).toHaveLength(1)
    })

    it('find members by names in any script and case, page by page, also after a new name', async () => {
      const { members, accounts } = subject.current().store
      const [one, two] = [await member('one'), await member('two')]
      await accounts.change(one.id, { displayName: 'Émile Олег' })
      await accounts.change(two.id, { displayName: 'ÉMILIE' })
      const query = { cursor: '', size: 1, sentSince: now, sendsPrefix: 'sends:' }
      for (const words of ['émil', 'ÉMIL', ' E\u0301mil ']) {
        const page = await members.page('acme', { ...query, words })
        expect(page.list.map(({ address }) => address)).toEqual([one.address])
        expect((await members.page('acme', { ...query, words, cursor: page.next })).list[0]?.address).toBe(two.address)
      }
      const found = async (words: string) => (await members.page('acme', { ...query, words })).list.length
      expect([await found('олег'), await found('ЛЕГ'), await found('\u200b')]).toEqual([1, 1, 0])
      await accounts.change(one.id, { displayName: 'Ольга' })
      expect([await found('олег'), await found('ольга')]).toEqual([0, 1])
    })

    it('S22: give a name and the last seat to one alone, whoever is added or moves there at once', async () => {
      const { organizations, members, moves, accounts } = subject.current().store
      const [one, other] = [await member('lin'), await member('wang')]
      await organizations.addDomain('acme', 'acme.test')
      await organizations.change('acme', { seats: 4 })
      const add = (address: string) => members.add({ address, displayName: '', passwordHash: '' }, change)
      const begin = async (id: string, address: string) => {
        const account = (await accounts.byId(id)) ?? expect.fail('no account')
        return moves.begin({ account, organization: 'acme', address, forwards: false, total: 0, now })
      }
      const isGiven = (result: string) => result === 'done' || result === 'begun'
      const named = ['lin@acme.test', 'lin@acme.test', 'lin@acme.test'].map(add)
      const alike = await Promise.all([...named, begin(one.id, 'LIN@acme.test')])
      expect(alike.filter((result) => !isGiven(result))).toEqual(['taken', 'taken', 'taken'])
      const last = await Promise.all([begin(other.id, 'a@acme.test'), add('b@acme.test'), add('c@acme.test')])
      expect(last.filter((result) => !isGiven(result))).toEqual(['full', 'full'])
    })
  })
}

export const overSql = sqlSuite(
  (db) => ({
    db,
    administrators: makeAdministrators(db),
    auditLog: makeAuditLog(db),
    members: makeMembers(db),
    moves: makeMailboxMoves(db, { rows: [], contacts: [] }),
    organizations: makeOrganizationStore(db),
    accounts: makeAccountStore(db),
  }),
  administratorsConform,
)
