/** WeChat Pay (API v3): Native, a code to scan; H5, an address that opens WeChat (decision 56). */
import * as v from 'valibot'
import { limits } from '../../../src/contract/limits'
import type { Clock } from '../../kit/clock'
import { chinaTime } from '../../kit/membershipDays'
import type { ReceivedMoney } from '../orders.store'
import { type Asked, PaymentAway, type PaymentNotices, type PaymentProvider } from './paymentProvider.port'
import { makeWechatClient, parseJson, sealed, type WechatAccount, type WechatClient } from './wechatClient.http'

export type WechatOptions = WechatAccount & {
  /** Where notices are to be sent. */
  readonly notifyUrl: string
  /** Whether the merchant may use H5. */
  readonly hasH5: boolean
}

type WechatMethod = 'wechat' | 'wechatH5'

/** Milliseconds for which WeChat keeps what it gave alive. */
const lifeMs = { wechat: limits.payCodeMs, wechatH5: 5 * 60_000 }

/** One number cannot be paid by two kinds of trade, so H5 has another, told by its end. */
const tradeSuffix = { wechat: '', wechatH5: 'H5' }

const started = v.union([v.object({ code_url: v.string() }), v.object({ h5_url: v.string() })])

const trade = v.object({
  appid: v.string(),
  mchid: v.string(),
  out_trade_no: v.string(),
  trade_state: v.string(),
  transaction_id: v.optional(v.string()),
  success_time: v.optional(v.string()),
  amount: v.optional(v.object({ total: v.optional(v.number()), currency: v.optional(v.string(), 'CNY') })),
})
type Trade = v.InferOutput<typeof trade>

const refunded = v.object({ status: v.string(), amount: v.object({ refund: v.number() }) })

const notice = v.object({ event_type: v.string(), resource: sealed })

/** Also what was paid back since: the money came. */
const paidStates = ['SUCCESS', 'REFUND']
const closedStates = ['CLOSED', 'REVOKED']

export function makeWechatPay(
  options: WechatOptions,
  clock: Clock,
): { readonly providers: readonly PaymentProvider[]; readonly notices: PaymentNotices } {
  const client = makeWechatClient(options, clock)
  const methods: readonly WechatMethod[] = options.hasH5 ? ['wechat', 'wechatH5'] : ['wechat']
  return {
    providers: methods.map((method) => makeProvider(method, client, options, clock)),
    notices: makeNotices(client, options),
  }
}

function makeProvider(
  method: WechatMethod,
  { ask }: WechatClient,
  options: WechatOptions,
  clock: Clock,
): PaymentProvider {
  const { merchantId } = options
  const tradeOf = (number: string) => `${number}${tradeSuffix[method]}`
  const pathOf = (number: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(tradeOf(number))}`

  async function query(number: string): ReturnType<PaymentProvider['query']> {
    const { status, json } = await ask('GET', `${pathOf(number)}?mchid=${encodeURIComponent(merchantId)}`)
    if (status === 404) return { state: 'unpaid' }
    const read = v.safeParse(trade, json)
    if (status !== 200 || !read.success) throw new PaymentAway()
    if (read.output.out_trade_no !== tradeOf(number) || !isOurs(read.output, options)) throw new PaymentAway()
    const { trade_state } = read.output
    if (!paidStates.includes(trade_state)) return { state: closedStates.includes(trade_state) ? 'closed' : 'unpaid' }
    const received = receivedOf(read.output)
    if (received === null) throw new PaymentAway()
    return { state: 'paid', received }
  }

  return {
    method,
    query,
    start: async (asked) => {
      const kind = method === 'wechat' ? 'native' : 'h5'
      const form = tradeForm(asked, { method, trade: tradeOf(asked.number), options })
      const { status, json } = await ask('POST', `/v3/pay/transactions/${kind}`, form)
      const read = v.safeParse(started, json)
      if (status !== 200 || !read.success) throw new PaymentAway()
      const url = 'code_url' in read.output ? read.output.code_url : read.output.h5_url
      return { url, expiresAt: Math.min(asked.expiresAt, clock.now() + lifeMs[method]) }
    },
    close: async (number) => {
      const { status } = await ask('POST', `${pathOf(number)}/close`, { mchid: merchantId })
      if (status === 204 || status === 404) return
      // Paid or closed before; by whatever name it is refused, what the order is now decides.
      if ((await query(number)).state === 'unpaid') throw new PaymentAway()
    },
    refund: (payment) => refund(ask, payment),
  }
}

type Kind = { readonly method: WechatMethod; readonly trade: string; readonly options: WechatOptions }

const tradeForm = ({ fen, title, expiresAt, payer }: Asked, { method, trade: number, options }: Kind) => ({
  ...{ appid: options.appId, mchid: options.merchantId, description: title, out_trade_no: number },
  // Asked again, it must say the same: the order's end, and not the code's.
  ...{ time_expire: `${chinaTime(expiresAt).replace(' ', 'T')}+08:00`, notify_url: options.notifyUrl },
  amount: { total: fen, currency: 'CNY' },
  ...(method === 'wechatH5' && { scene_info: { payer_client_ip: payer, h5_info: { type: 'Wap' } } }),
})

/** Under one number for each transaction, so that it goes back once however often it is asked. */
async function refund(ask: WechatClient['ask'], { transaction, fen }: ReceivedMoney): Promise<'done' | 'pending'> {
  const [path, number] = ['/v3/refund/domestic/refunds', `R${transaction}`]
  const known = await ask('GET', `${path}/${encodeURIComponent(number)}`)
  const amount = { refund: fen, total: fen, currency: 'CNY' }
  const { status, json } =
    known.status === 404
      ? await ask('POST', path, { transaction_id: transaction, out_refund_no: number, amount })
      : known
  const read = v.safeParse(refunded, json)
  if (status !== 200 || !read.success || read.output.amount.refund !== fen) throw new PaymentAway()
  return read.output.status === 'SUCCESS' ? 'done' : 'pending'
}

const isOurs = ({ mchid, appid }: Trade, { merchantId, appId }: WechatOptions) =>
  mchid === merchantId && appid === appId

/** Null where it does not say all of it, or in another currency. */
function receivedOf({ out_trade_no, transaction_id, success_time, amount, trade_state }: Trade): ReceivedMoney | null {
  const paidAt = Date.parse(success_time ?? '')
  const fen = amount?.total
  if (transaction_id === undefined || Number.isNaN(paidAt)) return null
  if (amount?.currency !== 'CNY' || fen === undefined || !Number.isSafeInteger(fen)) return null
  const method = out_trade_no.endsWith(tradeSuffix.wechatH5) ? 'wechatH5' : 'wechat'
  const number = method === 'wechat' ? out_trade_no : out_trade_no.slice(0, -tradeSuffix.wechatH5.length)
  const isBack = trade_state === 'REFUND' && ({ isBack: true } as const)
  return { method, number, transaction: transaction_id, fen, paidAt, ...isBack }
}

function makeNotices({ doubt, unseal }: WechatClient, options: WechatOptions): PaymentNotices {
  return {
    hear: async ({ headers, body }) => {
      const text = body.toString('utf8')
      const why = await doubt({ headers: (name) => headers[name], body: text })
      if (why !== null) return { is: 'refused', why }
      const read = v.safeParse(notice, parseJson(text))
      if (!read.success) return { is: 'refused', why: 'unreadable' }
      const opened = unseal(read.output.resource)
      if (opened === null) return { is: 'refused', why: 'wrongSeal' }
      if (read.output.event_type !== 'TRANSACTION.SUCCESS') return { is: 'other' }
      const found = v.safeParse(trade, parseJson(opened))
      if (!found.success) return { is: 'refused', why: 'unreadable' }
      if (!isOurs(found.output, options)) return { is: 'refused', why: 'anotherMerchant' }
      if (!paidStates.includes(found.output.trade_state)) return { is: 'other' }
      const received = receivedOf(found.output)
      return received === null ? { is: 'refused', why: 'anotherCurrency' } : { is: 'paid', received }
    },
    answer: (isTaken) =>
      isTaken
        ? { status: 204, type: 'application/json', text: '' }
        : { status: 500, type: 'application/json', text: JSON.stringify({ code: 'FAIL', message: '失败' }) },
  }
}
