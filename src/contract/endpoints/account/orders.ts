/** A membership, its orders and their payment (SPEC §1, §2; BEHAVIOUR §21). */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { flag, text, whole, withDefault, word } from '../../field'
import { holdsControl } from '../../rules'
import { tierId } from '../../shapes'
import { tierIds } from '../../tiers'

const price = v.object({ tier: tierId, fenPerMonth: v.number(), fenPerYear: v.number() })

/** `free` of the free tier, `enterprise` of an organization's account, `vip` of all others. */
export const domainTypes = ['free', 'vip', 'enterprise'] as const

/**
 * `wechatH5` leads from a phone's browser into WeChat; the others give a code to be scanned. `test`
 * stands where no provider is configured, and is played by the operator.
 */
export const payMethods = ['wechat', 'wechatH5', 'alipay', 'test'] as const
export type PayMethod = (typeof payMethods)[number]

export const userInfos = endpoint({
  method: 'POST',
  path: 'webmail/pay/getUserInfos',
  renewal: true,
  reply: v.object({
    username: v.string(),
    tier: tierId,
    domainType: v.picklist(domainTypes),
    /** Epoch milliseconds, or null for never. */
    dueTime: v.nullable(v.number()),
    /** Whole days until then; in `grace` those that are left, with today; null for never. */
    daysLeft: v.nullable(v.number()),
    /** `grace`: past its end, and open for some days more; `over`: closed but for a renewal. */
    state: v.picklist(['active', 'grace', 'over']),
    prices: v.array(price),
    /** Fen that are taken off the price by the month. */
    discounts: v.array(v.object({ tier: tierId, months: v.number(), fen: v.number() })),
    /** By which an order can be paid: `test` moves no money. */
    methods: v.array(v.picklist(payMethods)),
  }),
})

export const orderPurposes = ['upgrade', 'renewal'] as const
export const orderStates = ['open', 'paid', 'closed', 'refunded'] as const

/** A line of the sum, in fen; what is taken off is below zero. */
export const orderLine = /* @__PURE__ */ v.object({
  kind: v.picklist(['term', 'termDiscount', 'credit']),
  fen: v.number(),
  /** Of a credit: the whole days that are left of the present tier. */
  days: v.optional(v.number()),
})

const quoted = {
  purpose: v.picklist(orderPurposes),
  tier: tierId,
  months: v.number(),
  lines: v.array(orderLine),
  /** What is to be paid, in fen: the sum of the lines. */
  fen: v.number(),
  /** Days beyond the term, for a credit that is larger than the price. */
  extraDays: v.number(),
  /** When the membership ends then; of a renewal, if it is paid today. */
  endsAt: v.number(),
}

const quote = /* @__PURE__ */ v.object(quoted)
export type Quote = v.InferOutput<typeof quote>

const order = /* @__PURE__ */ v.object({
  ...quoted,
  number: v.string(),
  state: v.picklist(orderStates),
  /** The tier that it was computed for. */
  fromTier: tierId,
  createdAt: v.number(),
  expiresAt: v.number(),
  paidAt: v.nullable(v.number()),
  /** By which it was paid. */
  method: v.nullable(v.picklist(payMethods)),
  /** Of money that was not due, such as for a closed order: whether it has gone back. */
  refund: v.picklist(['none', 'due', 'done']),
  /** Whom its receipt is made out to; both empty for the account alone. */
  buyer: v.object({ title: v.string(), taxNumber: v.string() }),
})
export type Order = v.InferOutput<typeof order>

const orderNumber = /* @__PURE__ */ text(32)
const chosen = { tier: /* @__PURE__ */ word(tierIds), months: /* @__PURE__ */ whole(1, 12) }

export const quoteOrder = endpoint({
  method: 'POST',
  path: 'webmail/pay/quote.action',
  renewal: true,
  fields: chosen,
  reply: v.object({ quote }),
  codes: ['notAllowed'],
})

/** One key, one order; a second of the same purpose is `orderOpen` while one can be paid. */
export const createOrder = endpoint({
  method: 'POST',
  path: 'webmail/pay/createOrder.action',
  renewal: true,
  fields: { ...chosen, idempotencyKey: text(100) },
  reply: v.object({ order }),
  codes: ['notAllowed', 'orderOpen', 'idempotencyConflict'],
})

export const listOrders = endpoint({
  method: 'POST',
  path: 'webmail/pay/orders.action',
  renewal: true,
  reply: v.object({ orders: v.array(order) }),
})

/** `ask`: has the provider asked as well, unless that was done just now. */
export const readOrder = endpoint({
  method: 'POST',
  path: 'webmail/pay/order.action',
  renewal: true,
  fields: { number: orderNumber, ask: withDefault(flag(), false) },
  reply: v.object({
    order,
    /** By which it can be paid. */
    methods: v.array(v.picklist(payMethods)),
    /** Who gets the money, in Chinese and in English. */
    payee: v.object({ zh: v.string(), en: v.string() }),
  }),
  codes: ['notFound'],
})

/** A code to be scanned; asked again while it lives, the same. */
export const startPayment = endpoint({
  method: 'POST',
  path: 'webmail/pay/start.action',
  renewal: true,
  fields: { number: orderNumber, method: word(payMethods) },
  reply: v.object({
    /** What the QR code holds. */
    url: v.string(),
    expiresAt: v.number(),
  }),
  codes: ['notFound', 'orderClosed', 'serverCannot', 'paymentAway'],
})

export const buyerTitleLength = 100

/** The field that is wrong of a buyer, or null; a tax number is 15 to 20 capitals and digits. */
export function checkBuyer({ title, taxNumber }: Order['buyer']): keyof Order['buyer'] | null {
  if (holdsControl(title) || title.length > buyerTitleLength || (title === '' && taxNumber !== '')) return 'title'
  return taxNumber === '' || /^[0-9A-Z]{15,20}$/.test(taxNumber) ? null : 'taxNumber'
}

/** Writes the company and its tax number into the receipt of a paid order; both empty takes them out. */
export const nameBuyer = endpoint({
  method: 'POST',
  path: 'webmail/pay/buyer.action',
  renewal: true,
  fields: { number: orderNumber, title: text(buyerTitleLength), taxNumber: text(20) },
  reply: v.object({ order }),
  codes: ['notFound'],
})

/** Of the own paid order, as a PDF in base64; its file's name. Any other order is `notFound`. */
export const printReceipt = endpoint({
  method: 'POST',
  path: 'webmail/pay/receipt.action',
  renewal: true,
  fields: { number: orderNumber, language: word(['zh-CN', 'en-US']) },
  reply: v.object({ name: v.string(), pdf: v.string() }),
  codes: ['notFound', 'tooManyTries'],
})

/** Closed at the provider first: one that was paid meanwhile comes back as paid. */
export const closeOrder = endpoint({
  method: 'POST',
  path: 'webmail/pay/closeOrder.action',
  renewal: true,
  fields: { number: orderNumber },
  reply: v.object({ order }),
  codes: ['notFound', 'orderClosed', 'paymentAway'],
})
