/** A gateway that takes money in by both emulators, configured by variables and files. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { PaymentNotice } from '#server/membership/payments/paymentProvider.port'
import { makeTestGateway, type TestGateway, type TestGatewayOptions } from '../gateway/gateway'
import { removeFolderNow } from '../removeFolder'
import { startAlipayEmulator } from './alipayEmulator'
import { startWechatEmulator } from './wechatEmulator'

export async function startEmulators(clock: { readonly now: () => number }) {
  const [wechat, alipay] = [await startWechatEmulator(clock), await startAlipayEmulator(clock)]
  const folder = mkdtempSync(join(tmpdir(), 'ep-mail-keys-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const { account, publicKey } = wechat
  const env = {
    PUBLIC_URL: 'https://mail.example.com',
    WECHAT_PAY_MERCHANT: account.merchantId,
    WECHAT_PAY_APP: account.appId,
    WECHAT_PAY_SERIAL: account.serial,
    WECHAT_PAY_API_KEY: account.apiKey,
    WECHAT_PAY_KEY_FILE: file('wechat.pem', account.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    WECHAT_PAY_PUBLIC_KEY_ID: publicKey.id,
    WECHAT_PAY_PUBLIC_KEY_FILE: file('public.pem', publicKey.key.export({ type: 'spki', format: 'pem' }).toString()),
    WECHAT_PAY_IN_BROWSER: '1',
    WECHAT_PAY_URL: wechat.url,
    ALIPAY_APP: alipay.account.appId,
    ALIPAY_SELLER: alipay.account.sellerId,
    // Without the lines of PEM, as Alipay's own program writes it.
    ALIPAY_KEY_FILE: file('alipay.pem', bare(alipay.account.privateKey)),
    ALIPAY_PUBLIC_KEY_FILE: file('alipayPublic.pem', bare(alipay.account.publicKey)),
    ALIPAY_URL: alipay.account.url,
  }
  return {
    ...{ wechat, alipay, env },
    openGateway: (options: TestGatewayOptions = {}): Promise<TestGateway> => makeTestGateway({ ...options, env }),
    reset: () => {
      wechat.reset()
      alipay.reset()
    },
    close: async () => {
      await wechat.close()
      await alipay.close()
      removeFolderNow(folder)
    },
  }
}

const bare = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')

/** Carries a notice to the gateway as a provider does. */
export async function tell(gateway: TestGateway, method: 'wechat' | 'alipay', { headers, body }: PaymentNotice) {
  const outgoing = await gateway.handle({
    ...{ method: 'POST', path: `/webmail/pay/notify/${method}`, headers },
    body: Readable.from([body]),
  })
  return { status: outgoing.status, text: String(outgoing.body) }
}
