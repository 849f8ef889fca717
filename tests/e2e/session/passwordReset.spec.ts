/** A forgotten password: by the secure mailbox at once, by a new secure phone after a wait. */
import { smsSignature } from '#server/phone/smsGateway.http'
import { names } from '../../servers/lab/env'
import { expect, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak } from '../shell'

const [number, secret, phone] = ['106900001', 'a secret of the operator', '13800000000']
const fresh = 'Another-pass1'

test.use({ settings: { SMS_NUMBER: number, SMS_SECRET: secret } })

/** Where a mail server keeps the passwords, it alone sets new ones. */
const isOverServers = process.env[names.databaseUrl] !== undefined

if (!isOverServers) {
  test.describe('zh-CN at 1440 px', () => {
    test.use({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })

    test('a new password is set by the secure mailbox, and signs in', async ({ page, gateway, browser }) => {
      // Whoever cannot read the picture waits for 30 s in its place.
      test.slow()
      await gateway.addAccount('lin@ep.test', password)
      await gateway.addAccount('safe@ep.test', password)
      await page.goto('/login')
      await page.getByRole('link', { name: '忘记密码？' }).click()
      await page.waitForURL('**/resetPassword')
      await page.getByLabel('账号').fill('lin@ep.test')
      await expectSound(page)
      await page.getByRole('button', { name: /改为等待/ }).click()
      await expect(page.getByText(/请等待/)).toBeVisible()

      const contexts = await Promise.all(
        [1, 2].map(() => browser.newContext({ baseURL: gateway.url, locale: 'zh-CN', viewport: page.viewportSize() })),
      )
      const [lin, safe] = await Promise.all(contexts.map((context) => context.newPage()))
      if (lin === undefined || safe === undefined) throw new Error('two pages were asked for')
      const linkOf = async (subject: RegExp) => {
        await safe.goto('/receive')
        await safe.getByRole('row', { name: subject }).click()
        const link = safe
          .frameLocator('iframe.mail-frame')
          .getByRole('link', { name: /verify#t=/ })
          .first()
        return (await link.getAttribute('href')) ?? ''
      }

      await test.step('lin binds the secure mailbox with the password', async () => {
        await signIn(lin, 'lin@ep.test')
        await lin.goto('/settingPc?section=protection')
        await lin.getByRole('button', { name: '绑定邮箱' }).click()
        await lin.getByLabel('邮箱地址').fill('safe@ep.test')
        await lin.getByLabel('登录密码').fill(password)
        await expectSound(lin)
        await lin.getByRole('button', { name: '确定' }).click()
        await expect(lin.getByText('确认邮件已发送到 s***@ep.test，3 天内有效。')).toBeVisible()
        await expectSound(lin)
        await signIn(safe, 'safe@ep.test')
        await expectRows(safe, '/receive', /请确认密保邮箱/)
        await safe.goto(await linkOf(/请确认密保邮箱/))
        await safe.getByRole('button', { name: '确认' }).click()
        await expect(safe.getByText(/现在是 lin@ep.test 的密保邮箱/)).toBeVisible()
      })

      await test.step('the link goes to that mailbox alone, and sets the password', async () => {
        await expect(page.getByText('等待结束', { exact: false })).toBeVisible({ timeout: 40_000 })
        await page.getByRole('button', { name: '下一步' }).click()
        await page.getByRole('button', { name: '向 s***@ep.test 发送链接' }).click()
        await expect(page.getByRole('heading', { name: '请查收邮件' })).toBeFocused()
        await expectSound(page)
        await expectRows(safe, '/receive', /Set a new password/)
        await page.goto(await linkOf(/Set a new password/))
        await page.getByRole('button', { name: '继续' }).click()
        await page.getByLabel('新密码', { exact: true }).fill(fresh)
        await page.getByLabel('再次输入新密码').fill(fresh)
        await expectSound(page)
        await page.getByRole('button', { name: '设置新密码' }).click()
        await expect(page.getByText(/新密码已生效/)).toBeVisible()
      })

      await test.step('the new password signs in, where a notice says what happened', async () => {
        await page.getByRole('link', { name: '返回登录' }).click()
        await page.getByLabel('账号', { exact: true }).fill('lin@ep.test')
        await page.getByLabel('密码', { exact: true }).fill(fresh)
        await page.getByRole('button', { name: '登录', exact: true }).click()
        await page.waitForURL('**/receive')
        await expectRows(page, '/receive', /密码已重设/)
        await Promise.all(contexts.map((context) => context.close()))
      })
    })
  })

  test.describe('en-US at 390 px', { tag: '@all' }, () => {
    test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US' })

    test('a new password is set by the secure phone, waits, and is stopped by the link of its notice', async ({
      page,
      gateway,
      request,
    }) => {
      test.slow()
      const send = async (code: string) => {
        const message = { from: phone, to: number, text: code, at: Date.now() }
        const form = { ...message, signature: smsSignature(message, secret) }
        expect(await (await request.post('/webmail/sms/receive.action', { form })).json()).toEqual({ code: '200' })
      }
      await gateway.addAccount('lin@ep.test', password)
      await speak(page, 'en-US')
      await signIn(page, 'lin@ep.test', 'en-US')
      await page.goto('/SettingInner?section=protection')
      await page.getByRole('button', { name: 'Bind a phone' }).click()
      await page.getByLabel('Phone number').fill(phone)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'OK' }).click()
      await send((await page.getByText(/^\d{6}$/).textContent()) ?? '')
      await page.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByText('138****0000')).toBeVisible()
      await expectSound(page)

      await page.goto('/resetPassword')
      await page.getByLabel('Account').fill('lin@ep.test')
      await page.getByRole('button', { name: /Wait .* instead/ }).click()
      await expect(page.getByText(/wait is over/)).toBeVisible({ timeout: 40_000 })
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Send a text message from 138****0000' }).click()
      await expectSound(page)
      await send((await page.getByText(/^\d{6}$/).textContent()) ?? '')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByLabel('New password', { exact: true }).fill(fresh)
      await page.getByLabel('New password again').fill(fresh)
      await page.getByRole('button', { name: 'Set new password' }).click()
      await expect(page.getByText(/The new password counts in 24 hours/)).toBeVisible()
      await expectSound(page)

      await expectRows(page, '/receive', /Somebody asked for a new password/)
      await page.getByRole('row', { name: /Somebody asked for a new password/ }).click()
      const link = page
        .frameLocator('iframe.mail-frame')
        .getByRole('link', { name: /verify#t=/ })
        .first()
      await page.goto((await link.getAttribute('href')) ?? '')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Stopped: the password of lin@ep.test has not changed.')).toBeVisible()
    })
  })
}
