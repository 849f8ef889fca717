/**
 * WeChat Pay v3 as its documents describe it, for one merchant: checks signatures, signs its own,
 * and keeps trades and refunds. A test plays the payer.
 */
import { createCipheriv, createVerify, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import * as v from 'valibot'
import type { PaymentNotice } from '#server/membership/payments/paymentProvider.port'
import { makeCertificate } from './certificate'
import { type Asked, type Fault, keysOf, type Said, startEmulator } from './emulatorServer'

const dayMs = 86_400_000

const orderForm = v.object({
  appid: v.string(),
  mchid: v.string(),
  description: v.pipe(v.string(), v.maxLength(127)),
  out_trade_no: v.pipe(v.string(), v.regex(/^[\w|*-]{6,32}$/)),
  time_expire: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+08:00$/)),
  notify_url: v.pipe(v.string(), v.regex(/^https:\/\/[^?]+$/)),
  amount: v.object({ total: v.pipe(v.number(), v.integer(), v.minValue(1)), currency: v.literal('CNY') }),
  scene_info: v.optional(v.object({ payer_client_ip: v.string(), h5_info: v.object({ type: v.literal('Wap') }) })),
})

const refundForm = v.object({
  transaction_id: v.string(),
  out_refund_no: v.string(),
  amount: v.object({ refund: v.number(), total: v.number(), currency: v.literal('CNY') }),
})

type Trade = {
  readonly kind: 'NATIVE' | 'MWEB'
  readonly text: string
  readonly number: string
  readonly fen: number
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  paid: { readonly transaction: string; readonly at: number; readonly fen: number } | null
}

/** Changes of a notice before it is sealed and signed. */
export type NoticeChange = {
  readonly trade?: Readonly<Record<string, unknown>>
  readonly event?: string
  readonly at?: number
  readonly key?: KeyObject
  readonly serial?: string
  readonly apiKey?: string
  /** Writes the body another way: what is signed are its bytes. */
  readonly write?: (body: unknown) => string
}

export async function startWechatEmulator(clock: { readonly now: () => number }) {
  const [merchant, platform, stranger] = [keysOf('merchant'), keysOf('platform'), keysOf('stranger')]
  const account = {
    ...{ merchantId: '1900000001', appId: 'wx0123456789abcdef', serial: '5F00AA11BB22CC33DD44EE5566778899AABBCCDD' },
    apiKey: 'An-Api-V3-Key-of-32-characters-!',
    privateKey: merchant.privateKey,
  }
  const publicKey = { id: 'PUB_KEY_ID_0119000000012026010100000000000001', key: platform.publicKey }
  let signer: { serial: string; key: KeyObject } = { serial: publicKey.id, key: platform.privateKey }
  const certificates = new Map<string, string>()
  const trades = new Map<string, Trade>()
  const refunds = new Map<string, { id: string; transaction: string; fen: number; status: string }>()
  let refundStatus = 'SUCCESS'

  function seal(text: string, extra: string, apiKey = account.apiKey) {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from(extra))
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return {
      ...{ algorithm: 'AEAD_AES_256_GCM', ciphertext: sealed.toString('base64') },
      ...{ associated_data: extra, nonce },
    }
  }

  function signed(body: string, { at = clock.now(), key = signer.key, serial = signer.serial } = {}) {
    const [timestamp, nonce] = [String(Math.floor(at / 1_000)), randomUUID().replaceAll('-', '')]
    const signature = sign('RSA-SHA256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key)
    return {
      ...{ 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-serial': serial },
      ...{
        'wechatpay-signature': signature.toString('base64'),
        'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      },
    }
  }

  function isSignedByMerchant({ method, url, headers, body }: Asked): boolean {
    const [scheme, rest = ''] = (headers.authorization ?? '').split(/ (.*)/)
    const said = Object.fromEntries(
      [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    if (scheme !== 'WECHATPAY2-SHA256-RSA2048' || said.mchid !== account.merchantId) return false
    if (said.serial_no !== account.serial || Math.abs(Number(said.timestamp) * 1_000 - clock.now()) > 300_000)
      return false
    const message = `${method}\n${url.pathname}${url.search}\n${said.timestamp}\n${said.nonce_str}\n${body}\n`
    return createVerify('RSA-SHA256')
      .update(message)
      .verify(merchant.publicKey, said.signature ?? '', 'base64')
  }

  function tradeSaid({ number, kind, state, paid, fen }: Trade) {
    return {
      ...{ appid: account.appId, mchid: account.merchantId, out_trade_no: number, trade_state: state, attach: '' },
      ...(paid === null
        ? { trade_state_desc: '订单未支付', amount: { total: fen, currency: 'CNY' } }
        : {
            ...{
              transaction_id: paid.transaction,
              trade_type: kind,
              trade_state_desc: '支付成功',
              bank_type: 'OTHERS',
            },
            ...{ success_time: rfc3339(paid.at), payer: { openid: 'o4GgauInH_RCEdvrrNGrntXDuXXX' } },
            amount: { total: paid.fen, payer_total: paid.fen, currency: 'CNY', payer_currency: 'CNY' },
          }),
    }
  }

  function order(kind: Trade['kind'], text: string): Reply {
    const form = v.safeParse(orderForm, parsed(text))
    if (!form.success || (kind === 'MWEB') !== (form.output.scene_info !== undefined))
      return refused(400, 'PARAM_ERROR')
    const { appid, mchid, out_trade_no: number, amount } = form.output
    if (appid !== account.appId || mchid !== account.merchantId) return refused(400, 'APPID_MCHID_NOT_MATCH')
    const known = trades.get(number)
    if (known?.paid) return refused(400, 'ORDERPAID')
    if (known?.state === 'CLOSED') return refused(400, 'ORDER_CLOSED')
    if (known && (known.kind !== kind || known.text !== text)) return refused(400, 'INVALID_REQUEST')
    if (!known) trades.set(number, { kind, text, number, fen: amount.total, state: 'NOTPAY', paid: null })
    const id = randomBytes(6).toString('hex')
    if (kind === 'NATIVE') return { status: 200, json: { code_url: `weixin://wxpay/bizpayurl?pr=${id}` } }
    const h5 = `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${id}&package=1`
    return { status: 200, json: { h5_url: h5 } }
  }

  function refund(text: string): Reply {
    const form = v.safeParse(refundForm, parsed(text))
    if (!form.success) return refused(400, 'PARAM_ERROR')
    const { transaction_id: transaction, out_refund_no: id, amount } = form.output
    const trade = [...trades.values()].find(({ paid }) => paid?.transaction === transaction)
    if (!trade?.paid) return refused(404, 'RESOURCE_NOT_EXISTS')
    if (amount.total !== trade.paid.fen || amount.refund > amount.total) return refused(400, 'INVALID_REQUEST')
    if (!refunds.has(id)) {
      if (trade.state === 'REFUND') return refused(403, 'NOT_ENOUGH')
      refunds.set(id, { id, transaction, fen: amount.refund, status: refundStatus })
      trade.state = 'REFUND'
    }
    return refundSaid(id)
  }

  function refundSaid(id: string): Reply {
    const known = refunds.get(id)
    if (!known) return refused(404, 'RESOURCE_NOT_EXISTS')
    const { transaction, fen, status } = known
    const amount = { total: fen, refund: fen, payer_refund: fen, currency: 'CNY' }
    return {
      status: 200,
      json: { refund_id: `50${id}`, out_refund_no: id, transaction_id: transaction, status, amount },
    }
  }

  function replyTo({ method, url, body }: Asked): Reply {
    const [, number = '', action] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? []
    const trade = trades.get(decodeURIComponent(number))
    const where = `${method} ${url.pathname}`
    if (where === 'POST /v3/pay/transactions/native') return order('NATIVE', body)
    if (where === 'POST /v3/pay/transactions/h5') return order('MWEB', body)
    if (where === 'POST /v3/refund/domestic/refunds') return refund(body)
    if (where === 'GET /v3/certificates') return { status: 200, json: { data: sealedCertificates() } }
    if (where.startsWith('GET /v3/refund/domestic/refunds/')) return refundSaid(url.pathname.split('/').at(-1) ?? '')
    if (number === '' || !trade) return refused(404, 'ORDER_NOT_EXIST')
    if (action === undefined)
      return url.searchParams.get('mchid') === account.merchantId
        ? { status: 200, json: tradeSaid(trade) }
        : refused(400, 'PARAM_ERROR')
    if (trade.paid) return refused(400, 'ORDERPAID')
    trade.state = 'CLOSED'
    return { status: 204, json: null }
  }

  const sealedCertificates = () =>
    [...certificates].map(([serial, pem]) => ({
      ...{ serial_no: serial, effective_time: rfc3339(clock.now()), expire_time: rfc3339(clock.now() + dayMs) },
      encrypt_certificate: seal(pem, 'certificate'),
    }))

  const emulator = await startEmulator((asked, fault): Said => {
    // What was not signed by a merchant that it knows, it does not sign either.
    if (!isSignedByMerchant(asked)) return said(refused(401, 'SIGN_ERROR'), 'unsigned')
    return said(replyTo(asked), fault)
  })

  function said({ status, json }: Reply, fault: Fault | null): Said {
    const body = json === null ? '' : JSON.stringify(json)
    const type = { 'content-type': 'application/json; charset=utf-8' }
    if (fault === 'unsigned') return { status, headers: type, body }
    const at = fault === 'stale' ? clock.now() - 301_000 : clock.now()
    const headers = signed(body, { at, ...(fault === 'wrongKey' && { key: stranger.privateKey }) })
    return {
      status,
      headers: { ...type, ...headers },
      body: fault === 'changed' ? body.replace('NOTPAY', 'SUCCESS') : body,
    }
  }

  return {
    ...emulator,
    account: { ...account, url: emulator.url },
    publicKey,
    /** Forgets all trades, and signs with the public key's part again. */
    reset: () => {
      for (const kept of [trades, refunds, certificates]) kept.clear()
      signer = { serial: publicKey.id, key: platform.privateKey }
      refundStatus = 'SUCCESS'
    },
    /** The payer pays what is asked, or another sum; false where nothing can be paid. `late`: it was on its way when the trade was closed. */
    pay: (number: string, fen?: number, late = false): boolean => {
      const trade = trades.get(number)
      if (trade?.state !== 'NOTPAY' && !(late && trade?.state === 'CLOSED')) return false
      trade.state = 'SUCCESS'
      trade.paid = { transaction: `42000${number}`, at: Math.floor(clock.now() / 1_000) * 1_000, fen: fen ?? trade.fen }
      return true
    },
    /** Somebody pays it back by hand, at the merchant's pages. */
    payBack: (number: string): void => {
      const trade = trades.get(number)
      if (trade?.paid)
        refund(
          JSON.stringify({
            ...{ transaction_id: trade.paid.transaction, out_refund_no: 'by hand' },
            amount: { refund: trade.paid.fen, total: trade.paid.fen, currency: 'CNY' },
          }),
        )
    },
    refundedFen: (number: string): number => {
      const transaction = trades.get(number)?.paid?.transaction
      return [...refunds.values()].reduce((sum, it) => (it.transaction === transaction ? sum + it.fen : sum), 0)
    },
    /** How far refunds are that are asked for, or were. */
    setRefunds: (status: 'SUCCESS' | 'PROCESSING') => {
      refundStatus = status
      for (const it of refunds.values()) it.status = status
    },
    /** Signs by another certificate from now on, that it hands out beside the former ones. */
    rotate: (serial: string, endsAt = clock.now() + 365 * dayMs) => {
      const keys = keysOf('certificate')
      certificates.set(serial, makeCertificate(keys, serial, clock.now() - dayMs, endsAt))
      signer = { serial, key: keys.privateKey }
    },
    noticeOf: (number: string, change: NoticeChange = {}): PaymentNotice => {
      const trade = trades.get(number)
      if (!trade) throw new Error(`There is no trade ${number}`)
      const body = {
        ...{ id: randomUUID(), create_time: rfc3339(clock.now()), resource_type: 'encrypt-resource' },
        ...{ event_type: change.event ?? 'TRANSACTION.SUCCESS', summary: '支付成功' },
        resource: {
          original_type: 'transaction',
          ...seal(JSON.stringify({ ...tradeSaid(trade), ...change.trade }), 'transaction', change.apiKey),
        },
      }
      const text = (change.write ?? JSON.stringify)(body)
      return { headers: { 'content-type': 'application/json', ...signed(text, change) }, body: Buffer.from(text) }
    },
    strangersKey: stranger.privateKey,
  }
}

type Reply = { readonly status: number; readonly json: unknown }

const refused = (status: number, code: string): Reply => ({
  status,
  json: { code, message: `refused: ${code}`, detail: { location: 'body', value: null } },
})

const rfc3339 = (instant: number) => `${new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
