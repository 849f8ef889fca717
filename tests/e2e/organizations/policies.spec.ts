/** A domain is proved, and logo and policy of an organization are felt by its members. */

import { openSmtpSink } from '../../support/connections/smtpSink'
import { openDnsServer } from '../../support/dnsServer'
import { test as base, expect, TestGateway } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue, write } from '../shell'

const zone = new Map<string, readonly string[]>()

const test = base.extend<Record<never, never>, { house: TestGateway }>({
  house: [
    async ({ browserName: _browser }, use) => {
      const [dns, sink] = await Promise.all([openDnsServer(zone), openSmtpSink()])
      const house = await TestGateway.make({ DNS_SERVERS: dns.address, RELAY_URL: `smtp://127.0.0.1:${sink.port}` })
      await house.start()
      await use(house)
      await house.end()
      await Promise.all([dns.close(), sink.close()])
    },
    { scope: 'worker' },
  ],
  gateway: async ({ house }, use) => use(house),
  baseURL: async ({ house }, use) => use(house.url),
})

const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
  'base64',
)

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    name: 'policies-zh',
    add: '添加域名',
    addNow: '添加',
    check: '立即检查',
    missing: '未找到记录',
    proved: '已验证',
    upload: '上传标志',
    set: '标志已更新',
    outside: '发送到组织之外？',
    back: '返回邮件',
    anyway: '仍然发送',
    policy: '关闭自动转发',
    subject: '主题',
    account: '账号',
  },
  {
    language: 'en-US',
    width: 390,
    name: 'policies-en',
    add: 'Add a domain',
    addNow: 'Add',
    check: 'Check',
    missing: 'Record not found',
    proved: 'Proved',
    upload: 'Upload a logo',
    set: 'The logo was set',
    outside: 'Send outside your organization?',
    back: 'Back to the message',
    anyway: 'Send anyway',
    policy: 'Turn forwarding off',
    subject: 'Subject',
    account: 'Account',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys)
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a domain is proved, and whoever writes beyond it is asked', { tag: '@all' }, async ({ page, gateway }) => {
      const [address, domain] = [`${say.name}@ep.test`, `${say.name}.example`]
      const tab = (id: string) => page.goto(`/SettingInner?section=administration&tab=${id}`)
      await speak(page, say.language)
      await gateway.addAccount(address, password)
      await gateway.addOrganization(say.name, `given-${say.name}.test`, [address], address)
      await signIn(page, address, say.language)

      await tab('domains')
      await page.getByLabel(say.add).fill(domain)
      await page.getByRole('button', { name: say.addNow, exact: true }).click()
      const row = page.getByRole('listitem').filter({ hasText: `_ep-mail.${domain}` })
      await row.getByRole('button', { name: new RegExp(`^${say.check}`) }).click()
      await expect(row.getByText(say.missing)).toBeVisible()
      const value = (await row.locator('dd code').nth(1).textContent()) ?? ''
      zone.set(`_ep-mail.${domain}`, ['v=spf1 -all', value])
      await expectSound(page)
      await row.getByRole('button', { name: new RegExp(`^${say.check}`) }).click()
      await expect(page.getByRole('listitem').filter({ hasText: domain }).getByText(say.proved)).toBeVisible()

      await tab('logo')
      await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: red })
      await expect(page.getByText(say.set)).toBeVisible()
      await expectSound(page)
      await tab('policies')
      await page.getByRole('switch', { name: say.policy }).click()
      await expect(page.getByRole('switch', { name: say.policy, checked: true })).toBeEnabled()
      await expectSound(page)

      await page.goto('/writeMail')
      await write(page, { to: 'bo@far.example', subject: 'Hi', text: 'Hi' }, say.language)
      const question = page.getByRole('dialog', { name: say.outside })
      await page.keyboard.press('Control+Enter')
      await expect(question).toContainText('bo@far.example')
      await question.getByRole('button', { name: say.back }).click()
      await expect(page.getByLabel(say.subject)).toHaveValue('Hi')
      await page.keyboard.press('Control+Enter')
      await question.getByRole('button', { name: say.anyway }).click()
      await expect(page).toHaveURL(/Success/)

      await page.context().clearCookies()
      await page.evaluate(() => window.localStorage.clear())
      await speak(page, say.language)
      await page.goto('/login')
      await page.getByLabel(say.account).fill(`nobody@${domain}`)
      await expect(page.getByRole('img', { name: domain })).toBeVisible()
      await expectSound(page)
    })
  })
