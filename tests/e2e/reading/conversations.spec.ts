/** A folder in conversations, with the keyboard: switched on, opened, answered, put away and taken back, in both languages. */
import { names } from '../../servers/lab/env'
import { expect, testOverShared as test } from '../gateway'
import { ask, expectSound, password, sendAtOnce, signIn, speak, type Tongue, write } from '../shell'

const words = {
  'zh-CN': {
    sort: /^排序/,
    group: '按会话合并显示',
    single: '逐封显示邮件',
    hindered: '您的邮件服务器不支持按会话合并',
    mails: (count: number) => new RegExp(`${count} 封邮件`),
    conversation: '会话',
    mailActions: '对 Chen Bo 这封邮件的操作',
    reply: '回复',
    send: '发送',
    sent: '已发送',
    deleted: '已删除 2 封邮件',
    remove: '删除',
  },
  'en-US': {
    sort: /^Sort/,
    group: 'Group into conversations',
    single: 'Show single messages',
    hindered: 'Your mail server cannot group messages into conversations',
    mails: (count: number) => new RegExp(`${count} messages`),
    conversation: 'Conversation',
    mailActions: 'Actions for the message from Chen Bo',
    reply: 'Reply',
    send: 'Send',
    sent: 'Sent',
    deleted: '2 messages deleted',
    remove: 'Delete',
  },
} as const

/** Beside real mail servers mail lies on them, and they group nothing. */
const isOverServers = process.env[names.databaseUrl] !== undefined

for (const { language, name } of [
  { language: 'zh-CN', name: 'talk-zh' },
  { language: 'en-US', name: 'talk-en' },
] satisfies { language: Tongue; name: string }[]) {
  const say = words[language]
  const address = `${name}@ep.test`

  test.describe(language, () => {
    test.use({ locale: language })
    test.beforeAll(async ({ gateway }) => {
      await gateway.addAccount(address, password, 'soho', 'Lin')
      const id = (letter: string) => `<${letter}-${name}@example.cn>`
      const plan = { from: 'Wang Li <wang@example.cn>', to: address, subject: 'Plan', messageId: id('plan') }
      await gateway.deliver({ ...plan, text: 'Shall we?' })
      await gateway.deliver({ ...plan, subject: 'Lunch', messageId: id('lunch'), text: 'At noon.' })
      const friend = `friend-${address}`
      await gateway.addAccount(friend, password)
      const answer = { from: 'Chen Bo <chen@example.cn>', replyTo: friend, subject: 'Re: Plan', references: id('plan') }
      await gateway.deliver({ ...plan, ...answer, messageId: id('answer'), text: 'We shall.' })
    })

    if (isOverServers) {
      test('the switch says why a mail server cannot', async ({ page }) => {
        await speak(page, language)
        await signIn(page, address, language)
        await expect(page.getByRole('row')).toHaveCount(3)
        await page.getByRole('button', { name: say.sort }).click()
        const item = page.getByRole('menuitem', { name: say.group })
        await expect(item).toHaveAttribute('aria-disabled', 'true')
        await expect(item).toHaveAccessibleDescription(say.hindered)
        await expectSound(page)
      })
      return
    }

    test('a folder is read in conversations, with keys alone', { tag: '@all' }, async ({ page }) => {
      const row = (count: number) => page.getByRole('row', { name: say.mails(count) })
      const article = page.getByRole('article', { name: say.conversation })
      const line = (of: RegExp) => article.getByRole('listitem').filter({ hasText: of }).getByRole('button').first()
      const press = (key: string) => page.keyboard.press(key)
      await speak(page, language)
      await signIn(page, address, language)
      await expect(page.getByRole('row')).toHaveCount(3)

      await test.step('the switch makes one row of two mails, and names them', async () => {
        await page.getByRole('button', { name: say.sort }).focus()
        await press('Enter')
        const item = page.getByRole('menuitem', { name: say.group })
        while (!(await item.evaluate((node) => node === document.activeElement))) await press('ArrowDown')
        await press('Enter')
        await expect(page.getByRole('row')).toHaveCount(2)
        await expect(row(2)).toHaveAccessibleName(/Wang Li.*Chen Bo.*Re: Plan/)
        await expectSound(page)
      })

      await test.step('Enter opens it with what was not read; lines fold and unfold', async () => {
        await row(2).focus()
        await press('Enter')
        await expect(line(/Wang Li/)).toHaveAttribute('aria-expanded', 'true')
        await expect(line(/Chen Bo/)).toHaveAttribute('aria-expanded', 'true')
        await expect(article.frameLocator('iframe.mail-frame').last().getByText('We shall.')).toBeVisible()
        await expectSound(page)
        await line(/Wang Li/).focus()
        await press('Enter')
        await expect(line(/Wang Li/)).toHaveAttribute('aria-expanded', 'false')
        await expect(article.locator('iframe.mail-frame')).toHaveCount(1)
        await press('Enter')
        await expect(article.locator('iframe.mail-frame')).toHaveCount(2)
      })

      await test.step('an answer joins it from Sent', async () => {
        await article.getByRole('button', { name: say.mailActions }).press('Enter')
        await page.getByRole('menuitem', { name: say.reply, exact: true }).press('Enter')
        await write(page, { text: 'Good.' }, language)
        await page.getByRole('button', { name: say.send, exact: true }).click()
        await sendAtOnce(page, language)
        await page.goto('/receive')
        await expect(row(3)).toHaveAccessibleName(/Lin/)
        await row(3).focus()
        await press('Enter')
        await expect(article.getByRole('listitem')).toHaveCount(3)
        await expect(article.getByRole('listitem').last()).toContainText(say.sent)
        await expect(article.getByRole('listitem').last().getByRole('button').first()).toHaveAttribute(
          'aria-expanded',
          'true',
        )
        await expect(line(/Wang Li/)).toHaveAttribute('aria-expanded', 'false')
        await expectSound(page)
      })

      await test.step('# puts its mails of this folder away, z takes them back', async () => {
        await row(3).focus()
        await press('#')
        await expect(page.getByText(say.deleted, { exact: true }).first()).toBeVisible()
        await expect(row(3)).toHaveCount(0)
        await press('z')
        await expect(row(3)).toBeVisible()
      })

      await test.step('on a phone it fills the window', async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto('/receive')
        await row(3).click()
        await expect(article.getByRole('listitem')).toHaveCount(3)
        await line(/Wang Li/).click()
        await expect(article.locator('iframe.mail-frame')).toHaveCount(2)
        await expectSound(page)
        await page.setViewportSize({ width: 1440, height: 900 })
      })

      await test.step('the choice is kept, and taken back', async () => {
        await page.goto('/receive')
        await expect(page.getByRole('row')).toHaveCount(2)
        await page.getByRole('button', { name: say.sort }).click()
        await page.getByRole('menuitem', { name: say.single }).click()
        await expect(page.getByRole('row')).toHaveCount(3)
      })
    })
  })
}

if (!isOverServers) {
  for (const language of ['zh-CN', 'en-US'] as const) {
    test.describe(language, { tag: '@all' }, () => {
      test.use({ locale: language })

      test('a conversation opens at the newest message that was not read', async ({ page, gateway }) => {
        const to = `newest-${language.slice(0, 2)}@ep.test`
        await gateway.addAccount(to, password)
        const text = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n')
        const letter = { from: 'Wang Li <wang@example.cn>', to, text, references: '<newest-0@example.cn>' }
        for (let at = 0; at < 4; at += 1)
          await gateway.deliver({ ...letter, subject: 'Long', messageId: `<newest-${at}@example.cn>` })
        await speak(page, language)
        await signIn(page, to, language)
        const { list } = JSON.parse(await ask(page, 'query/queryfolder2.action', { folder: 'inbox' }))
        // The newest and the oldest were read.
        for (const at of [0, 3]) await ask(page, 'manage/mark2', { ids: list[at].id, mark: 'seen' })
        await page.reload()
        await page.getByRole('button', { name: words[language].sort }).click()
        await page.getByRole('menuitem', { name: words[language].group }).click()
        await page.getByRole('row', { name: words[language].mails(4) }).click()
        const lines = page.getByRole('article').locator('.conversation-line')
        await expect(lines).toHaveCount(4)
        await expect(page.getByRole('article').locator('iframe.mail-frame')).toHaveCount(2)
        await expect(lines.nth(2)).toBeInViewport()
        for (const at of [1, 3]) await expect(lines.nth(at)).not.toBeInViewport()
      })
    })
  }
}
