/** Recipients by keyboard alone: found by sound, by group, moved, copied, refused by name; what became of each is told in words. */
import type { Locator, Page } from '@playwright/test'
import { names } from '../../servers/lab/env'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { test as base, expect, TestGateway } from '../gateway'
import { ask, expectSound, password, signIn, speak, type Tongue, words } from '../shell'

/** Where mail lies on a mail server, that server refuses whom it does not know, once it is handed the mail. */
const isOverServers = process.env[names.databaseUrl] !== undefined

const test = base.extend<Record<never, never>, { sink: SmtpSink; house: TestGateway }>({
  sink: [
    async ({ browserName: _browser }, use) => {
      const sink = await openSmtpSink()
      await use(sink)
      await sink.close()
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ sink }, use) => {
      const house = await TestGateway.make({ RELAY_URL: `smtp://127.0.0.1:${sink.port}` })
      await house.start()
      await house.addAccount('zeng@ep.test', password)
      await house.addAccount('shan@ep.test', password)
      await use(house)
      await house.end()
    },
    { scope: 'worker' },
  ],
  gateway: async ({ house }, use) => use(house),
  baseURL: async ({ house }, use) => use(house.url),
})

const sayings = {
  'zh-CN': {
    cc: '抄送',
    bcc: '密送',
    revealCc: '添加抄送',
    contacts: '从通讯录选择：收件人',
    merged: '已添加“项目组”的 0 位成员。 曾国藩 已在收件人中，没有重复添加',
    moved: '已将 1 位移到抄送',
    moveToBcc: '移到密送',
    unknown: '没有这个收件人：nobody@ep.test',
    more: /^还有 \d+ 位$/,
    held: '邮件即将发出',
    now: '立即发送',
    delivered: /已送达|邮件服务器已接收/,
    accepted: '已发出，邮件服务器已接收',
    undelivered: '投递失败',
    reason: '没有这个邮箱',
  },
  'en-US': {
    cc: 'Cc',
    bcc: 'Bcc',
    revealCc: 'Add Cc',
    contacts: 'Choose from contacts: To',
    merged: 'Added 0 people of “项目组”. 曾国藩 is in To already and was not added again',
    moved: 'Moved 1 person to Cc',
    moveToBcc: 'Move to Bcc',
    unknown: 'There is no such recipient: nobody@ep.test',
    more: /^and \d+ more$/,
    held: 'Your message is about to go',
    now: 'Send now',
    delivered: /Delivered|accepted by the mail server/,
    accepted: 'Sent, accepted by the mail server',
    undelivered: 'Could not be delivered',
    reason: 'There is no such mailbox',
  },
} as const

for (const { language, name, width } of [
  { language: 'zh-CN', name: 'zh', width: 1440 },
  { language: 'en-US', name: 'en', width: 390 },
] as const satisfies readonly { language: Tongue; name: string; width: number }[]) {
  const say = words[language]
  const says = sayings[language]

  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    const box = (page: Page, line: string = say.to) => page.getByRole('combobox', { name: line, exact: true })
    const chip = (page: Page, text: string | RegExp) => page.locator('[data-chip]').filter({ hasText: text }).first()
    const lineOf = (target: Locator) => target.evaluate((it) => it.closest('[data-line]')?.getAttribute('data-line'))

    async function begin(page: Page, gateway: TestGateway, who: string): Promise<void> {
      await gateway.addAccount(`${who}-${name}@ep.test`, password)
      await speak(page, language)
      await signIn(page, `${who}-${name}@ep.test`, language)
    }

    test('are found by sound and by group, moved, copied and refused by name, with keys alone', async ({
      page,
      gateway,
    }) => {
      await begin(page, gateway, 'keys')
      const known = await ask(page, 'contact/addContact.action', { name: '曾国藩', email: 'zeng@ep.test' })
      await ask(page, 'contact/addContact.action', { name: '單雄信', email: 'shan@ep.test' })
      const contacts = /"id":"([^"]+)"/.exec(known)?.[1] ?? ''
      await ask(page, 'contact/addGroup.action', { name: '项目组', contacts })
      await page.goto('/writeMail')

      await test.step('pinyin finds a person and a group, and nobody is named twice', async () => {
        await box(page).focus()
        await page.keyboard.type('zenggf')
        await expect(page.getByRole('option', { name: /曾国藩/ })).toBeVisible()
        await expectSound(page)
        await page.keyboard.press('Enter')
        await expect(chip(page, '曾国藩 <zeng@ep.test>')).toBeVisible()
        await page.keyboard.type('shanx')
        await expect(page.getByRole('option', { name: /單雄信/ })).toBeVisible()
        await page.keyboard.press('Enter')
        await page.keyboard.type('xmz')
        await expect(page.getByRole('option', { name: /项目组/ })).toBeVisible()
        await page.keyboard.press('Enter')
        await expect(page.getByText(says.merged)).toBeVisible()
        await expect(page.locator('[data-chip]')).toHaveCount(2)
      })

      await test.step('chips move by keys, and are copied and pasted', async () => {
        await page.keyboard.press('ArrowLeft')
        await expect(chip(page, '單雄信')).toBeFocused()
        await page.keyboard.press('Alt+ArrowLeft')
        await expect(chip(page, '單雄信')).toHaveAttribute('data-chip', '0')
        await expect(chip(page, '單雄信')).toBeFocused()
        await page.keyboard.press('Alt+ArrowDown')
        await expect(page.getByText(says.moved)).toBeVisible()
        expect(await lineOf(chip(page, '單雄信'))).toBe('cc')
        await expect(chip(page, '單雄信')).toBeFocused()
        await page.keyboard.press('ControlOrMeta+c')
        await page.keyboard.press('Delete')
        await expect(chip(page, '單雄信')).toHaveCount(0)
        await page.keyboard.press('ControlOrMeta+v')
        await page.keyboard.press('Enter')
        await expect(chip(page, '單雄信 <shan@ep.test>')).toBeVisible()
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('ArrowDown')
        await expect(page.getByRole('menu')).toBeVisible()
        await expectSound(page)
        await page.getByRole('menuitem', { name: says.moveToBcc }).press('Enter')
        expect(await lineOf(chip(page, '單雄信'))).toBe('bcc')
      })

      await test.step('whom the gateway refuses stands beside the field, and the rest goes', async () => {
        await box(page).focus()
        await page.keyboard.type('nobody@ep.test ')
        await page.getByRole('textbox', { name: say.subject }).focus()
        await page.keyboard.insertText('合同')
        await page.keyboard.press('ControlOrMeta+Enter')
        if (!isOverServers) {
          await expect(chip(page, 'nobody@ep.test')).toHaveAttribute('aria-invalid', 'true')
          await expect(page.getByText(says.unknown)).toBeVisible()
          await expect(box(page)).toBeFocused()
          await expectSound(page)
          await page.keyboard.press('ArrowLeft')
          await page.keyboard.press('Delete')
          await page.keyboard.press('ControlOrMeta+Enter')
        }
        await page.getByRole('button', { name: says.now, exact: true }).press('Enter')
        const told = (address: string) => page.getByRole('main').getByRole('row').filter({ hasText: address })
        await expect(told('zeng@ep.test')).toContainText(says.delivered)
        await expect(told('shan@ep.test')).toContainText(says.delivered)
        if (isOverServers) await expect(told('nobody@ep.test')).toContainText(says.reason)
        await expectSound(page)
      })
    })

    test('of a mail that goes out are told in words, and a long line of them by its number', { tag: '@all' }, async ({
      page,
      gateway,
      sink,
    }) => {
      const away = `olga-${name}@elsewhere.example`
      const crowd = Array.from({ length: 13 }, (_, at) => `p${at}@elsewhere.example`)
      sink.answerRecipient(away, { code: 550, text: '5.1.1 No such user' })
      await begin(page, gateway, 'crowd')
      await page.goto('/writeMail')
      await box(page).fill(crowd.join('；'))
      await page.getByRole('textbox', { name: say.subject }).focus()
      const row = page.locator('.compose-chips')
      const inRow = () =>
        row.evaluate((list) => {
          const tops = [...list.children].map((chip) => chip.getBoundingClientRect().top)
          return tops.filter((top) => top === tops[0]).length
        })
      await expect.poll(inRow).toBeLessThan(13)
      await expect(page.getByRole('button', { name: says.more })).toHaveText(`+${13 - (await inRow())}`)
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(44)
      await expectSound(page)
      const targets = page.locator('.compose-chip button, .compose-more, .compose-reveal button')
      if (width < 600)
        for (const target of await targets.filter({ visible: true }).all()) {
          const { height = 0, width: wide = 0 } = (await target.boundingBox()) ?? {}
          expect(Math.min(height, wide)).toBeGreaterThanOrEqual(44)
        }
      await page.getByRole('button', { name: says.more }).press('Enter')
      await expect(page.locator('[data-chip]')).toHaveCount(13)
      const contacts = page.getByRole('button', { name: says.contacts })
      await contacts.click()
      await page.getByRole('dialog').press('Escape')
      await expect(contacts).toBeFocused()
      expect((await contacts.boundingBox())?.height).toBeGreaterThanOrEqual(width < 600 ? 44 : 28)
      await box(page).focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await expect(page.locator('[data-chip]')).toHaveCount(0)
      await page.keyboard.type(`zeng@ep.test ${away} ivan@elsewhere.example `)
      await page.getByRole('textbox', { name: say.subject }).focus()
      await page.keyboard.insertText('合同')
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.getByRole('button', { name: says.now, exact: true }).press('Enter')
      const told = (address: string) => page.getByRole('main').getByRole('row').filter({ hasText: address })
      await expect(told('zeng@ep.test')).toContainText(says.delivered)
      if (isOverServers) return
      await expect(told(away)).toContainText(says.undelivered)
      await expect(told(away)).toContainText(says.reason)
      await expect(told('ivan@elsewhere.example')).toContainText(says.accepted)
      await expectSound(page)
    })

    if (width > 600)
      test('are dragged to another line and before another', { tag: '@all' }, async ({ page, gateway }) => {
        await begin(page, gateway, 'drag')
        await page.goto('/writeMail')
        await box(page).fill('a@ep.test, b@ep.test, c@ep.test')
        await page.getByRole('textbox', { name: say.subject }).focus()
        await chip(page, 'c@ep.test').dragTo(chip(page, 'a@ep.test'), { targetPosition: { x: 4, y: 8 } })
        await expect(page.locator('[data-line="to"] [data-chip]')).toHaveText(['c@ep.test', 'a@ep.test', 'b@ep.test'])
        await chip(page, 'a@ep.test').dragTo(page.getByRole('button', { name: says.revealCc }))
        await expect(page.locator('[data-line="cc"] [data-chip]')).toHaveText(['a@ep.test'])
        await chip(page, 'b@ep.test').dragTo(chip(page, 'a@ep.test'), { targetPosition: { x: 4, y: 8 } })
        await expect(page.locator('[data-line="cc"] [data-chip]')).toHaveText(['b@ep.test', 'a@ep.test'])
        await expect(chip(page, 'b@ep.test')).toBeFocused()
      })
  })
}
