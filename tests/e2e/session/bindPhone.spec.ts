/** A phone is bound by a text message that an operator tells of: offered after the sign-in, by keyboard alone, in both languages. */
import { smsSignature } from '#server/phone/smsGateway.http'
import { expect, test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

const number = '106900001'
const secret = 'a secret of the operator'
const phone = '13800000000'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    title: '绑定手机',
    field: '手机号',
    picture: '短信二维码',
    byHand: '不便扫码？手动发送短信',
    done: '完成',
    waiting: '未检出到您的验证码，请确认您已发送成功',
    bound: '手机 13800000000 绑定成功。',
    close: '关闭',
    folder: /^已发送/,
  },
  {
    language: 'en-US',
    width: 390,
    title: 'Bind your phone',
    field: 'Mobile number',
    picture: null,
    byHand: null,
    done: 'Done',
    waiting: 'Your code has not arrived. Check that the message was sent.',
    bound: 'The phone 13800000000 is bound.',
    close: 'Close',
    folder: /^Sent/,
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

test.use({ settings: { SMS_NUMBER: number, SMS_SECRET: secret } })

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a phone proves itself', async ({ page, gateway, request }) => {
      await gateway.addAccount('lin@ep.test', password, 'soho', '林')
      await speak(page, say.language)
      await signIn(page, 'lin@ep.test', say.language)
      const dialog = page.getByRole('dialog', { name: say.title })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByLabel(say.field)).toBeFocused()
      await page.keyboard.type(`138-${phone.slice(3)}`)
      if (say.byHand === null) await expect(dialog.getByRole('img')).toHaveCount(0)
      else {
        await expect(dialog.getByRole('img', { name: say.picture })).toHaveCSS('width', '120px')
        await expectSound(page)
        await page.keyboard.press('Tab')
        await expect(dialog.getByRole('button', { name: say.byHand })).toBeFocused()
        await page.keyboard.press('Enter')
      }
      const code = (await dialog.getByText(/^\d{6}$/).textContent()) ?? ''
      await expect(dialog.getByText(number, { exact: true })).toBeVisible()
      await expectSound(page)
      await dialog.getByRole('button', { name: say.done }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(say.waiting)).toBeVisible()

      const message = { from: `+86${phone}`, to: number, text: code, at: Date.now() }
      const told = await request.post('/webmail/sms/receive.action', {
        form: { ...message, signature: smsSignature(message, secret) },
      })
      expect(await told.json()).toEqual({ code: '200' })
      await expect(dialog.getByText(say.bound)).toBeVisible()
      await expect(dialog.getByRole('button', { name: say.close })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await page.reload()
      await page.goto('/sent')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })
  })
}
