/** Two-step sign-in: turned on, by a code, by a recovery code, and told in the history. */
import { Secret, TOTP } from 'otpauth'
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue, words } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'factor-zh@ep.test',
    turnOn: '开启',
    password: '密码',
    goOn: '继续',
    code: '验证码',
    confirm: '确认并开启',
    kept: '我已保存',
    left: '剩余 10 个恢复码，共 10 个。',
    digitsOnly: '验证码只能为数字',
    toRecovery: '使用恢复码',
    recovery: '恢复码',
    oneLess: '剩余 9 个恢复码，共 10 个。',
    history: '登录记录',
    result: '成功',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'factor-en@ep.test',
    turnOn: 'Turn on',
    password: 'Password',
    goOn: 'Continue',
    code: 'Verification code',
    confirm: 'Confirm and turn on',
    kept: 'I have kept them',
    left: '10 recovery codes of 10 are left.',
    digitsOnly: 'A verification code has digits only',
    toRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    oneLess: '9 recovery codes of 10 are left.',
    history: 'Login history',
    result: 'Signed in',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** What an authenticator shows `ahead` steps from now. */
const codeOf = (key: string, ahead: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * 30_000 })

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('an authenticator is turned on, and its code or a recovery code signs in', async ({ page, gateway }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      let [key, recoveryCode] = ['', '']

      await test.step('it is set up and confirmed by a code', async () => {
        await page.goto('/settingPc?section=factors')
        await button(say.turnOn).click()
        await page.getByLabel(say.password, { exact: true }).fill(password)
        await button(say.goOn).click()
        key = (await page.locator('code').innerText()).replaceAll(' ', '')
        await expectSound(page)
        await page.getByLabel(say.code, { exact: true }).fill(codeOf(key, -1))
        await button(say.confirm).click()
        recoveryCode = await page.locator('ol code').first().innerText()
        await expectSound(page)
        await button(say.kept).click()
        await expect(page.getByText(say.left)).toBeVisible()
      })

      const passwordStep = async () => {
        await page.evaluate(() => localStorage.clear())
        await page.goto('/login')
        const { account, password: label, signIn: submit } = words[say.language]
        await page.getByLabel(account, { exact: true }).fill(say.account)
        await page.getByLabel(label, { exact: true }).fill(password)
        await button(submit).click()
      }

      await test.step('a code signs in', async () => {
        await passwordStep()
        await page.getByLabel(say.code, { exact: true }).fill('abc')
        await button(say.goOn).click()
        await expect(page.getByText(say.digitsOnly)).toBeVisible()
        await expectSound(page)
        await page.getByLabel(say.code, { exact: true }).fill(codeOf(key, 0))
        await page.keyboard.press('Enter')
        await page.waitForURL('**/receive')
      })

      await test.step('a recovery code signs in', async () => {
        await passwordStep()
        await button(say.toRecovery).click()
        await page.getByLabel(say.recovery, { exact: true }).fill(recoveryCode)
        await page.keyboard.press('Enter')
        await page.waitForURL('**/receive')
        await page.goto('/settingPc?section=factors')
        await expect(page.getByText(say.oneLess)).toBeVisible()
        await page.goto('/settingPc?section=sessions')
        const table = page.getByRole('table', { name: say.history })
        await expect(table.getByText(say.result)).toHaveCount(3)
        await expectSound(page)
      })
    })
  })
}
