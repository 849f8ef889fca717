/**
 * Alipay as its documents describe it, for one app: checks signatures, signs its own, keeps
 * trades and refunds. A test plays the payer. A trade is made when the code is scanned, not before.
 */
import { createVerify, type KeyObject, sign } from 'node:crypto'
import * as v from 'valibot'
import type { PaymentNotice } from '#server/membership/payments/paymentProvider.port'
import { type Asked, type Fault, keysOf, type Said, startEmulator } from './emulatorServer'

const yuan = /^\d{1,9}\.\d{2}$/

const orderForm = v.object({
  out_trade_no: v.pipe(v.string(), v.maxLength(64)),
  total_amount: v.pipe(v.string(), v.regex(yuan)),
  subject: v.pipe(v.string(), v.maxLength(256)),
  time_expire: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)),
})

const tradeForm = v.object({
  out_trade_no: v.optional(v.string()),
  trade_no: v.optional(v.string()),
  out_request_no: v.optional(v.string()),
  refund_amount: v.optional(v.pipe(v.string(), v.regex(yuan))),
})

type Trade = {
  readonly number: string
  readonly yuan: string
  /** Null until somebody scans the code. */
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED' | null
  hasCode: boolean
  paid: { readonly trade: string; readonly at: number; readonly yuan: string } | null
}

type Reply = Readonly<Record<string, string>>

const success: Reply = { code: '10000', msg: 'Success' }
const refused = (subCode: string): Reply => ({
  ...{ code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: '业务失败' },
})

export async function startAlipayEmulator(clock: { readonly now: () => number }) {
  const [app, platform, stranger] = [keysOf('merchant'), keysOf('platform'), keysOf('stranger')]
  const ids = { appId: '2021000000000001', sellerId: '2088000000000001' }
  const trades = new Map<string, Trade>()
  const refunds = new Map<string, { readonly trade: string; readonly yuan: string }>()
  let isRefundSlow = false

  const signatureOf = (text: string, key: KeyObject) => sign('RSA-SHA256', Buffer.from(text), key).toString('base64')

  function isSignedByApp(fields: Readonly<Record<string, string>>): boolean {
    const { sign: signature = '', ...rest } = fields
    const text = joined(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')))
    if (fields.app_id !== ids.appId || fields.sign_type !== 'RSA2' || fields.charset !== 'utf-8') return false
    return createVerify('RSA-SHA256').update(text).verify(app.publicKey, signature, 'base64')
  }

  const find = ({ out_trade_no, trade_no }: v.InferOutput<typeof tradeForm>) =>
    [...trades.values()].find((it) =>
      trade_no === undefined ? it.number === out_trade_no : it.paid?.trade === trade_no,
    )

  function precreate(content: unknown): Reply {
    const form = v.safeParse(orderForm, content)
    if (!form.success) return refused('ACQ.INVALID_PARAMETER')
    const { out_trade_no: number, total_amount } = form.output
    const known = trades.get(number)
    if (known?.paid) return refused('ACQ.TRADE_HAS_SUCCESS')
    if (known?.status === 'TRADE_CLOSED') return refused('ACQ.TRADE_HAS_CLOSE')
    if (known && known.yuan !== total_amount) return refused('ACQ.CONTEXT_INCONSISTENT')
    if (!known) trades.set(number, { number, yuan: total_amount, status: null, hasCode: true, paid: null })
    return { ...success, out_trade_no: number, qr_code: `https://qr.alipay.com/bax${number}` }
  }

  function query({ number, status, paid, yuan: total }: Trade): Reply {
    if (status === null) return refused('ACQ.TRADE_NOT_EXIST')
    return {
      ...{ ...success, out_trade_no: number, trade_no: tradeNo(number), trade_status: status },
      ...{ total_amount: paid?.yuan ?? total, buyer_logon_id: '138****0000', buyer_user_id: '2088000000000099' },
      ...(paid && { send_pay_date: chinaTime(paid.at) }),
    }
  }

  function close(trade: Trade): Reply {
    if (trade.status === null) return refused('ACQ.TRADE_NOT_EXIST')
    if (trade.status !== 'WAIT_BUYER_PAY') return refused('ACQ.REASON_TRADE_STATUS_INVALID')
    trade.status = 'TRADE_CLOSED'
    return { ...success, out_trade_no: trade.number, trade_no: tradeNo(trade.number) }
  }

  /** Of a trade that was paid, the money goes back at once. */
  function cancel(trade: Trade): Reply {
    const action = trade.paid === null ? 'close' : 'refund'
    if (trade.paid) refunds.set(`cancel ${trade.number}`, { trade: trade.paid.trade, yuan: trade.paid.yuan })
    if (trade.status !== null) trade.status = 'TRADE_CLOSED'
    trade.hasCode = false
    return { ...success, out_trade_no: trade.number, retry_flag: 'N', action }
  }

  function refund({ paid, number, status }: Trade, form: v.InferOutput<typeof tradeForm>): Reply {
    const { out_request_no: id = '', refund_amount: sum = '' } = form
    if (!paid) return refused('ACQ.TRADE_STATUS_ERROR')
    const isKnown = refunds.has(id)
    if (!isKnown && status === 'TRADE_CLOSED') return refused('ACQ.TRADE_HAS_CLOSE')
    if (!isKnown && sum !== paid.yuan) return refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
    refunds.set(id, { trade: paid.trade, yuan: paid.yuan })
    const trade = trades.get(number)
    if (trade) trade.status = 'TRADE_CLOSED'
    const fund_change = isKnown || isRefundSlow ? 'N' : 'Y'
    return { ...success, out_trade_no: number, trade_no: paid.trade, fund_change, refund_fee: paid.yuan }
  }

  function refundQuery({ number, paid }: Trade, id = ''): Reply {
    const known = refunds.get(id)
    if (!paid || !known || isRefundSlow) return success
    return {
      ...{ ...success, out_trade_no: number, trade_no: paid.trade, out_request_no: id },
      ...{ refund_amount: known.yuan, refund_status: 'REFUND_SUCCESS' },
    }
  }

  function replyTo(method: string, content: unknown): Reply {
    if (method === 'alipay.trade.precreate') return precreate(content)
    const form = v.safeParse(tradeForm, content)
    const trade = form.success ? find(form.output) : undefined
    if (!form.success) return refused('ACQ.INVALID_PARAMETER')
    if (method === 'alipay.trade.cancel' && !trade) return { ...success, retry_flag: 'N' }
    if (!trade) return refused('ACQ.TRADE_NOT_EXIST')
    if (method === 'alipay.trade.query') return query(trade)
    if (method === 'alipay.trade.close') return close(trade)
    if (method === 'alipay.trade.cancel') return cancel(trade)
    if (method === 'alipay.trade.refund') return refund(trade, form.output)
    if (method === 'alipay.trade.fastpay.refund.query') return refundQuery(trade, form.output.out_request_no)
    return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method', sub_msg: '不存在的方法名' }
  }

  const emulator = await startEmulator(({ url, body }: Asked, fault): Said => {
    const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)])
    const reply = isSignedByApp(fields)
      ? replyTo(fields.method ?? '', JSON.parse(fields.biz_content ?? 'null'))
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
    return said(`${(fields.method ?? '').replaceAll('.', '_')}_response`, reply, fault)
  })

  /** What is signed is the text of the reply, as it stands in the answer. */
  function said(name: string, reply: Reply, fault: Fault | null): Said {
    const text = JSON.stringify(reply).replaceAll('/', '\\/')
    const signature = signatureOf(text, fault === 'wrongKey' ? stranger.privateKey : platform.privateKey)
    const shown = fault === 'changed' ? text.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS') : text
    const end = fault === 'unsigned' ? '}' : `,"sign":"${signature}"}`
    return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: `{"${name}":${shown}${end}` }
  }

  return {
    ...emulator,
    account: {
      ...{ ...ids, url: `${emulator.url}/gateway.do` },
      privateKey: app.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      publicKey: platform.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
    trades,
    reset: () => {
      for (const kept of [trades, refunds]) kept.clear()
      isRefundSlow = false
    },
    /** The payer looks at the code and does not pay yet. */
    scan: (number: string): boolean => {
      const trade = trades.get(number)
      if (!trade?.hasCode || trade.status === 'TRADE_CLOSED') return false
      trade.status ??= 'WAIT_BUYER_PAY'
      return true
    },
    /** It is cancelled, by whoever has the app's key; what was paid goes back. */
    cancel: (number: string): void => {
      const trade = trades.get(number)
      if (trade) cancel(trade)
    },
    /** The payer pays what is asked, or another sum; false where nothing can be paid. */
    pay: (number: string, fen?: number): boolean => {
      const trade = trades.get(number)
      if (!trade?.hasCode || trade.paid || trade.status === 'TRADE_CLOSED') return false
      const sum = fen === undefined ? trade.yuan : (fen / 100).toFixed(2)
      trade.status = 'TRADE_SUCCESS'
      trade.paid = { trade: tradeNo(number), at: Math.floor(clock.now() / 1_000) * 1_000, yuan: sum }
      return true
    },
    refundedFen: (number: string): number => {
      const trade = trades.get(number)?.paid?.trade
      const sums = [...refunds.values()].filter((it) => it.trade === trade).map((it) => Number(it.yuan) * 100)
      return Math.round(sums.reduce((sum, it) => sum + it, 0))
    },
    setRefunds: (status: 'SUCCESS' | 'PROCESSING') => {
      isRefundSlow = status === 'PROCESSING'
    },
    /** `change`: fields before the signature, `after`: behind it. */
    noticeOf: (
      number: string,
      {
        change = {},
        after = {},
        key = platform.privateKey,
      }: {
        readonly change?: Readonly<Record<string, string>>
        readonly after?: Readonly<Record<string, string>>
        readonly key?: KeyObject
      } = {},
    ): PaymentNotice => {
      const trade = trades.get(number)
      if (!trade?.paid) throw new Error(`Nobody has paid ${number}`)
      const fields = {
        ...{ app_id: ids.appId, seller_id: ids.sellerId, charset: 'utf-8', version: '1.0' },
        ...{ notify_id: `n${number}`, notify_type: 'trade_status_sync', notify_time: chinaTime(clock.now()) },
        ...{ out_trade_no: number, trade_no: trade.paid.trade, trade_status: 'TRADE_SUCCESS', subject: '易邮 100%+1' },
        ...{ total_amount: trade.paid.yuan, receipt_amount: trade.paid.yuan, gmt_payment: chinaTime(trade.paid.at) },
        ...{ body: '', passback_params: 'a%3D1%26b=2+3', buyer_logon_id: '138****0000', ...change },
      }
      // Neither the signature nor its type is signed.
      const sent = { ...fields, sign_type: 'RSA2', sign: signatureOf(joined(fields), key), ...after }
      return { headers: { 'content-type': form }, body: Buffer.from(new URLSearchParams(sent).toString()) }
    },
    strangersKey: stranger.privateKey,
  }
}

const form = 'application/x-www-form-urlencoded;charset=utf-8'

const tradeNo = (number: string) => `2026112122001${number}`

const joined = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const chinaTime = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
