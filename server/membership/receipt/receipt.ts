/** The receipt of a paid order as a PDF, for its owner alone (TRUST S21; decision 57). */
import type { Form, Reply } from '../../../src/contract/endpoint'
import type * as entries from '../../../src/contract/endpoints/account/orders'
import { checkBuyer, type PayMethod } from '../../../src/contract/endpoints/account/orders'
import { inYuan } from '../../../src/contract/terms'
import type { TierId } from '../../../src/contract/tiers'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { makeOwnTurns } from '../../kit/locks/ownTurns'
import { chinaTime, dateOf } from '../../kit/membershipDays'
import { onWire } from '../orders'
import type { OrderStore, StoredOrder } from '../orders.store'
import type { ReceiptPrinter, ReceiptRow, ReceiptText } from './receiptPrinter.port'

export type ReceiptDeps = {
  readonly orders: Pick<OrderStore, 'find' | 'nameBuyer'>
  readonly payee: { readonly zh: string; readonly en: string }
  readonly printReceipt: ReceiptPrinter
}

type Language = Form<typeof entries.printReceipt>['language']

/** Receipts of one account that wait while one of it is printed. */
const waitingMost = 3

export function makePrintReceipt({ orders, payee, printReceipt }: ReceiptDeps) {
  const ownTurns = makeOwnTurns(waitingMost)
  return async (
    { number, language }: Form<typeof entries.printReceipt>,
    { account }: Pick<Caller, 'account'>,
  ): Promise<Reply<typeof entries.printReceipt>> => {
    const order = await orders.find(number)
    // One that is not paid has none, as one that is not there.
    if (order?.accountId !== account.id || order.paidAt === null) throw new Refusal('notFound', { field: 'number' })
    const name = language === 'zh-CN' ? `收据-${number}.pdf` : `receipt-${number}.pdf`
    const text = receiptOf(order, { payee, language, address: account.address })
    const turn = await ownTurns(account.id, () => printReceipt(text))
    if (turn === null) throw new Refusal('tooManyTries')
    return { name, pdf: Buffer.from(turn.result).toString('base64') }
  }
}

/** Whom the receipt is made out to, as its owner says. */
export const makeNameBuyer =
  ({ orders }: ReceiptDeps) =>
  async (
    { number, ...typed }: Form<typeof entries.nameBuyer>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.nameBuyer>> => {
    const buyer = { title: typed.title.trim(), taxNumber: typed.taxNumber.trim().toUpperCase() }
    const field = checkBuyer(buyer)
    if (field !== null) throw new Refusal('badField', { field })
    const order = await orders.find(number)
    if (order?.accountId !== account.id || !order.paidAt) throw new Refusal('notFound', { field: 'number' })
    await orders.nameBuyer(number, buyer)
    return { order: { ...onWire(order), buyer } }
  }

type Circumstances = Pick<ReceiptDeps, 'payee'> & { readonly language: Language; readonly address: string }

export function receiptOf(order: StoredOrder, { payee, language, address }: Circumstances): ReceiptText {
  const { number, purpose, tier, months, lines, fen, extraDays, endsAt, paidAt, method, buyer } = order
  const say = texts[language]
  const tierName = say.tiers[tier]
  const rows: Readonly<Record<StoredOrder['lines'][number]['kind'], (days: number) => string>> = {
    term: () => say.term(tierName, months),
    termDiscount: () => say.discount(months),
    credit: say.credit,
  }
  return {
    title: say.title,
    facts: [
      { name: say.number, value: number },
      { name: say.payee, value: language === 'zh-CN' ? payee.zh : payee.en },
      { name: say.account, value: address },
      ...(buyer.title === '' ? [] : [{ name: say.buyer, value: buyer.title }]),
      ...(buyer.taxNumber === '' ? [] : [{ name: say.taxNumber, value: buyer.taxNumber }]),
      { name: say.bought, value: say[purpose](tierName, months) },
      { name: say.until, value: dateOf(endsAt) },
      { name: say.paidAt, value: paidAt === null ? '' : chinaTime(paidAt) },
      { name: say.paidBy, value: method === null ? '' : say.methods[method] },
    ],
    lines: [
      ...lines.map(({ kind, fen: part, days = 0 }): ReceiptRow => ({ name: rows[kind](days), value: yuan(part) })),
      ...(extraDays > 0 ? [{ name: say.extraDays, value: say.days(extraDays) }] : []),
    ],
    total: { name: say.total, value: yuan(fen) },
    note: say.note,
  }
}

const yuan = (fen: number) => `${fen < 0 ? '−' : ''}¥${inYuan(Math.abs(fen))}`
const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

type Texts = Readonly<
  Record<'title' | 'number' | 'payee' | 'account' | 'bought' | 'until' | 'paidAt' | 'paidBy' | 'extraDays', string>
> &
  Readonly<Record<'total' | 'note' | 'buyer' | 'taxNumber', string>> &
  Readonly<Record<'term' | 'upgrade' | 'renewal', (tier: string, months: number) => string>> &
  Readonly<Record<'discount' | 'credit' | 'days', (count: number) => string>> & {
    readonly methods: Readonly<Record<PayMethod, string>>
    readonly tiers: Readonly<Record<TierId, string>>
  }

const texts: Readonly<Record<Language, Texts>> = {
  'zh-CN': {
    ...{ title: '订单收据', number: '订单号', payee: '收款方', account: '账号', bought: '商品', until: '有效期至' },
    ...{ paidAt: '支付时间（北京时间）', paidBy: '支付方式', extraDays: '折抵余额转为', total: '实付' },
    ...{ buyer: '抬头', taxNumber: '税号', note: '本收据由系统生成，不作为报销发票。' },
    term: (tier, months) => `${tier} × ${months} 个月`,
    upgrade: (tier, months) => `升级为${tier} ${months} 个月`,
    renewal: (tier, months) => `续费${tier} ${months} 个月`,
    discount: (count) => `${count} 个月优惠`,
    credit: (count) => `剩余 ${count} 天折抵`,
    days: (count) => `${count} 天`,
    methods: { wechat: '微信支付', wechatH5: '微信支付', alipay: '支付宝', test: '测试支付（未产生真实付款）' },
    tiers: {
      ...{ free: '免费', soho: '普通（VIP 商务）', sme: '精英', enterprise: '金牌', globalEnterprise: '白金' },
      ...{ globalEnterprisePlus: '至尊', star: '星级' },
    },
  },
  'en-US': {
    ...{ title: 'Receipt', number: 'Order number', payee: 'Payee', account: 'Account', bought: 'Item' },
    ...{
      buyer: 'Company',
      taxNumber: 'Tax number',
      until: 'Active until',
      paidAt: 'Paid at (UTC+8)',
      paidBy: 'Paid by',
      extraDays: 'Rest of the credit',
    },
    ...{ total: 'Paid', note: 'Made by the system. This is not a tax invoice (fapiao).' },
    term: (tier, months) => `${tier} × ${many(months, 'month')}`,
    upgrade: (tier, months) => `Upgrade to ${tier}, ${many(months, 'month')}`,
    renewal: (tier, months) => `Renewal of ${tier}, ${many(months, 'month')}`,
    discount: (count) => `Discount for ${many(count, 'month')}`,
    credit: (count) => `Credit for ${many(count, 'day')} left`,
    days: (count) => many(count, 'day'),
    methods: { wechat: 'WeChat Pay', wechatH5: 'WeChat Pay', alipay: 'Alipay', test: 'Test payment (no money moved)' },
    tiers: {
      ...{ free: 'Free', soho: 'Soho', sme: 'SME', enterprise: 'Enterprise', globalEnterprise: 'Global Enterprise' },
      ...{ globalEnterprisePlus: 'Global Enterprise Plus', star: 'Star' },
    },
  },
}
