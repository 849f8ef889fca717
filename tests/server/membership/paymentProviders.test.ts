/** WeChat Pay and Alipay over emulators that sign with keys of their own. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openAlipay } from '#server/membership/payments/alipay.http'
import { PaymentAway } from '#server/membership/payments/paymentProvider.port'
import { makeTestPayments } from '#server/membership/payments/testProvider.sql'
import { makeWechatPay } from '#server/membership/payments/wechatPay.http'
import { openDatabase } from '#server/sql/openDatabase'
import { startAlipayEmulator } from '../../support/payments/alipayEmulator'
import type { Fault } from '../../support/payments/emulatorServer'
import { startWechatEmulator } from '../../support/payments/wechatEmulator'
import { migratedDatabase } from '../../support/stores/migratedDatabase'
import { type PaymentSubject, paymentProviderConforms } from '../conformance/membership/paymentProvider'

let now = Date.UTC(2026, 10, 21, 1, 30)
const clock = { now: () => now }
const notifyUrl = 'https://mail.example.com/webmail/pay/notify'
const number = '202611210000000001'
const asked = { number, fen: 20_005, title: '易邮', payer: '192.0.2.1', expiresAt: now + 7 * 86_400_000 }

/** One emulator of each for the file, since keys are slow to make; orders have numbers of their own. */
const started = { wechat: await startWechatEmulator(clock), alipay: await startAlipayEmulator(clock) }

const wechat = (change = {}) =>
  makeWechatPay(
    { ...started.wechat.account, publicKey: started.wechat.publicKey, notifyUrl, hasH5: true, ...change },
    clock,
  )
const alipay = () => openAlipay({ ...started.alipay.account, notifyUrl }, clock)

const only = <T>(things: readonly T[], at = 0): T => {
  const thing = things[at]
  if (thing === undefined) throw new Error('There is no such provider')
  return thing
}

afterAll(async () => {
  for (const { close } of Object.values(started)) await close()
})
beforeEach(() => {
  for (const { reset } of Object.values(started)) reset()
  now = Date.UTC(2026, 10, 21, 1, 30)
})

const overEmulator = (
  provider: PaymentSubject['provider'],
  { pay, refundedFen }: { pay: (id: string) => boolean; refundedFen: (id: string) => number },
  end = '',
): PaymentSubject => ({
  ...{ provider, now },
  pay: async (id) => pay(id + end),
  refundedFen: (id) => refundedFen(id + end),
  close: async () => undefined,
})

paymentProviderConforms('WeChat Pay, Native', async () => overEmulator(only(wechat().providers), started.wechat))
paymentProviderConforms('WeChat Pay, H5', async () => overEmulator(only(wechat().providers, 1), started.wechat, 'H5'))
paymentProviderConforms('Alipay', async () => overEmulator(only((await alipay()).providers), started.alipay))
paymentProviderConforms('the test provider', async () => {
  const db = openDatabase(await migratedDatabase())
  const payments = makeTestPayments(db)
  return {
    ...{ provider: payments.provider(clock), now, refundedFen: () => null, close: () => db.destroy() },
    pay: async (id) => (await payments.pay(id, now)) !== null,
  }
})

describe('an answer of a provider', () => {
  const faults: readonly Fault[] = ['lost', 'badGateway', 'unsigned', 'wrongKey', 'stale', 'changed']
  const waiting = async (kind: 'wechat' | 'alipay') => {
    const provider = only((kind === 'wechat' ? wechat() : await alipay()).providers)
    await provider.start(asked)
    if (kind === 'alipay') started.alipay.scan(number)
    return provider
  }

  it.each(faults)('S36: of WeChat that is %s is not believed', async (fault) => {
    const provider = await waiting('wechat')
    started.wechat.fail(fault)
    await expect(provider.query(number)).rejects.toThrow(PaymentAway)
    expect(await provider.query(number)).toEqual({ state: 'unpaid' })
  })

  // An answer of Alipay names no time.
  it.each(faults.filter((it) => it !== 'stale'))('S36: of Alipay that is %s is not believed', async (fault) => {
    const provider = await waiting('alipay')
    // Its client asks once more where a connection breaks off.
    started.alipay.fail(fault, ...(fault === 'lost' ? [fault] : []))
    await expect(provider.query(number)).rejects.toThrow(PaymentAway)
    expect(await provider.query(number)).toEqual({ state: 'unpaid' })
  })

  it('S36: of one that does not know the merchant or the app is not believed', async () => {
    for (const change of [{ merchantId: '1900000002' }, { serial: 'AA' }, { appId: 'wxanother' }])
      await expect(only(wechat(change).providers).start(asked)).rejects.toThrow(PaymentAway)
    const other = await openAlipay({ ...started.alipay.account, appId: '2021000000000009', notifyUrl }, clock)
    await expect(only(other.providers).start(asked)).rejects.toThrow(PaymentAway)
    const paid = only(wechat().providers)
    await paid.start(asked)
    started.wechat.pay(number)
    await expect(only(wechat({ appId: 'wxanother' }).providers).query(number)).rejects.toThrow(PaymentAway)
  })
})

describe('a provider', () => {
  it('is asked for the order’s own sum, end and address of notices', async () => {
    const [native, h5] = [only(wechat().providers), only(wechat().providers, 1)]
    await native.start(asked)
    expect(JSON.parse(started.wechat.asked.at(-1)?.body ?? '')).toMatchObject({
      ...{ out_trade_no: number, amount: { total: 20_005, currency: 'CNY' } },
      ...{ time_expire: '2026-11-28T09:30:00+08:00', notify_url: notifyUrl },
    })
    expect((await native.start(asked)).expiresAt).toBe(now + 2 * 3_600_000)
    expect((await h5.start(asked)).expiresAt).toBe(now + 5 * 60_000)
    expect(started.wechat.asked.at(-1)?.body).toContain('"payer_client_ip":"192.0.2.1"')
    await only((await alipay()).providers).start(asked)
    const { url, body } = only(started.alipay.asked, started.alipay.asked.length - 1)
    expect(url.searchParams.get('notify_url')).toBe(notifyUrl)
    expect(url.searchParams.get('timestamp')).toBe('2026-11-21 09:30:00')
    expect(JSON.parse(new URLSearchParams(body).get('biz_content') ?? '')).toMatchObject({
      ...{ total_amount: '200.05', time_expire: '2026-11-28 09:30:00' },
    })
  })

  it.each(['wechat', 'alipay'] as const)(
    'of %s that needs time for a refund is asked again, and pays once',
    async (kind) => {
      const emulator = started[kind]
      const provider = only((kind === 'wechat' ? wechat() : await alipay()).providers)
      await provider.start(asked)
      emulator.pay(number)
      const found = await provider.query(number)
      if (found.state !== 'paid') throw new Error('It was not paid')
      emulator.setRefunds('PROCESSING')
      expect(await provider.refund(found.received)).toBe('pending')
      // Its answer is lost, after the money went.
      emulator.fail('lost', ...(kind === 'alipay' ? (['lost'] as const) : []))
      await expect(provider.refund(found.received)).rejects.toThrow(PaymentAway)
      emulator.setRefunds('SUCCESS')
      expect(await provider.refund(found.received)).toBe('done')
      expect(emulator.refundedFen(number)).toBe(20_005)
    },
  )

  it('of Alipay ends a code that nobody scanned, and knows what it paid back itself while that was cancelled', async () => {
    const provider = only((await alipay()).providers)
    await provider.start(asked)
    await provider.close(number)
    expect(started.alipay.pay(number)).toBe(false)
    started.alipay.reset()
    await provider.start(asked)
    started.alipay.pay(number)
    started.alipay.cancel(number)
    const found = await provider.query(number)
    expect(found.state).toBe('paid')
    if (found.state === 'paid') expect(await provider.refund(found.received)).toBe('done')
    expect(started.alipay.refundedFen(number)).toBe(20_005)
  })
})

describe('the keys of WeChat Pay', () => {
  it('are its public key and its certificates side by side; a new one is fetched once in ten minutes', async () => {
    const { rotate, asked: calls } = started.wechat
    const fetches = () => calls.filter(({ url }) => url.pathname === '/v3/certificates').length
    const before = fetches()
    const { providers, notices } = wechat()
    rotate('5157F09EFDC096DE15EBE81A47057A72')
    await only(providers).start(asked)
    rotate('1A2B3C')
    // Within the interval the new one is unknown, and another notice fetches nothing.
    for (let time = 0; time < 3; time += 1) await expect(only(providers).query(number)).rejects.toThrow(PaymentAway)
    expect(fetches() - before).toBe(1)
    now += 10 * 60_000
    expect(await only(providers).query(number)).toEqual({ state: 'unpaid' })
    expect(fetches() - before).toBe(2)
    started.wechat.pay(number)
    expect(await notices.hear(started.wechat.noticeOf(number))).toMatchObject({ is: 'paid' })
    const unknown = started.wechat.noticeOf(number, { serial: 'PUB_KEY_ID_9', key: started.wechat.strangersKey })
    expect(await notices.hear(unknown)).toEqual({ is: 'refused', why: 'unknownKey' })
    expect(fetches() - before).toBe(2)
  })

  it('are none that has run out, nor any that is sealed with another key', async () => {
    started.wechat.rotate('7E', now - 1)
    await expect(only(wechat().providers).start(asked)).rejects.toThrow(PaymentAway)
    started.wechat.rotate('7F')
    const other = wechat({ apiKey: 'Another-Api-V3-Key-of-32-letters' })
    await expect(only(other.providers).start(asked)).rejects.toThrow(PaymentAway)
  })
})
