/** Passkeys by Chromium's own authenticator: added, signed in by, in place of a code, removed. */
import { Secret, TOTP } from 'otpauth'
import { names } from '../../servers/lab/env'
import { expect, test } from '../gateway'
import { ask, expectSound, password, speak, type Tongue, words } from '../shell'

const journeys = [
  {
    ...{ language: 'zh-CN', width: 1440, account: 'passkey-zh@ep.test', add: '添加通行密钥', goOn: '继续' },
    ...{
      name: '名称',
      called: '家里的电脑',
      unused: /尚未使用/,
      used: /最近使用/,
      removeIt: '删除通行密钥 家里的电脑',
    },
    ...{
      signIn: '使用通行密钥登录',
      orPasskey: '使用通行密钥',
      notAsked: /没有完成验证/,
      remove: '删除',
      way: '通行密钥',
    },
    ...{
      turnOn: '开启',
      code: '验证码',
      confirm: '确认并开启',
      kept: '我已保存',
      password: '密码',
      history: '登录记录',
    },
  },
  {
    ...{ language: 'en-US', width: 390, account: 'passkey-en@ep.test', add: 'Add a passkey', goOn: 'Continue' },
    ...{
      name: 'Name',
      called: 'My phone',
      unused: /not used yet/,
      used: /last used/,
      removeIt: 'Remove the passkey My phone',
    },
    ...{ signIn: 'Sign in with a passkey', orPasskey: 'Use a passkey', notAsked: /Nothing was confirmed/ },
    ...{ remove: 'Remove', way: 'Passkey', turnOn: 'Turn on', code: 'Verification code', password: 'Password' },
    ...{ confirm: 'Confirm and turn on', kept: 'I have kept them', history: 'Login history' },
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** A mail server takes a password alone: there a passkey stands for a code and signs nobody in. */
const isOverServers = process.env[names.databaseUrl] !== undefined

const lost = [
  {
    ...{ language: 'zh-CN', width: 1440, account: 'codes-zh@acme.test', add: '添加通行密钥', goOn: '继续' },
    ...{ password: '密码', none: '剩余 0 个恢复码，共 10 个。', renew: '重新生成恢复码', kept: '我已保存' },
    ...{ toRecovery: '使用恢复码', recovery: '恢复码', left: '剩余 9 个恢复码，共 10 个。', unused: /尚未使用/ },
  },
  {
    ...{ language: 'en-US', width: 390, account: 'codes-en@acme.test', add: 'Add a passkey', goOn: 'Continue' },
    ...{ password: 'Password', none: '0 recovery codes of 10 are left.', renew: 'Make new recovery codes' },
    ...{ kept: 'I have kept them', toRecovery: 'Use a recovery code', recovery: 'Recovery code' },
    ...{ left: '9 recovery codes of 10 are left.', unused: /not used yet/ },
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of isOverServers ? [] : lost) {
  test.describe(`without the passkey, ${say.language} at ${say.width} px`, { tag: '@all' }, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })
    test.use({ settings: { MAIL_DOMAINS: 'ep.test,acme.test' } })

    test('a recovery code signs in whoever had a passkey alone and needs a second factor', async ({
      page,
      gateway,
    }) => {
      const home = gateway.url.replace('127.0.0.1', 'localhost')
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('WebAuthn.enable')
      const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      })
      await gateway.addAccount(say.account, password)
      await gateway.addOrganization('acme', 'acme.test', [say.account], say.account)
      await speak(page, say.language)
      const passwordStep = async () => {
        await page.goto(`${home}/login`)
        await page.getByLabel(words[say.language].account, { exact: true }).fill(say.account)
        await page.getByLabel(words[say.language].password, { exact: true }).fill(password)
        await button(words[say.language].signIn).click()
      }
      await passwordStep()
      await page.waitForURL('**/receive')
      await page.goto(`${home}/settingPc?section=factors`)
      await button(say.add).click()
      await page.getByLabel(say.password, { exact: true }).fill(password)
      await button(say.goOn).click()
      await expect(page.getByText(say.unused)).toBeVisible()
      await ask(page, 'administration/changePolicy.action', { policy: 'needsFactor', isOn: '1', version: '0' })
      await page.reload()
      await expect(page.getByText(say.none)).toBeVisible()
      await expectSound(page)
      await button(say.renew).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(say.password, { exact: true }).fill(password)
      await dialog.getByRole('button', { name: say.renew, exact: true }).click()
      const code = await page.locator('ol code').first().innerText()
      await expectSound(page)
      await button(say.kept).click()
      await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await page.evaluate(() => localStorage.clear())
      await passwordStep()
      await button(say.toRecovery).click()
      await page.getByLabel(say.recovery, { exact: true }).fill(code)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/receive')
      await page.goto(`${home}/settingPc?section=factors`)
      await expect(page.getByText(say.left)).toBeVisible()
    })
  })
}

for (const say of isOverServers ? [] : journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a passkey signs in without a password, and stands for the code of a second step', async ({
      page,
      gateway,
    }) => {
      // Browsers take passkeys for names alone.
      const home = gateway.url.replace('127.0.0.1', 'localhost')
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const label = (name: string) => page.getByLabel(name, { exact: true })
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('WebAuthn.enable')
      const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      })
      await gateway.addAccount(say.account, password)
      await page.goto(`${home}/login`)
      await speak(page, say.language)
      const signOut = async () => {
        await page.evaluate(() => localStorage.clear())
        await page.goto(`${home}/login`)
      }
      const passwordStep = async () => {
        await signOut()
        await label(words[say.language].account).fill(say.account)
        await label(words[say.language].password).fill(password)
        await button(words[say.language].signIn).click()
      }
      const toSection = () => page.goto(`${home}/settingPc?section=factors`)

      await test.step('it is added with the password', async () => {
        await passwordStep()
        await page.waitForURL('**/receive')
        await toSection()
        await button(say.add).click()
        await label(say.password).fill(password)
        await label(say.name).fill(say.called)
        await expectSound(page)
        await button(say.goOn).click()
        await expect(page.getByText(say.unused)).toBeVisible()
        await expectSound(page)
      })

      await test.step('it signs in without account and password', async () => {
        await signOut()
        await expect(button(say.signIn)).toBeVisible()
        await expectSound(page)
        await button(say.signIn).click()
        await page.waitForURL('**/receive')
        await page.goto(`${home}/settingPc?section=sessions`)
        await expect(page.getByRole('table', { name: say.history }).getByText(say.way)).toHaveCount(1)
        await toSection()
        await expect(page.getByText(say.used)).toBeVisible()
      })

      await test.step('it stands for the code of a second step, known by a touch alone', async () => {
        await button(say.turnOn).click()
        await label(say.password).fill(password)
        await button(say.goOn).click()
        const key = (await page.locator('code').innerText()).replaceAll(' ', '')
        await label(say.code).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
        await button(say.confirm).click()
        await button(say.kept).click()
        await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
        await passwordStep()
        await expect(button(say.orPasskey)).toBeVisible()
        await expectSound(page)
        await button(say.orPasskey).click()
        await page.waitForURL('**/receive')
      })

      await test.step('a touch alone signs nobody in without the password', async () => {
        await signOut()
        await button(say.signIn).click()
        await expect(page.getByText(say.notAsked)).toBeVisible({ timeout: 65_000 })
        await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
      })

      await test.step('it is removed with the password, and signs in no more', async () => {
        await button(say.signIn).click()
        await page.waitForURL('**/receive')
        await toSection()
        await button(say.removeIt).click()
        await label(say.password).fill(password)
        await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).click()
        await expect(page.getByText(say.called, { exact: true })).toHaveCount(0)
      })
    })
  })
}
