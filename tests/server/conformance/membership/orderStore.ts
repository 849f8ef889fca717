import { describe, expect, it } from 'vitest'
import { makeOrderStore } from '#server/membership/orders.sql'
import type { NewOrder } from '#server/membership/orders.store'
import { makeReminders } from '#server/membership/reminders.sql'
import { makeAccountStore } from '#server/session/account.sql'
import type { Database } from '#server/sql/openDatabase'
import { runOrderSequence } from '../../../support/membership/orderSequence'
import { eachTest, type MakeSubject, sqlSuite } from '../subject'

const stores = (db: Database) => {
  const accounts = makeAccountStore(db)
  return { db, accounts, orders: makeOrderStore(db), reminders: makeReminders(db, accounts) }
}

const now = Date.UTC(2026, 10, 26)

function orderStoreConforms(name: string, make: MakeSubject<ReturnType<typeof stores>>): void {
  describe(`orders: ${name}`, () => {
    const subject = eachTest(make)

    const setUp = async () => {
      const { accounts, orders } = subject.current().store
      const fresh = { displayName: 'Lin', passwordHash: '', tier: 'free', organization: null, dueAt: null } as const
      const account = await accounts.add({ ...fresh, address: 'lin@ep.test' })
      if (account === null) throw new Error('The address is taken')
      const order = (change: Partial<NewOrder> = {}): NewOrder => ({
        ...{
          number: '1',
          accountId: account.id,
          purpose: 'upgrade',
          tier: 'soho',
          months: 1,
          fen: 2_000,
          extraDays: 0,
        },
        ...{ lines: [{ kind: 'term', fen: 2_000 }], endsAt: now + 30 * 86_400_000, fromTier: 'free', fromDueAt: null },
        ...{ createdAt: now, expiresAt: now + 1_000, ...change },
      })
      const settle = (number: string, transaction: string) =>
        orders.settle({ method: 'test', number, transaction, fen: 2_000, paidAt: now }, now)
      return { account, accounts, orders, order, settle }
    }

    it('S36: keep one open order of a purpose, and activate one of many payments at once, also after a restart', async () => {
      const { account, orders, order, settle } = await setUp()
      const adding = ['1', '2', '3'].map((number) => orders.add(order({ number }), `key ${number}`))
      const added = await Promise.all(adding)
      expect(added.map(({ is }) => is).sort()).toEqual(['added', 'open', 'open'])
      const [number = ''] = (await orders.list(account.id)).map((it) => it.number)
      expect(await orders.add(order({ number: '9' }), `key ${number}`)).toMatchObject({
        is: 'known',
        order: { number },
      })
      expect(await orders.add(order({ number, purpose: 'renewal' }), 'another')).toEqual({ is: 'taken' })
      expect(await orders.add(order({ number: '7', purpose: 'renewal' }), 'seven')).toMatchObject({ is: 'added' })
      const settled = await Promise.all(['a', 'b', 'a', 'b', 'a'].map((transaction) => settle(number, transaction)))
      expect(settled.sort()).toEqual(['activated', 'known', 'known', 'known', 'refundDue'])
      const again = await subject.current().reopen()
      expect(await again.orders.list(account.id)).toMatchObject([
        { number, state: 'paid', refund: 'due' },
        { number: '7', state: 'closed' },
      ])
      expect(await again.accounts.byId(account.id)).toMatchObject({ tier: 'soho', dueAt: now + 30 * 86_400_000 })
      const claimed = await Promise.all([
        again.orders.claimRefunds(now, 60_000),
        again.orders.claimRefunds(now, 60_000),
      ])
      expect(claimed.flat()).toHaveLength(1)
      for (const refund of claimed.flat()) await again.orders.refunded(refund, now)
      expect(await again.orders.claimRefunds(now + 1e9, 60_000)).toEqual([])
      expect(await again.orders.find(number)).toMatchObject({ state: 'paid', refund: 'done' })
      const claims = await Promise.all([1, 2].map(() => again.orders.claimUntold(now, 60_000)))
      expect(claims.flat()).toHaveLength(2)
      // What cannot be told waits longer each time, and what came later is told meanwhile.
      expect(await again.orders.claimUntold(now + 59_999, 60_000)).toEqual([])
      const [first] = await again.orders.claimUntold(now + 60_000, 60_000)
      if (first) await again.orders.told(first)
      expect(await again.orders.claimUntold(now + 179_999, 60_000)).toEqual([])
      expect(await again.orders.claimUntold(now + 180_000, 60_000)).toHaveLength(1)
    })

    it('close what nobody paid in time, and give each request to one gateway at a time', async () => {
      const { account, orders, order } = await setUp()
      await orders.add(order(), 'one')
      await orders.keepRequest({ number: '1', method: 'test', url: 'test:1', expiresAt: now + 1_000 }, account.id, now)
      expect(await orders.claimRequests('1', now + 2_000, 2_500)).toEqual([])
      const asked = await Promise.all([1, 2].map(() => orders.claimRequests('1', now + 2_500, 2_500)))
      expect(asked.flat()).toHaveLength(1)
      expect(await orders.claimDue(now + 9_999, 60_000)).toEqual([])
      const due = await Promise.all([1, 2].map(() => orders.claimDue(now + 10_000, 60_000)))
      expect(due.flat()).toMatchObject([{ number: '1', method: 'test', url: 'test:1', tries: 1 }])
      await orders.closeExpired(now + 999)
      expect(await orders.find('1')).toMatchObject({ state: 'open' })
      await orders.add(order({ number: '2', purpose: 'renewal' }), 'two')
      await orders.closeExpired(now + 1_000)
      expect(await orders.find('2')).toMatchObject({ state: 'closed' })
      // Its provider is to be asked first, for a day.
      expect(await orders.find('1')).toMatchObject({ state: 'open' })
      await orders.closeExpired(now + 1_000 + 86_400_000)
      expect(await orders.find('1')).toMatchObject({ state: 'closed' })
      expect(await orders.requests('1')).toMatchObject([{ method: 'test' }])
      expect(await orders.close('1', now, 'cancelled')).toBe(false)
      // It is due at once, to be closed at the provider.
      const late = now + 1_000 + 86_400_000
      const [stale] = await orders.claimDue(late, 60_000)
      await orders.keepRequest({ number: '1', method: 'test', url: 'test:1', expiresAt: late }, account.id, late)
      // Whoever asked about the former code says nothing of the new one.
      if (stale) await orders.postpone(stale, null)
      const [request] = await orders.claimDue(late + 10_000, 60_000)
      expect(request).toMatchObject({ number: '1' })
      if (request) await orders.postpone(request, null)
      expect(await orders.claimDue(now + 1e9, 60_000)).toEqual([])
      expect(await orders.events('1')).toEqual(['ordered', 'expired'])
    })

    it('S36: stay as nobody’s when their account goes, until no money is under way any more', async () => {
      const { account, accounts, orders, order, settle } = await setUp()
      await orders.add(order(), 'one')
      await settle('1', 'a')
      await settle('1', 'b')
      await orders.add(order({ number: '2', purpose: 'renewal' }), 'two')
      await orders.keepRequest({ number: '2', method: 'test', url: 'test:2', expiresAt: now }, account.id, now)
      await orders.add(order({ number: '3' }), 'three')
      await orders.leave(account.id)
      await orders.leave(account.id)
      await accounts.remove(account.id)
      expect((await orders.list(account.id)).map(({ number }) => number)).toEqual(['3'])
      expect(await settle('2', 'c')).toBe('refundDue')
      const refunds = await orders.claimRefunds(now, 60_000)
      expect(refunds.map(({ transaction }) => transaction).sort()).toEqual(['b', 'c'])
      const [request] = await orders.claimDue(now, 60_000)
      expect(request).toMatchObject({ number: '2' })
      await orders.sweep(now + 1e9)
      expect((await orders.find('1')) && (await orders.find('2'))).toMatchObject({ state: 'closed' })
      for (const refund of refunds) await orders.refunded(refund, now)
      // Its provider never answers: that holds nothing after the time is over.
      if (request) await orders.postpone(request, now + 1e10)
      await orders.sweep(now + 1_000)
      expect(await orders.find('2')).toMatchObject({ state: 'refunded' })
      await orders.sweep(now + 1_001)
      expect([await orders.find('1'), await orders.find('2'), await orders.events('1')]).toEqual([null, null, []])
      expect(await orders.find('3')).toMatchObject({ accountId: account.id })
    })

    it('S36: agree with the membership after random sequences', async () => {
      for (let seed = 1_001; seed <= 1_010; seed += 1)
        expect([seed, await runOrderSequence(subject.current().store.db, seed)]).toEqual([seed, []])
    })

    it('know who is to be reminded, and of what', async () => {
      const { account, accounts } = await setUp()
      const { reminders } = subject.current().store
      expect(await reminders.endingBetween(0, now)).toEqual([])
      await accounts.change(account.id, { dueAt: now })
      expect(await reminders.endingBetween(now - 1, now)).toMatchObject([{ id: account.id }])
      expect(await reminders.endingBetween(now, now + 1)).toEqual([])
      await reminders.told(account.id, now, 7)
      await reminders.told(account.id, now, 7)
      expect([await reminders.isTold(account.id, now, 7), await reminders.isTold(account.id, now, 1)]).toEqual([
        true,
        false,
      ])
    })
  })
}

export const overSql = sqlSuite(stores, orderStoreConforms)
