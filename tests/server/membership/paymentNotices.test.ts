/** What payment providers tell unasked: who is believed, and what each is answered. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits'
import { runPayCommand } from '#server/cli/playCommand'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { startEmulators, tell } from '../../support/payments/paidGateway'

let gateway: TestGateway
const emulators = await startEmulators({ now: () => gateway.clock.now() })
const { wechat, alipay } = emulators

let calls: ReturnType<typeof makeCalls>
let lin: Signed
let keys = 0
const reported: string[] = []
beforeEach(async () => {
  emulators.reset()
  reported.length = 0
  gateway = await emulators.openGateway({ report: ({ name }) => void reported.push(name) })
  calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier: 'free' })
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())
afterAll(() => emulators.close())

const post = async (path: string, form = {}) => (await calls.post(`pay/${path}`, form, { session: lin })).json
const order = async (method: string) => {
  keys += 1
  const made = Object((await post('createOrder.action', { tier: 'soho', months: 12, idempotencyKey: keys })).order)
  const number = String(made.number)
  const { url } = await post('start.action', { number, method })
  return { number, url: String(url) }
}
const read = async (number: string) => Object((await post('order.action', { number })).order)
const inbox = async () => {
  await gateway.drain()
  const { json } = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: lin })
  return Number(json.total)
}

const taken = {
  wechat: { status: 204, text: '' },
  alipay: { status: 200, text: 'success' },
}
const notTaken = {
  wechat: { status: 500, text: '{"code":"FAIL","message":"失败"}' },
  alipay: { status: 200, text: 'fail' },
}

describe('a notice of a provider', () => {
  it('activates the order once, however often it comes, and is answered in the provider’s form', async () => {
    const { number, url } = await order('wechat')
    expect(url).toMatch(/^weixin:\/\/wxpay\//)
    wechat.pay(number)
    const notices = Array.from({ length: 10 }, () => wechat.noticeOf(number))
    const answers = await Promise.all(notices.map((notice) => tell(gateway, 'wechat', notice)))
    expect(answers).toEqual(answers.map(() => taken.wechat))
    expect(await read(number)).toMatchObject({ state: 'paid', method: 'wechat', refund: 'none' })
    const dueTime = Date.parse('2027-11-21T23:59:59.999+08:00')
    expect(await post('getUserInfos')).toMatchObject({ tier: 'soho', dueTime })
    expect(await inbox()).toBe(1)
    expect(await tell(gateway, 'wechat', wechat.noticeOf(number))).toEqual(taken.wechat)
    expect(await inbox()).toBe(1)
    expect(wechat.refundedFen(number)).toBe(0)
  })

  it('S36: ten with questions of the owner among them give one payment, one receipt and one message', async () => {
    const { number } = await order('wechat')
    wechat.pay(number)
    gateway.clock.advance(limits.payPollMs)
    const ask = () => post('order.action', { number, ask: 1 })
    const notices = Array.from({ length: 10 }, () => wechat.noticeOf(number))
    await Promise.all(notices.flatMap((notice) => [tell(gateway, 'wechat', notice), ask()]))
    gateway.clock.advance(limits.payPollMs)
    await ask()
    expect(await inbox()).toBe(1)
    const events = await gateway.stores.orders.events(number)
    expect(events.filter((event) => event === 'activated')).toHaveLength(1)
    expect(wechat.refundedFen(number)).toBe(0)
    const dueTime = Date.parse('2027-11-21T23:59:59.999+08:00')
    expect(await post('getUserInfos')).toMatchObject({ tier: 'soho', dueTime })
    const receipt = { number, language: 'zh-CN' }
    const [first, second] = [await post('receipt.action', receipt), await post('receipt.action', receipt)]
    expect(first).toMatchObject({ code: '200' })
    expect(second.name).toBe(first.name)
  })

  it('is read of H5 and of Alipay too, with percent signs, plus signs and empty values', async () => {
    const h5 = await order('wechatH5')
    expect(h5.url).toMatch(/^https:\/\/wx\.tenpay\.com\//)
    wechat.pay(`${h5.number}H5`)
    expect(await tell(gateway, 'wechat', wechat.noticeOf(`${h5.number}H5`))).toEqual(taken.wechat)
    expect(await read(h5.number)).toMatchObject({ state: 'paid', method: 'wechatH5' })
    const renewal = await post('createOrder.action', { tier: 'soho', months: 1, idempotencyKey: 'r' })
    const number = String(Object(renewal.order).number)
    expect((await post('start.action', { number, method: 'alipay' })).url).toMatch(/^https:\/\/qr\.alipay\.com\//)
    alipay.pay(number)
    expect(await tell(gateway, 'alipay', alipay.noticeOf(number))).toEqual(taken.alipay)
    expect(await read(number)).toMatchObject({ state: 'paid', method: 'alipay' })
    expect(await post('getUserInfos')).toMatchObject({ dueTime: Date.parse('2027-12-21T23:59:59.999+08:00') })
  })

  it('S36: for a closed order, of another sum or of no order at all activates nothing; the money goes back once and is told of', async () => {
    const closed = await order('wechat')
    wechat.pay(closed.number)
    const late = wechat.noticeOf(closed.number)
    await gateway.stores.orders.close(closed.number, gateway.clock.now(), 'cancelled')
    expect(await tell(gateway, 'wechat', late)).toEqual(taken.wechat)
    const wrong = await order('alipay')
    alipay.pay(wrong.number, 1)
    expect(await tell(gateway, 'alipay', alipay.noticeOf(wrong.number))).toEqual(taken.alipay)
    expect(await inbox()).toBe(2)
    await gateway.drain()
    expect([wechat.refundedFen(closed.number), alipay.refundedFen(wrong.number)]).toEqual([20_000, 1])
    for (const { number } of [closed, wrong])
      expect(await read(number)).toMatchObject({ state: 'refunded', refund: 'done' })
    const unknown = wechat.noticeOf(closed.number, {
      trade: { out_trade_no: '202601010000000009', transaction_id: 'x' },
    })
    expect(await tell(gateway, 'wechat', unknown)).toEqual(notTaken.wechat)
    expect(await post('getUserInfos')).toMatchObject({ tier: 'free' })
  })

  it('S36: none of either came, and an order past its end was paid both ways: one counts, the other goes back', async () => {
    const { number } = await order('wechat')
    await post('start.action', { number, method: 'alipay' })
    wechat.pay(number)
    alipay.pay(number)
    gateway.clock.advance(limits.orderMs + 1)
    await gateway.drain()
    gateway.clock.advance(limits.dayMs)
    await gateway.drain()
    expect(await gateway.stores.orders.find(number)).toMatchObject({ state: 'paid', refund: 'done' })
    expect([wechat.refundedFen(number), alipay.refundedFen(number)].sort()).toEqual([0, 20_000])
  })

  it('S36: money for an order whose account has gone since goes back', async () => {
    const { number } = await order('wechat')
    wechat.pay(number)
    const lins = await gateway.stores.accounts.byAddress('lin@ep.test')
    await gateway.stores.deleteAccountData(lins?.id ?? '')
    await gateway.stores.accounts.remove(lins?.id ?? '')
    await gateway.drain()
    expect(wechat.refundedFen(number)).toBe(20_000)
  })

  it('S36: of WeChat is refused that is unsigned, changed, stale, kept, sealed by another, or of another merchant or currency', async () => {
    const { number } = await order('wechat')
    wechat.pay(number)
    const good = wechat.noticeOf(number)
    const refused = [
      { ...good, headers: {} },
      { ...good, headers: { ...good.headers, 'wechatpay-signature': undefined } },
      { ...good, headers: { ...good.headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/AAAA' } },
      { ...good, headers: { ...good.headers, 'wechatpay-nonce': 'another' } },
      // The same object, written anew.
      { ...good, body: Buffer.from(JSON.stringify(JSON.parse(good.body.toString()), null, 1)) },
      wechat.noticeOf(number, { key: wechat.strangersKey }),
      wechat.noticeOf(number, { key: wechat.strangersKey, serial: 'PUB_KEY_ID_2' }),
      wechat.noticeOf(number, { at: gateway.clock.now() - 301_000 }),
      wechat.noticeOf(number, { at: gateway.clock.now() + 302_000 }),
      wechat.noticeOf(number, { apiKey: 'Another-Api-V3-Key-of-32-letters' }),
      wechat.noticeOf(number, { trade: { mchid: '1900000002' } }),
      wechat.noticeOf(number, { trade: { appid: 'wxanother' } }),
      wechat.noticeOf(number, { trade: { amount: { total: 20_000, currency: 'USD' } } }),
      wechat.noticeOf(number, { trade: { amount: { total: 20_000.5, currency: 'CNY' } } }),
      wechat.noticeOf(number, { trade: { transaction_id: undefined } }),
      wechat.noticeOf(number, { write: () => '[]' }),
    ]
    for (const [at, notice] of refused.entries())
      expect([at, await tell(gateway, 'wechat', notice)]).toEqual([at, notTaken.wechat])
    expect(await read(number)).toMatchObject({ state: 'open' })
    // The log says why, and nothing of what was said.
    expect(reported.map((name) => name.replace('notice of wechat: ', ''))).toEqual([
      ...['unsigned', 'unsigned', 'wrongSignature', 'wrongSignature', 'wrongSignature', 'wrongSignature', 'unknownKey'],
      ...['stale', 'stale', 'wrongSeal', 'anotherMerchant', 'anotherMerchant', 'anotherCurrency', 'anotherCurrency'],
      ...['anotherCurrency', 'unreadable'],
    ])
    // Kept by somebody, and sent once more when its time is over.
    gateway.clock.advance(301_000)
    expect(await tell(gateway, 'wechat', good)).toEqual(notTaken.wechat)
    // Genuine, and about no payment.
    for (const change of [{ event: 'REFUND.SUCCESS' }, { trade: { trade_state: 'CLOSED' } }])
      expect(await tell(gateway, 'wechat', wechat.noticeOf(number, change))).toEqual(taken.wechat)
    expect(await read(number)).toMatchObject({ state: 'open' })
    const odd = { write: (body: unknown) => `\n ${JSON.stringify(body, null, 3).replaceAll('支', '\\u652f')}\n` }
    expect(await tell(gateway, 'wechat', wechat.noticeOf(number, odd))).toEqual(taken.wechat)
    expect(await read(number)).toMatchObject({ state: 'paid' })
  })

  it('S36: of Alipay is refused that is unsigned, changed, doubled, or of another merchant, app or currency', async () => {
    const { number } = await order('alipay')
    alipay.pay(number)
    const good = alipay.noticeOf(number)
    const refused = [
      { ...good, body: Buffer.from('') },
      { ...good, body: Buffer.concat([good.body, Buffer.from('&total_amount=200.00')]) },
      { ...good, body: Buffer.from(good.body.toString().replace('sign_type=RSA2', 'sign_type=RSA')) },
      alipay.noticeOf(number, { key: alipay.strangersKey }),
      ...['total_amount', 'out_trade_no', 'trade_status', 'passback_params', 'body'].map((field) =>
        alipay.noticeOf(number, { after: { [field]: 'TRADE_FINISHED' } }),
      ),
      alipay.noticeOf(number, { after: { sign: '' } }),
      alipay.noticeOf(number, { change: { seller_id: '2088000000000002' } }),
      alipay.noticeOf(number, { change: { app_id: '2021000000000002' } }),
      alipay.noticeOf(number, { change: { trans_currency: 'USD' } }),
      alipay.noticeOf(number, { change: { total_amount: '2e2' } }),
      alipay.noticeOf(number, { change: { gmt_payment: '' } }),
    ]
    for (const [at, notice] of refused.entries())
      expect([at, await tell(gateway, 'alipay', notice)]).toEqual([at, notTaken.alipay])
    expect(
      await tell(gateway, 'alipay', alipay.noticeOf(number, { change: { trade_status: 'TRADE_CLOSED' } })),
    ).toEqual(taken.alipay)
    expect(await read(number)).toMatchObject({ state: 'open' })
    expect(await tell(gateway, 'alipay', good)).toEqual(taken.alipay)
    expect(await read(number)).toMatchObject({ state: 'paid' })
  })

  it('S27: is read up to its limit alone, and by nobody before that', async () => {
    const body = Buffer.alloc(64 * 1024 + 1, 0x20)
    for (const headers of [{}, { 'content-length': String(body.length) }])
      expect((await tell(gateway, 'wechat', { headers, body })).status).toBe(413)
  })

  it('whose key nobody knows is refused, so that it comes again; our own question finds the payment meanwhile', async () => {
    const { number } = await order('wechat')
    wechat.pay(number)
    const unknown = wechat.noticeOf(number, { serial: 'FF' })
    expect(await tell(gateway, 'wechat', unknown)).toEqual(notTaken.wechat)
    gateway.clock.advance(3_000)
    expect(Object((await post('order.action', { number, ask: 1 })).order)).toMatchObject({ state: 'paid' })
    expect(reported).toEqual(['notice of wechat: unknownKey'])
  })

  it('is taken by nobody where its provider is not configured; without any, the test provider stands in', async () => {
    const { number } = await order('wechat')
    expect(Object(await post('order.action', { number })).methods).toEqual(['wechat', 'wechatH5', 'alipay'])
    wechat.pay(number)
    const bare = await makeTestGateway()
    try {
      const { text } = await tell(bare, 'wechat', wechat.noticeOf(number))
      expect(JSON.parse(text)).toMatchObject({ code: 'serverCannot' })
      expect([...bare.stores.providers.keys()]).toEqual(['test'])
    } finally {
      await bare.close()
    }
  })
})

describe('money', () => {
  it('S36: that a provider has paid back already activates nothing', async () => {
    const cancelled = await order('alipay')
    alipay.pay(cancelled.number)
    alipay.cancel(cancelled.number)
    gateway.clock.advance(3_000)
    await post('order.action', { number: cancelled.number, ask: 1 })
    const byHand = await order('wechat')
    wechat.pay(byHand.number)
    wechat.payBack(byHand.number)
    gateway.clock.advance(3_000)
    await post('order.action', { number: byHand.number, ask: 1 })
    expect(await post('getUserInfos')).toMatchObject({ tier: 'free' })
    await gateway.drain()
    for (const { number } of [cancelled, byHand])
      expect(await read(number)).toMatchObject({ state: 'refunded', refund: 'done' })
    expect([alipay.refundedFen(cancelled.number), wechat.refundedFen(byHand.number)]).toEqual([20_000, 20_000])
    expect(await inbox()).toBe(2)
  })
})

describe('the end of an order', () => {
  it('S36: comes at the provider first, so that a code paid at the last second counts though its notice is lost', async () => {
    const { number } = await order('wechat')
    gateway.clock.advance(limits.orderMs - 1_000)
    await gateway.drain()
    wechat.pay(number)
    gateway.clock.advance(1_000)
    await gateway.drain()
    lin = await calls.signIn('lin@ep.test')
    expect(await read(number)).toMatchObject({ state: 'paid', refund: 'none' })
    expect(await post('getUserInfos')).toMatchObject({ tier: 'soho' })
    expect(wechat.refundedFen(number)).toBe(0)
  })

  it('S36: by its owner comes at the provider first too, and is none where it was paid meanwhile', async () => {
    const paid = await order('alipay')
    alipay.pay(paid.number)
    expect(await post('closeOrder.action', { number: paid.number })).toMatchObject({ order: { state: 'paid' } })
    const renewal = await post('createOrder.action', { tier: 'soho', months: 1, idempotencyKey: 'r' })
    const number = String(Object(renewal.order).number)
    for (const method of ['wechat', 'alipay']) await post('start.action', { number, method })
    wechat.fail('badGateway')
    expect(await post('closeOrder.action', { number })).toMatchObject({ code: 'paymentAway' })
    expect(await read(number)).toMatchObject({ state: 'open' })
    expect(await post('closeOrder.action', { number })).toMatchObject({ order: { state: 'closed' } })
    expect([wechat.pay(number), alipay.pay(number)]).toEqual([false, false])
  })

  it('waits for a provider that is away, gives no code meanwhile, and comes after a day all the same', async () => {
    const { number } = await order('wechat')
    gateway.clock.advance(limits.orderMs)
    lin = await calls.signIn('lin@ep.test')
    const away = Array.from({ length: 500 }, () => 'badGateway' as const)
    wechat.fail(...away)
    expect(await read(number)).toMatchObject({ state: 'open' })
    expect(await post('start.action', { number, method: 'wechat' })).toMatchObject({ code: 'orderClosed' })
    const another = { tier: 'sme', months: 1, idempotencyKey: 'another' }
    expect(await post('createOrder.action', another)).toMatchObject({ code: 'orderOpen', number })
    gateway.clock.advance(limits.dayMs)
    await gateway.drain()
    expect(await read(number)).toMatchObject({ state: 'closed' })
    wechat.mend()
    expect(wechat.pay(number)).toBe(true)
    gateway.clock.advance(limits.dayMs)
    await gateway.drain()
    await gateway.drain()
    expect(wechat.refundedFen(number)).toBe(20_000)
    const late = String(Object((await post('createOrder.action', another)).order).number)
    await post('start.action', { number: late, method: 'wechat' })
    gateway.clock.advance(limits.orderMs)
    lin = await calls.signIn('lin@ep.test')
    // Who asks the provider first, a reader or the background, ends it.
    await gateway.drain()
    expect(await read(late)).toMatchObject({ state: 'closed' })
    expect(wechat.pay(late)).toBe(false)
  })
})

describe('npm run pay -- reconcile', () => {
  it('prints what differs between our payments of a day and those of the providers, and changes nothing', async () => {
    const command = (...words: readonly string[]) =>
      runPayCommand({ ...gateway.stores, isConfigured: true }, ['reconcile', ...words])
    const good = await order('alipay')
    alipay.pay(good.number)
    expect(await tell(gateway, 'alipay', alipay.noticeOf(good.number))).toEqual(taken.alipay)
    gateway.clock.advance(limits.dayMs)
    expect(await command()).toBe('2026-11-21: payments noted: 1 (200.00 yuan), codes asked about: 1. Nothing differs.')
    expect(await command('2026-11-20')).toBe(
      '2026-11-20: payments noted: 0 (0.00 yuan), codes asked about: 0. Nothing differs.',
    )
    const renewal = await post('createOrder.action', { tier: 'soho', months: 1, idempotencyKey: 'r' })
    const number = String(Object(renewal.order).number)
    for (const method of ['wechat', 'alipay']) await post('start.action', { number, method })
    wechat.pay(number)
    expect(await command('2026-11-22')).toBe(
      [
        '2026-11-22: payments noted: 0 (0.00 yuan), codes asked about: 3. What differs:',
        `${number} wechat: 20.00 yuan paid at the provider (42000${number}), not noted here`,
      ].join('\n  '),
    )
    expect(await read(number)).toMatchObject({ state: 'open' })
    const noted = { number, method: 'alipay', transaction: 'never', fen: 2_000, paidAt: gateway.clock.now() } as const
    await gateway.stores.orders.settle(noted, gateway.clock.now())
    wechat.fail('badGateway')
    expect((await command('2026-11-22')).split('\n  ').slice(1)).toEqual([
      `${number} alipay: 20.00 yuan noted here, unpaid at the provider`,
      `${number} wechat: the provider cannot be asked`,
    ])
    const trade = alipay.trades.get(good.number)
    if (trade?.paid) trade.paid = { ...trade.paid, yuan: '1.00' }
    expect((await command('2026-11-21')).split('\n  ').slice(1)).toEqual([
      `${good.number} alipay: 200.00 yuan noted here, 1.00 yuan at the provider`,
    ])
    await expect(command('2026-02-30')).rejects.toThrow('Usage')
  })
})

describe('a file of keys', () => {
  it('that holds none, or another’s, ends the start with a plain message and nothing of what it holds', async () => {
    const files = [
      'WECHAT_PAY_KEY_FILE',
      'WECHAT_PAY_PUBLIC_KEY_FILE',
      'ALIPAY_KEY_FILE',
      'ALIPAY_PUBLIC_KEY_FILE',
    ] as const
    for (const name of files) {
      const wrong = name.includes('PUBLIC') ? '/nowhere/key.pem' : emulators.env.ALIPAY_PUBLIC_KEY_FILE
      const opening = makeTestGateway({ env: { ...emulators.env, [name]: wrong } })
      await expect(opening).rejects.toThrow(
        new RegExp(`^The configuration cannot be used:\\n  ${name}: a file with an RSA [a-z]+ key in PEM$`),
      )
    }
  })
})
