/** Money that comes by WeChat Pay: it makes a VIP in every tab, has a receipt, and goes back where its order is closed. */
import { startEmulators } from '../../support/payments/paidGateway'
import { test as base, expect } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

type Emulators = Awaited<ReturnType<typeof startEmulators>>

const test = base.extend<{ readonly emulators: Emulators }>({
  emulators: async ({ browserName: _browser }, use) => {
    const emulators = await startEmulators(Date)
    await use(emulators)
    await emulators.close()
  },
  settings: async ({ emulators }, use) => use(emulators.env),
})

const journeys = [
  {
    ...{ language: 'zh-CN', width: 1440, write: '写信', place: '提交订单', continue: '继续支付', method: '微信支付' },
    ...{
      code: '支付二维码',
      active: /^普通（VIP 商务）已生效/,
      receipt: '查看收据',
      receiptTitle: '订单收据',
      print: '打印',
    },
    ...{ toOrder: '返回订单', cancel: '取消订单', closed: /已关闭，未收到付款/, back: /无法使用的付款已原路退回/ },
  },
  {
    ...{ language: 'en-US', width: 390, write: 'Write', place: 'Place order', continue: 'Continue payment' },
    ...{ method: 'WeChat Pay', code: 'QR code for the payment', active: /^Soho is active until/, receipt: 'Receipt' },
    ...{ receiptTitle: 'Receipt', print: 'Print', toOrder: 'Back to the order', cancel: 'Cancel order' },
    ...{ closed: /is closed\. Nothing was paid/, back: /could not be used has been refunded/ },
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, { tag: '@all' }, () => {
    test.use({ viewport: { width: say.width, height: 900 }, locale: say.language })

    test('an order is continued and paid by WeChat, and money for a closed one goes back', async ({
      page,
      context,
      gateway,
      emulators: { wechat },
    }) => {
      const link = (name: string) => page.getByRole('link', { name, exact: true })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const number = () => new URL(page.url()).searchParams.get('number') ?? ''
      await gateway.addAccount('lin@ep.test', password, 'free', '林')
      await speak(page, say.language)
      await signIn(page, 'lin@ep.test', say.language)

      await test.step('an order that was left is continued', async () => {
        await page.goto('/mailUpgrade')
        await button(say.place).click()
        await expect(link(say.method)).toBeVisible()
        await page.goto('/continuePay')
        await link(say.continue).click()
        await link(say.method).click()
        await expect(page.getByRole('img', { name: say.code })).toBeVisible()
        await expectSound(page)
      })

      await test.step('its payment counts at once, in another tab too', async () => {
        const other = await context.newPage()
        // The Write of a phone is not the sidebar's, which is of members alone.
        await other.setViewportSize({ width: 1440, height: 900 })
        await other.goto('/receive')
        const write = other.getByRole('button', { name: say.write, exact: true }).first()
        await expect(write).toBeDisabled()
        await page.bringToFront()
        expect(wechat.pay(number())).toBe(true)
        await expect(page.getByText(say.active)).toBeVisible()
        await other.bringToFront()
        await expect(write).toBeEnabled()
        await other.close()
      })

      await test.step('its receipt is printed without what surrounds it', async () => {
        await link(say.receipt).click()
        const receipt = page.getByRole('heading', { name: say.receiptTitle })
        await expect(receipt.first()).toBeVisible()
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByText(number()).first()).toBeVisible()
        await expect(button(say.print)).toBeHidden()
        await page.emulateMedia({ media: 'screen' })
        await expect(button(say.print)).toBeVisible()
      })

      await test.step('money that comes for a closed order goes back, and its owner is told', async () => {
        await page.goto('/renewal')
        await button(say.place).click()
        await link(say.method).click()
        await expect(page.getByRole('img', { name: say.code })).toBeVisible()
        await link(say.toOrder).click()
        await button(say.cancel).click()
        await expect(page.getByText(say.closed)).toBeVisible()
        const late = number()
        expect(wechat.pay(late, undefined, true)).toBe(true)
        const { headers, body } = wechat.noticeOf(late)
        const told = await page.request.post(`${gateway.url}/webmail/pay/notify/wechat`, {
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          data: Buffer.from(body),
        })
        expect(told.status()).toBe(204)
        await expect.poll(() => wechat.refundedFen(late)).toBeGreaterThan(0)
        await page.reload()
        await expect(page.getByText(say.back)).toBeVisible()
        await expectSound(page)
      })
    })
  })
}
