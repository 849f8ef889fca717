/** Alipay, paid face to face with a code: `alipay-sdk` signs, and checks answers (decision 56). */
import type { AlipaySdk } from 'alipay-sdk'
import * as v from 'valibot'
import { limits } from '../../../src/contract/limits'
import { inYuan } from '../../../src/contract/terms'
import type { Clock } from '../../kit/clock'
import { chinaTime, readChinaTime } from '../../kit/membershipDays'
import type { ReceivedMoney } from '../orders.store'
import { PaymentAway, type PaymentNotices, type PaymentProvider } from './paymentProvider.port'

export type AlipayOptions = {
  readonly appId: string
  /** Who gets the money: the number of the merchant's account, 2088… */
  readonly sellerId: string
  /** Of the app, as PKCS#1 in PEM. */
  readonly privateKey: string
  /** Alipay's own, as SPKI in PEM. */
  readonly publicKey: string
  readonly url: string
  /** Where notices are to be sent. */
  readonly notifyUrl: string
}

const reply = v.object({ code: v.string(), subCode: v.optional(v.string()) })
type Said = v.InferOutput<typeof reply> & { readonly all: unknown }

const started = v.object({ outTradeNo: v.string(), qrCode: v.string() })

const trade = v.object({
  outTradeNo: v.string(),
  tradeNo: v.string(),
  tradeStatus: v.string(),
  totalAmount: v.string(),
  sendPayDate: v.optional(v.string()),
  transCurrency: v.optional(v.string(), 'CNY'),
})

const refunded = v.object({ fundChange: v.optional(v.string()), refundStatus: v.optional(v.string()) })

const notice = v.object({
  app_id: v.string(),
  seller_id: v.string(),
  out_trade_no: v.string(),
  trade_no: v.string(),
  trade_status: v.string(),
  total_amount: v.string(),
  gmt_payment: v.optional(v.string(), ''),
  trans_currency: v.optional(v.string(), 'CNY'),
})

const success = '10000'
const notThere = 'ACQ.TRADE_NOT_EXIST'
const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED']

/** Loads the SDK, which nobody else needs. */
export async function openAlipay(
  options: AlipayOptions,
  clock: Clock,
): Promise<{ readonly providers: readonly PaymentProvider[]; readonly notices: PaymentNotices }> {
  const { AlipaySdk: Sdk } = await import('alipay-sdk')
  const { appId, privateKey, publicKey, url } = options
  const sdk = new Sdk({ appId, privateKey, alipayPublicKey: publicKey, gateway: url, timeout: 10_000 })
  return { providers: [makeProvider(sdk, options, clock)], notices: makeNotices(sdk, options) }
}

function makeProvider(sdk: AlipaySdk, { notifyUrl }: AlipayOptions, clock: Clock): PaymentProvider {
  /** Throws `PaymentAway` where nobody answers, or where the answer cannot be believed. */
  async function ask(method: string, bizContent: Readonly<Record<string, string>>, more = {}): Promise<Said> {
    const timestamp = chinaTime(clock.now())
    const all: unknown = await sdk
      .exec(`alipay.trade.${method}`, { timestamp, ...more, bizContent }, { validateSign: true })
      .catch(() => null)
    const read = v.safeParse(reply, all)
    if (!read.success) throw new PaymentAway()
    return { ...read.output, all }
  }

  async function query(number: string): ReturnType<PaymentProvider['query']> {
    const said = await ask('query', { outTradeNo: number })
    // It makes the trade when somebody scans the code.
    if (said.subCode === notThere) return { state: 'unpaid' }
    const read = v.safeParse(trade, said.all)
    if (said.code !== success || !read.success || read.output.outTradeNo !== number) throw new PaymentAway()
    const { tradeStatus, tradeNo, totalAmount, sendPayDate, transCurrency } = read.output
    // A trade that is closed and was paid has been paid back since.
    const isPaid = paidStates.includes(tradeStatus) || (tradeStatus === 'TRADE_CLOSED' && sendPayDate !== undefined)
    if (!isPaid) return { state: tradeStatus === 'TRADE_CLOSED' ? 'closed' : 'unpaid' }
    const paidAt = sendPayDate === undefined ? clock.now() : readChinaTime(sendPayDate)
    const received = receivedOf({ number, transaction: tradeNo, yuan: totalAmount, paidAt, currency: transCurrency })
    if (received === null) throw new PaymentAway()
    return { state: 'paid', received: { ...received, ...(tradeStatus === 'TRADE_CLOSED' && { isBack: true }) } }
  }

  return {
    method: 'alipay',
    query,
    start: async ({ number, fen, title, expiresAt }) => {
      const order = { outTradeNo: number, totalAmount: inYuan(fen), subject: title, timeExpire: chinaTime(expiresAt) }
      const said = await ask('precreate', order, { notifyUrl })
      const read = v.safeParse(started, said.all)
      if (said.code !== success || !read.success || read.output.outTradeNo !== number) throw new PaymentAway()
      return { url: read.output.qrCode, expiresAt: Math.min(expiresAt, clock.now() + limits.payCodeMs) }
    },
    close: async (number) => {
      const said = await ask('close', { outTradeNo: number })
      if (said.code === success) return
      // Not scanned: cancelling ends the code, and Alipay pays back what came meanwhile.
      const over = said.subCode === notThere ? await ask('cancel', { outTradeNo: number }) : said
      if (over.code !== success && (await query(number)).state === 'unpaid') throw new PaymentAway()
    },
    refund: async ({ number, transaction, fen }) => {
      const which = { tradeNo: transaction, outRequestNo: `R${transaction}` }
      const known = v.safeParse(refunded, (await ask('fastpay.refund.query', which)).all)
      if (known.success && known.output.refundStatus === 'REFUND_SUCCESS') return 'done'
      const said = await ask('refund', { ...which, outTradeNo: number, refundAmount: inYuan(fen) })
      const read = v.safeParse(refunded, said.all)
      if (said.code === success && read.success) return read.output.fundChange === 'Y' ? 'done' : 'pending'
      const status = v.safeParse(trade, (await ask('query', { outTradeNo: number })).all)
      return status.success && status.output.tradeStatus === 'TRADE_CLOSED' ? 'done' : 'pending'
    },
  }
}

/** Without floating point; null for what is no sum. */
function fenOf(yuan: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

type Found = { number: string; transaction: string; yuan: string; paidAt: number; currency: string }

function receivedOf({ number, transaction, yuan, paidAt, currency }: Found): ReceivedMoney | null {
  const fen = fenOf(yuan)
  if (fen === null || currency !== 'CNY' || Number.isNaN(paidAt)) return null
  return { method: 'alipay', number, transaction, fen, paidAt }
}

function makeNotices(sdk: AlipaySdk, { appId, sellerId }: AlipayOptions): PaymentNotices {
  return {
    hear: async ({ body }) => {
      const form = new URLSearchParams(body.toString('utf8'))
      const fields = Object.fromEntries(form)
      // A field that stands twice could be signed as one and read as the other.
      if ([...form].length !== Object.keys(fields).length) return { is: 'refused', why: 'unreadable' }
      if (fields.sign === undefined || fields.sign_type !== 'RSA2') return { is: 'refused', why: 'unsigned' }
      // The first form of this check decodes a second time what is decoded already.
      if (!sdk.checkNotifySignV2(fields)) return { is: 'refused', why: 'wrongSignature' }
      const read = v.safeParse(notice, fields)
      if (!read.success) return { is: 'refused', why: 'unreadable' }
      const { app_id, seller_id, out_trade_no, trade_no, trade_status, total_amount, gmt_payment } = read.output
      if (app_id !== appId || seller_id !== sellerId) return { is: 'refused', why: 'anotherMerchant' }
      if (!paidStates.includes(trade_status)) return { is: 'other' }
      const received = receivedOf({
        ...{ number: out_trade_no, transaction: trade_no, yuan: total_amount },
        ...{ paidAt: readChinaTime(gmt_payment), currency: read.output.trans_currency },
      })
      return received === null ? { is: 'refused', why: 'anotherCurrency' } : { is: 'paid', received }
    },
    answer: (isTaken) => ({ status: 200, type: 'text/plain', text: isTaken ? 'success' : 'fail' }),
  }
}
