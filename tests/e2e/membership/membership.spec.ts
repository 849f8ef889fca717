/** A free account becomes a VIP by a code that its provider is paid by; one whose membership is over comes back by a ticket. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue, words } from '../shell'

test.describe('zh-CN at 1440 px', { tag: '@all' }, () => {
  test.use({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })

  test('a free mailbox is upgraded and is a VIP at once', async ({ page, gateway }) => {
    await gateway.addAccount('lin@ep.test', password, 'free', '林')
    await speak(page, 'zh-CN')
    await signIn(page, 'lin@ep.test')
    await page.getByRole('complementary', { name: '侧栏' }).getByRole('link', { name: '升级会员后可用' }).click()
    await page.getByRole('button', { name: '选择金牌' }).click()
    await expect(page.getByRole('region', { name: '订单' })).toContainText('¥800.00')
    await expectSound(page)
    await page.getByRole('button', { name: '提交订单' }).click()
    await page.getByRole('link', { name: '测试支付' }).click()
    const box = await page.getByRole('img', { name: '支付二维码' }).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(120)
    await expect(page.getByText(/^1:59:\d\d 后失效$/)).toBeVisible()
    await expectSound(page)
    await gateway.pay(new URL(page.url()).searchParams.get('number') ?? '')
    await expect(page.getByText(/^金牌已生效/)).toBeVisible()
    await page.getByRole('link', { name: '查看收据' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: '保存 PDF' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^收据-\d{18}\.pdf$/)
    expect((await readFile(await file.path())).toString('latin1', 0, 5)).toBe('%PDF-')
    await expectSound(page)
    await page.goBack()
    await page.getByRole('link', { name: '返回之前的页面' }).last().click()
    await expect(page.getByRole('button', { name: '写信' }).first()).toBeEnabled()
    await expect(page.getByRole('row', { name: /会员已生效/ })).toBeVisible()
  })
})

const renewals = [
  {
    language: 'zh-CN',
    width: 1440,
    renew: '续费会员',
    over: /续费后即可重新登录/,
    order: '提交订单',
    method: '测试支付',
    active: /^普通（VIP 商务）已生效/,
  },
  {
    language: 'en-US',
    width: 390,
    renew: 'Renew membership',
    over: /Renew it to sign in again/,
    order: 'Place order',
    method: 'Test payment',
    active: /^Soho is active until/,
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of renewals) {
  test.describe(`${say.language} at ${say.width} px`, { tag: '@all' }, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a membership that is over is renewed by a ticket', async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', password, 'soho', '林')
      await gateway.setTier('lin@ep.test', 'soho', '2026-01-31')
      await speak(page, say.language)
      const tell = words[say.language]
      await page.goto('/login')
      const enter = async () => {
        await page.getByLabel(tell.account, { exact: true }).fill('lin@ep.test')
        await page.getByLabel(tell.password, { exact: true }).fill(password)
        await page.getByRole('button', { name: tell.signIn, exact: true }).click()
      }
      await enter()
      await page.getByRole('link', { name: say.renew }).click()
      await expect(page.getByRole('alert').filter({ hasText: say.over })).toBeVisible()
      await expectSound(page)
      await page.getByRole('button', { name: say.order }).click()
      await page.getByRole('link', { name: say.method }).click()
      await page.getByRole('img').first().waitFor()
      await expectSound(page)
      await gateway.pay(new URL(page.url()).searchParams.get('number') ?? '')
      await expect(page.getByText(say.active)).toBeVisible()
      await page.getByRole('article').getByRole('link', { name: tell.signIn }).last().click()
      await enter()
      await page.waitForURL('**/receive')
    })
  })
}
