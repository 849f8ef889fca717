/** The receipt of an order as a PDF: whose it is, what it says, and that it can be seen. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runPayCommand } from '#server/cli/playCommand'
import { makePrintReceipt, receiptOf } from '#server/membership/receipt/receipt'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { drawnCharacters } from '../../support/payments/printedFonts'

let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
let lin: Signed
beforeEach(async () => {
  gateway = await makeTestGateway({ env: { BRAND_NAME_ZH: payee.zh } })
  calls = makeCalls(gateway)
  for (const name of ['lin', 'anna']) await gateway.account(`${name}@ep.test`, { tier: 'free' })
  lin = await calls.signIn('lin@ep.test')
})
afterEach(() => gateway.close())

const post = async (path: string, form = {}, session = lin) => (await calls.post(`pay/${path}`, form, { session })).json
const placed = async () => {
  const { order } = await post('createOrder.action', { tier: 'soho', months: 12, idempotencyKey: 'one' })
  return String(Object(order).number)
}

const payee = { zh: '龘鑫淼科技（北京）有限公司', en: 'EP Mail' }

describe('the receipt of an order', () => {
  it('S21: is printed for its owner once it is paid, and draws every character by an outline of its own', async () => {
    const number = await placed()
    const ask = (session = lin) => post('receipt.action', { number, language: 'zh-CN' }, session)
    const none = { code: 'notFound', msg: 'errors:notFound', field: 'number' }
    expect(await ask()).toEqual(none)
    expect(await post('buyer.action', { number, title: '', taxNumber: '' })).toEqual(none)
    await post('start.action', { number, method: 'test' })
    await runPayCommand({ ...gateway.stores, isConfigured: false }, [number])
    const anna = await calls.signIn('anna@ep.test')
    expect(await ask(anna)).toEqual(none)
    const buyer = { title: '靖淼贸易有限公司', taxNumber: '91110108ma01abcd2x' }
    expect(await post('buyer.action', { number, ...buyer }, anna)).toEqual(none)
    for (const [field, change] of [
      ['title', { title: ' ' }],
      ['title', { title: 'a\u0000b' }],
      ['taxNumber', { taxNumber: '9111-0108' }],
    ] as const)
      expect(await post('buyer.action', { number, ...buyer, ...change })).toMatchObject({ code: 'badField', field })
    const named = { title: buyer.title, taxNumber: '91110108MA01ABCD2X' }
    expect(await post('buyer.action', { number, ...buyer })).toMatchObject({ order: { number, buyer: named } })
    expect((await post('order.action', { number })).order).toMatchObject({ buyer: named })
    const { code, name, pdf } = await ask()
    expect([code, name]).toEqual(['200', `收据-${number}.pdf`])
    const bytes = Buffer.from(String(pdf), 'base64')
    expect(bytes.length).toBeLessThan(60_000)
    const order = await gateway.stores.orders.find(number)
    if (order === null) throw new Error('The order has gone')
    const receipt = receiptOf(order, { payee, language: 'zh-CN', address: 'lin@ep.test' })
    const fonts = drawnCharacters(bytes)
    expect(fonts).toHaveLength(2)
    const drawn = new Map(fonts.flatMap((font) => [...font]))
    expect(receipt.facts).toContainEqual({ name: '抬头', value: named.title })
    expect(receipt.facts).toContainEqual({ name: '税号', value: named.taxNumber })
    const rows = [...receipt.facts, ...receipt.lines, receipt.total].flatMap((row) => [row.name, row.value])
    for (const character of new Set([receipt.title, receipt.note, ...rows].join('').replaceAll(' ', '')))
      expect([character, drawn.get(character)?.length ?? 0]).not.toEqual([character, 0])
    const chinese = [...drawn].filter(([character]) => /\p{Script=Han}/u.test(character))
    expect(new Set(chinese.map(([, outline]) => outline.toString('hex'))).size).toBe(chinese.length)
  })

  it('waits for others of its account alone, and is refused where too many of them wait', async () => {
    const number = await placed()
    await post('start.action', { number, method: 'test' })
    await runPayCommand({ ...gateway.stores, isConfigured: false }, [number])
    const ends: (() => void)[] = []
    const print = makePrintReceipt({
      orders: gateway.stores.orders,
      payee,
      printReceipt: () => new Promise((resolve) => ends.push(() => resolve(new Uint8Array(1)))),
    })
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('No account')
    const five = Array.from({ length: 5 }, () => print({ number, language: 'zh-CN' }, { account }))
    await expect(five.pop()).rejects.toMatchObject({ code: 'tooManyTries' })
    for (const one of five) {
      await expect.poll(() => ends.length).toBe(1)
      ends.pop()?.()
      expect(await one).toMatchObject({ pdf: 'AA==' })
    }
  })

  it('says in both languages what was bought and how the sum is made', async () => {
    const order = await gateway.stores.orders.find(await placed())
    if (order === null) throw new Error('The order has gone')
    const paid = { ...order, number: '1', paidAt: gateway.clock.now(), method: 'wechat' as const }
    const credit = { ...paid, lines: [...paid.lines, { kind: 'credit' as const, fen: -1_905, days: 1 }], extraDays: 3 }
    const of = (language: 'zh-CN' | 'en-US') => {
      const { facts, lines, total } = receiptOf(credit, { payee, language, address: 'lin@ep.test' })
      return [...facts.map(({ value }) => value), ...[...lines, total].map((row) => `${row.name} ${row.value}`)]
    }
    expect(of('zh-CN')).toEqual([
      ...[
        '1',
        payee.zh,
        'lin@ep.test',
        '升级为普通（VIP 商务） 12 个月',
        '2027-11-21',
        '2026-11-21 09:30:00',
        '微信支付',
      ],
      ...['普通（VIP 商务） × 12 个月 ¥240.00', '12 个月优惠 −¥40.00', '剩余 1 天折抵 −¥19.05', '折抵余额转为 3 天'],
      '实付 ¥200.00',
    ])
    expect(of('en-US')).toEqual([
      ...[
        '1',
        'EP Mail',
        'lin@ep.test',
        'Upgrade to Soho, 12 months',
        '2027-11-21',
        '2026-11-21 09:30:00',
        'WeChat Pay',
      ],
      ...['Soho × 12 months ¥240.00', 'Discount for 12 months −¥40.00', 'Credit for 1 day left −¥19.05'],
      ...['Rest of the credit 3 days', 'Paid ¥200.00'],
    ])
  })
})
