/** Orders and their payment: what they cost, who may see and pay them, and that each activates once (BEHAVIOUR §21). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/endpoints'
import { type Term, terms } from '#contract/terms'
import { type TierId, tierIds, tiers } from '#contract/tiers'
import { runPayCommand } from '#server/cli/playCommand'
import { dateOf } from '#server/kit/membershipDays'
import { quoteOf } from '#server/membership/quote'
import { openDatabase } from '#server/sql/openDatabase'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { runOrderSequence } from '../../support/membership/orderSequence'
import { paperProvider } from '../../support/membership/paperProvider'
import { migratedDatabase } from '../../support/stores/migratedDatabase'

const day = 86_400_000
const at = (text: string) => Date.parse(`${text}T23:59:59.999+08:00`)
const noon = (text: string) => Date.parse(`${text}T12:00:00+08:00`)

describe('what an order costs', () => {
  const cases: readonly [string, TierId, string | null, TierId, Term, object | null][] = [
    ['a month for a free account', 'free', null, 'soho', 1, { fen: 2_000, ends: '2026-12-26' }],
    ['6 months at 5 % less', 'free', null, 'soho', 6, { fen: 11_400, off: -600, ends: '2027-05-26' }],
    ['12 months at the price of 10', 'free', null, 'sme', 12, { fen: 40_000, off: -8_000, ends: '2027-11-26' }],
    [
      'an upgrade with 95 days left',
      'soho',
      '2027-03-01',
      'sme',
      12,
      { fen: 34_809, off: -8_000, credit: -5_191, ends: '2027-11-26' },
    ],
    ['an upgrade on the last day', 'soho', '2026-11-26', 'sme', 1, { fen: 4_000, ends: '2026-12-26' }],
    ['an upgrade in the days of grace', 'soho', '2026-11-20', 'sme', 1, { fen: 4_000, ends: '2026-12-26' }],
    [
      'a credit beyond the price becomes days',
      ...(['soho', '2029-11-26', 'sme', 1, { fen: 1, credit: -3_999, days: 511, ends: '2028-05-20' }] as const),
    ],
    ['a renewal before the end adds to it', 'soho', '2027-01-31', 'soho', 1, { fen: 2_000, ends: '2027-02-28' }],
    ['a renewal on the last day', 'soho', '2026-11-26', 'soho', 3, { fen: 6_000, ends: '2027-02-26' }],
    ['a renewal after the end counts from today', 'soho', '2026-11-20', 'soho', 1, { fen: 2_000, ends: '2026-12-26' }],
    ['a step down once it is over', 'star', '2026-11-01', 'soho', 1, { fen: 2_000, ends: '2026-12-26' }],
    ['no step down while it goes', 'star', '2026-12-01', 'soho', 1, null],
    ['no renewal of what has no end', 'soho', null, 'soho', 1, null],
    ['no upgrade of what has no end', 'soho', null, 'sme', 1, null],
    ['nothing free', 'soho', '2026-11-01', 'free', 1, null],
  ]
  it.each(cases)('%s', (_, tier, due, wanted, months, expected) => {
    const account = { tier, dueAt: due === null ? null : at(due) }
    const quote = quoteOf(account, { tier: wanted, months }, noon('2026-11-26'))
    const of = (kind: string) => quote?.lines.find((line) => line.kind === kind)?.fen
    const found = quote && {
      ...{ fen: quote.fen, ends: dateOf(quote.endsAt) },
      ...(of('termDiscount') !== undefined && { off: of('termDiscount') }),
      ...(of('credit') !== undefined && { credit: of('credit') }),
      ...(quote.extraDays > 0 && { days: quote.extraDays }),
    }
    expect(found).toEqual(expected)
  })

  it('adds its lines up to whole fen of at least one, and credits no more than the days cost', () => {
    for (const tier of tierIds)
      for (const wanted of tierIds)
        for (const months of terms)
          for (const days of [-400, -1, 0, 1, 29, 95, 365, 366, 1_100]) {
            const now = noon('2026-11-26')
            const quote = quoteOf({ tier, dueAt: at('2026-11-26') + days * day }, { tier: wanted, months }, now)
            if (quote === null) continue
            expect(quote.lines.reduce((sum, { fen }) => sum + fen, 0)).toBe(quote.fen)
            expect(Number.isInteger(quote.fen) && quote.fen > 0).toBe(true)
            const credit = -(quote.lines.find(({ kind }) => kind === 'credit')?.fen ?? 0)
            expect(credit).toBeLessThanOrEqual((Math.max(0, days) * tiers[tier].fenPerYear) / 365)
            if (quote.purpose === 'renewal') expect(credit + quote.extraDays).toBe(0)
          }
  })
})

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'free' })
  await gateway.account('anna@ep.test', { tier: 'free' })
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (path: string, form = {}, session = lin) => (await calls.post(`pay/${path}`, form, { session })).json
const order = async (form = {}) =>
  String(
    Object((await post('createOrder.action', { tier: 'soho', months: 12, idempotencyKey: 'one', ...form })).order)
      .number,
  )
const read = async (number: string, session = lin) => (await post('order.action', { number, ask: 1 }, session)).order
const membership = async (session = lin) => post('getUserInfos', {}, session)
const pay = (number: string) => runPayCommand({ ...gateway.stores, isConfigured: false }, [number])
const subjects = async () => {
  await gateway.drain()
  const { json } = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: lin })
  return Array.isArray(json.list) ? json.list.map(({ subject }) => String(subject)) : []
}

describe('an order', () => {
  it('is paid at the test provider and makes the account a VIP at once, with one message', async () => {
    const number = await order()
    expect(number).toMatch(/^20261121\d{10}$/)
    await expect(pay(number)).rejects.toThrow('Nobody has asked to pay')
    const started = await post('start.action', { number, method: 'test' })
    expect(await post('start.action', { number, method: 'test' })).toEqual(started)
    expect(await post('start.action', { number, method: 'wechat' })).toMatchObject({ code: 'serverCannot' })
    expect(await pay(number)).toBe(`Played a payment of 200.00 yuan for ${number}.`)
    await pay(number)
    expect(await read(number)).toMatchObject({ state: 'paid', method: 'test', fen: 20_000, refund: 'none' })
    expect(await membership()).toMatchObject({ tier: 'soho', domainType: 'vip', dueTime: at('2027-11-21') })
    expect(await subjects()).toEqual([expect.stringContaining('2027-11-21')])
    expect(await subjects()).toHaveLength(1)
    expect(await gateway.stores.orders.events(number)).toHaveLength(2)
  })

  it('is the only open one of its purpose, and the same for one key', async () => {
    const number = await order()
    expect(await order()).toBe(number)
    const other = { tier: 'sme', months: 1 }
    expect(await post('createOrder.action', { ...other, idempotencyKey: 'one' })).toMatchObject({
      code: 'idempotencyConflict',
    })
    expect(await post('createOrder.action', { ...other, idempotencyKey: 'two' })).toMatchObject({
      code: 'orderOpen',
      number,
    })
    const both = await Promise.all([order({ idempotencyKey: 'three' }), order({ idempotencyKey: 'four' })])
    expect(both).toEqual(['undefined', 'undefined'])
    expect(await post('closeOrder.action', { number })).toMatchObject({ order: { state: 'closed' } })
    expect(await post('closeOrder.action', { number })).toMatchObject({ code: 'orderClosed' })
    expect(await order({ ...other, idempotencyKey: 'five' })).toMatch(/^2026/)
  })

  it('ends after 7 days, and its code after 2 hours, for which another is given', async () => {
    const number = await order()
    const code = () => post('start.action', { number, method: 'test' })
    expect(Number((await code()).expiresAt)).toBe(gateway.clock.now() + 2 * 3_600_000)
    gateway.clock.advance(2 * 3_600_000)
    expect(Number((await code()).expiresAt)).toBe(gateway.clock.now() + 2 * 3_600_000)
    gateway.clock.advance(7 * day)
    lin = await calls.signIn('lin@ep.test')
    expect(await code()).toMatchObject({ code: 'orderClosed' })
    expect(await read(number)).toMatchObject({ state: 'closed' })
    await gateway.drain()
    await expect(pay(number)).rejects.toThrow('it was closed')
  })

  it('asks a provider that is away about an order past its end no more often than about an open one', async () => {
    let asks = 0
    let isAway = false
    const fails = () => {
      if (isAway) asks += 1
      return isAway
    }
    await gateway.close()
    gateway = await makeTestGateway({ paymentProviders: [paperProvider('wechat', fails).provider] })
    calls = makeCalls(gateway)
    await gateway.account('lin@ep.test', { tier: 'free' })
    lin = await calls.signIn('lin@ep.test')
    const number = await order()
    await post('start.action', { number, method: 'wechat' })
    isAway = true
    gateway.clock.advance(7 * day)
    lin = await calls.signIn('lin@ep.test')
    await gateway.drain()
    gateway.clock.advance(3_000)
    asks = 0
    for (const expected of [1, 1, 2]) {
      expect(await read(number)).toMatchObject({ state: 'open' })
      expect(await read(number)).toMatchObject({ state: 'open' })
      expect(asks).toBe(expected)
      if (expected === 1) gateway.clock.advance(1_300)
    }
  })

  it('S21: of another account is as one that is not there', async () => {
    const number = await order()
    const anna = await calls.signIn('anna@ep.test')
    for (const [path, form] of [
      ['order.action', {}],
      ['start.action', { method: 'test' }],
      ['closeOrder.action', {}],
    ] as const) {
      const foreign = await post(path, { number, ...form }, anna)
      expect(foreign).toEqual(await post(path, { number: '1', ...form }, anna))
      expect(foreign).toMatchObject({ code: 'notFound' })
    }
    expect(await post('orders.action', {}, anna)).toEqual({ code: '200', orders: [] })
  })

  it('S36: no call of a browser pays one or changes its price, whatever it says', async () => {
    const number = await order({ fen: 1, price: 1, state: 'paid', lines: '[]' })
    expect(await read(number)).toMatchObject({ state: 'open', fen: 20_000 })
    await post('start.action', { number, method: 'test', fen: 1 })
    const said = new URLSearchParams({ number, order: number, out_trade_no: number, state: 'paid', method: 'test' })
    for (const entry of allEndpoints.filter(({ path }) => !/logout|closeOrder|password/i.test(path)))
      await calls.postText(entry.path.replace('webmail/', ''), said.toString(), { session: lin })
    expect(await read(number)).toMatchObject({ state: 'open', fen: 20_000 })
    expect(await membership()).toMatchObject({ tier: 'free' })
  })

  it('S36: is closed by its owner unpaid, whatever that call says, and stays so', async () => {
    const number = await order()
    await post('start.action', { number, method: 'test' })
    const said = { number, state: 'paid', order: number, method: 'test', fen: 0, tier: 'star', refund: 'due' }
    expect(await post('closeOrder.action', said)).toMatchObject({ order: { state: 'closed', fen: 20_000 } })
    for (let time = 0; time < 3; time += 1) await post('closeOrder.action', said)
    gateway.clock.advance(3_000)
    expect(await read(number)).toMatchObject({ state: 'closed', refund: 'none', paidAt: null })
    expect(await membership()).toMatchObject({ tier: 'free' })
    await gateway.drain()
    expect(await subjects()).toEqual([])
  })

  it('is renewed with a ticket, and the sign-in is open again', async () => {
    const { id } = await gateway.account('wang@ep.test', { dueAt: gateway.clock.now() - 8 * day })
    const signIn = async () =>
      (await calls.post('login/loginService.action', { username: 'wang@ep.test', password: testPassword })).json
    const headers = { authorization: `Renewal ${String((await signIn()).renewalTicket)}` }
    const ask = async (path: string, form = {}) => (await calls.post(`pay/${path}`, form, { headers })).json
    const made = await ask('createOrder.action', { tier: 'soho', months: 1, idempotencyKey: 'one' })
    const { number } = Object(made.order)
    await ask('start.action', { number, method: 'test' })
    expect((await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { headers })).status).toBe(403)
    await pay(String(number))
    expect(await ask('order.action', { number })).toMatchObject({ order: { state: 'paid' } })
    expect((await gateway.stores.accounts.byId(id))?.dueAt).toBe(at('2026-12-21'))
    expect((await signIn()).code).toBe('000')
  })
})

describe('money', () => {
  it('S36: for a closed order, of a wrong sum and a second one go back once and are told of; ten notices activate once', async () => {
    const store = gateway.stores.orders
    const settle = async (number: string, transaction: string, fen: number) =>
      store.settle({ method: 'test', number, transaction, fen, paidAt: gateway.clock.now() }, gateway.clock.now())
    const closed = await order()
    await post('closeOrder.action', { number: closed })
    expect(await settle(closed, 't1', 20_000)).toBe('refundDue')
    expect(await read(closed)).toMatchObject({ state: 'closed', refund: 'due' })
    const wrong = await order({ idempotencyKey: 'two' })
    expect(await settle(wrong, 't2', 1)).toBe('refundDue')
    const good = await order({ idempotencyKey: 'three' })
    const ten = await Promise.all(Array.from({ length: 10 }, () => settle(good, 't3', 20_000)))
    expect(ten.filter((it) => it === 'activated')).toHaveLength(1)
    expect(ten.filter((it) => it === 'known')).toHaveLength(9)
    expect(await settle(good, 't4', 20_000)).toBe('refundDue')
    expect(await settle('20260101000', 't5', 1)).toBe('unknown')
    expect(await subjects()).toHaveLength(4)
    expect([await read(closed), await read(wrong), await read(good)]).toMatchObject([
      { state: 'refunded', refund: 'done' },
      { state: 'refunded', refund: 'done' },
      { state: 'paid', refund: 'done' },
    ])
    expect(await membership()).toMatchObject({ tier: 'soho', dueTime: at('2027-11-21') })
  })

  it('S36: of two orders whose sums rest on one membership, one counts and the other goes back', async () => {
    await gateway.stores.accounts.change(String((await gateway.stores.accounts.byAddress('lin@ep.test'))?.id), {
      ...{ tier: 'soho', dueAt: at('2026-12-31') },
    })
    const [upgrade, renewal] = [
      await order({ tier: 'sme', months: 1 }),
      await order({ tier: 'soho', months: 1, idempotencyKey: 'two' }),
    ]
    for (const number of [upgrade, renewal]) await post('start.action', { number, method: 'test' })
    await pay(renewal)
    expect(await read(upgrade)).toMatchObject({ state: 'closed' })
    expect(await pay(upgrade)).toContain('it is paid back')
    await gateway.drain()
    expect(await read(upgrade)).toMatchObject({ state: 'refunded' })
    expect(await membership()).toMatchObject({ tier: 'soho', dueTime: at('2027-01-31') })
  })

  it('S36: agrees with the membership after 300 random sequences', { timeout: 60_000 }, async () => {
    const db = openDatabase(await migratedDatabase())
    try {
      for (let seed = 1; seed <= 300; seed += 1) expect([seed, await runOrderSequence(db, seed)]).toEqual([seed, []])
    } finally {
      await db.destroy()
    }
  })
})

describe('a reminder', () => {
  it('comes 30, 7 and 1 day before the end, once each, in the language of the account', async () => {
    const { id } = await gateway.account('chen@ep.test', { dueAt: at('2027-01-10') })
    await gateway.stores.settings.change(id, { language: 'en-US' })
    const chen = await calls.signIn('chen@ep.test')
    const seen: string[] = []
    for (const date of [
      '2026-12-10',
      '2026-12-11',
      '2026-12-12',
      '2027-01-03',
      '2027-01-04',
      '2027-01-09',
      '2027-01-10',
    ]) {
      gateway.clock.set(noon(date))
      await gateway.drain()
      const { json } = await calls.post(
        'query/queryfolder2.action',
        { folder: 'inbox' },
        { session: await calls.signIn('chen@ep.test') },
      )
      seen.push(`${date} ${Array.isArray(json.list) ? json.list.length : ''}`)
      expect(JSON.stringify(json.list)).not.toMatch(/到期/)
    }
    expect(seen.map((it) => it.slice(-1)).join('')).toBe('0112233')
    expect(chen.token).not.toBe('')
  })
})
