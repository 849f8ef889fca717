/** Who takes money in here, and what is done about it in the background. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PayMethod } from '../../src/contract/endpoints/account/orders'
import { alipayNotice, wechatNotice } from '../../src/contract/endpoints/account/paymentNotices'
import { type Config, ConfigError } from '../config/readConfig'
import type { OwnerNotes } from '../core/notes/ownerNotes'
import type { HandlerDeps } from '../http/handle'
import type { Clock } from '../kit/clock'
import { makeRemind, makeTellOrder } from '../membership/membershipNotes'
import { openAlipay } from '../membership/payments/alipay.http'
import type { PaymentNotices, PaymentProvider } from '../membership/payments/paymentProvider.port'
import { makePaymentWork, type PaymentWorkDeps } from '../membership/payments/paymentWork'
import { makeWechatPay } from '../membership/payments/wechatPay.http'
import { makeReceiptPrinter } from '../membership/receipt/printReceipt.pdf'
import type { Stores } from './stores'

export type PaymentChannels = {
  readonly providers: ReadonlyMap<PayMethod, PaymentProvider>
  readonly notices: ReadonlyMap<PayMethod, PaymentNotices>
  /** False where the test provider stands in. */
  readonly isConfigured: boolean
}

/** Those that are configured, or the test provider. Throws `ConfigError` for a file without a key. */
export async function openChannels(
  { payments: { wechat, alipay }, publicUrl }: Pick<Config, 'payments' | 'publicUrl'>,
  { testPayments, clock }: Pick<Stores, 'testPayments'> & { readonly clock: Clock },
): Promise<PaymentChannels> {
  const notifyUrl = (path: string) => `${publicUrl}/${path}`
  const opened = {
    wechat:
      wechat &&
      makeWechatPay(
        {
          ...wechat,
          privateKey: rsaKey('WECHAT_PAY_KEY_FILE', wechat.keyFile, 'private'),
          publicKey: wechat.publicKey && {
            id: wechat.publicKey.id,
            key: rsaKey('WECHAT_PAY_PUBLIC_KEY_FILE', wechat.publicKey.file, 'public'),
          },
          notifyUrl: notifyUrl(wechatNotice.path),
        },
        clock,
      ),
    alipay:
      alipay &&
      (await openAlipay(
        {
          ...alipay,
          privateKey: pemOf(rsaKey('ALIPAY_KEY_FILE', alipay.keyFile, 'private'), 'pkcs1'),
          publicKey: pemOf(rsaKey('ALIPAY_PUBLIC_KEY_FILE', alipay.publicKeyFile, 'public'), 'spki'),
          notifyUrl: notifyUrl(alipayNotice.path),
        },
        clock,
      )),
  }
  const given = [...(opened.wechat?.providers ?? []), ...(opened.alipay?.providers ?? [])]
  const isConfigured = given.length > 0
  const notices = new Map<PayMethod, PaymentNotices>()
  if (opened.wechat) notices.set('wechat', opened.wechat.notices)
  if (opened.alipay) notices.set('alipay', opened.alipay.notices)
  return { providers: byMethod(isConfigured ? given : [testPayments.provider(clock)]), notices, isConfigured }
}

const byMethod = (providers: readonly PaymentProvider[]) => new Map(providers.map((it) => [it.method, it]))

/** A key without the lines of PEM around it is taken as well: so providers' pages show them. */
function rsaKey(name: string, file: string, kind: 'private' | 'public'): KeyObject {
  try {
    const text = readFileSync(file, 'utf8').trim()
    const isBare = !text.startsWith('-----')
    const der = Buffer.from(text, 'base64')
    const key =
      kind === 'public'
        ? createPublicKey(isBare ? { key: der, format: 'der', type: 'spki' } : text)
        : createPrivateKey(isBare ? { key: der, format: 'der', type: isPkcs8(der) ? 'pkcs8' : 'pkcs1' } : text)
    if (key.asymmetricKeyType !== 'rsa') throw new Error('not such a key')
    return key
  } catch {
    // Never what the file holds.
    throw new ConfigError([{ name, expected: `a file with an RSA ${kind} key in PEM` }])
  }
}

/** Whether a second sequence, the algorithm, follows the version (RFC 5958). */
const isPkcs8 = (der: Buffer) => der.subarray(0, 12).includes(Buffer.from([0x02, 0x01, 0x00, 0x30]))

const pemOf = (key: KeyObject, type: 'pkcs1' | 'spki') => key.export({ type, format: 'pem' }).toString()

type Deps = Pick<Stores, 'orders' | 'accounts' | 'reminders'> &
  Pick<PaymentWorkDeps, 'clock'> & {
    readonly ownerNotes: OwnerNotes
    readonly brand: Config['brand']
    readonly report: HandlerDeps['report']
    readonly channels: PaymentChannels
    /** In place of the configured ones. */
    readonly given?: readonly PaymentProvider[]
  }

export function openPayments(deps: Deps) {
  const { ownerNotes, channels } = deps
  const providers = deps.given ? byMethod(deps.given) : channels.providers
  const reportPayment = (name: string) => deps.report({ path: 'payments', name, trace: [] })
  const work = makePaymentWork({
    ...deps,
    providers,
    report: reportPayment,
    tellOrder: makeTellOrder(ownerNotes),
    remind: makeRemind({ ...ownerNotes, ...deps, report: reportPayment }),
  })
  const payee = { zh: deps.brand.nameZh, en: deps.brand.nameEn }
  const { notices } = channels
  const printReceipt = makeReceiptPrinter()
  return { work, calls: { providers, notices, reportPayment, payee, printReceipt, wakePayments: work.wake } }
}
