/** A member carries the mailbox into the enterprise and signs in there; not over a mail server. */
import { names } from '../../servers/lab/env'
import { expect, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

const isOverServers = process.env[names.databaseUrl] !== undefined

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    name: 'carried-zh',
    section: '迁入企业邮箱',
    start: '开始迁移',
    done: '邮箱已迁移到 carried-zh@acme.test',
    elsewhere: '邮箱由邮件服务器保管，无法在此迁移。',
    all: '共 300 封，未读 300',
  },
  {
    language: 'en-US',
    width: 390,
    name: 'carried-en',
    section: 'Transfer to enterprise',
    start: 'Start the transfer',
    done: 'Your mailbox was transferred to carried-en@acme.test',
    elsewhere: 'Your mailbox is kept by a mail server and cannot be transferred here.',
    all: '300 unread',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

for (const say of journeys)
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({
      viewport: { width: say.width, height: 844 },
      locale: say.language,
      settings: { MAIL_DOMAINS: 'ep.test,acme.test' },
      isKilled: true,
    })

    test('a mailbox is carried into the enterprise, each message once, though the gateway is killed', {
      tag: '@all',
    }, async ({ page, gateway }) => {
      const [old, fresh] = [`${say.name}@ep.test`, `${say.name}@acme.test`]
      await speak(page, say.language)
      await gateway.addAccount(old, password)
      await gateway.addOrganization('acme', 'acme.test', [old])
      const subjects = Array.from({ length: 300 }, (_, at) => `年度预算 ${at + 1}`)
      for (let from = 0; from < subjects.length; from += 20)
        await Promise.all(
          subjects
            .slice(from, from + 20)
            .map((subject) => gateway.deliver({ from: 'san@corp.test', to: old, subject, text: 'Hi' })),
        )
      await signIn(page, old, say.language)
      await page.goto('/Setting')
      await page.getByRole('link', { name: say.section }).click()
      if (isOverServers) {
        await expect(page.getByText(say.elsewhere)).toBeVisible()
        return
      }
      await expect(page.getByText(fresh)).toBeVisible()
      await expectSound(page)
      await page.getByRole('button', { name: say.start }).click()
      const killed = gateway.killOnceHeld(fresh, 60)
      await page.getByRole('dialog').getByRole('button', { name: say.start }).click()
      const carried = await killed
      expect(carried.length).toBeLessThan(subjects.length)
      await gateway.startLater()
      await expect(page.getByText(say.done)).toBeVisible()
      await expectSound(page)
      await page.context().clearCookies()
      await page.evaluate(() => window.localStorage.clear())
      await speak(page, say.language)
      await signIn(page, fresh, say.language)
      await expectRows(page, '/receive', /年度预算 300(?!\d)/)
      await expect(page.getByText(say.all)).toBeVisible()
      expect((await gateway.subjects(fresh)).toSorted()).toEqual(subjects.toSorted())
    })
  })
