/** What is changed in the sections of the settings, and what the person then sees of it. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, isOverServers, testOverShared as test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue, words, write } from '../shell'

const journeys = [
  { language: 'zh-CN', width: 1440, name: 'zh' },
  { language: 'en-US', width: 390, name: 'en' },
] as const satisfies readonly { readonly language: Tongue; readonly width: number; readonly name: string }[]

/** The text of a key, such as `settings:markRead.never`. */
function textIn(language: Tongue) {
  return (key: string, values: Readonly<Record<string, string>> = {}): string => {
    const [namespace = '', path = ''] = key.split(':')
    let found: unknown = JSON.parse(readFileSync(`locales/${language}/${namespace}.json`, 'utf8'))
    for (const step of path.split('.')) found = Object(found)[step]
    return String(found).replace(/\{\{(\w+)\}\}/g, (_all, value: string) => values[value] ?? '')
  }
}

/** Sixteen characters, and in no list of common ones. */
const newPassword = 'Harbour-quiet-47'

const row = (page: Page, setting: string) => page.locator(`[data-setting="${setting}"]`)
const section = (page: Page, name: string) => page.goto(`/settingPc?section=${name}`)

for (const { language, width, name } of journeys) {
  const t = textIn(language)
  const isPhone = width < 600
  const button = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true })

  async function choose(page: Page, setting: string, value: string): Promise<void> {
    await row(page, setting).locator('.ant-select').click()
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(t(`settings:${setting}.${value}`), { exact: true })
      .click()
    await expect(row(page, setting)).toContainText(t('settings:saved'))
  }

  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    test(
      'a photo, a template and the reading pane are there at once',
      isPhone ? { tag: '@all' } : {},
      async ({ page, gateway }) => {
        const account = `desk-${name}@ep.test`
        await speak(page, language)
        await gateway.addAccount(account, password)
        await gateway.deliver({ from: 'anna@example.com', to: account, subject: '周会', text: '周三十点' })
        await signIn(page, account, language)

        await test.step('the photo stands in the top bar, and goes', async () => {
          await section(page, 'profile')
          const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c03060' } })
            .jpeg()
            .toBuffer()
          const files = page.locator('.profile-photo input[type=file]')
          await expect(files).toBeHidden()
          await files.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture })
          const shown = page.locator('.layout-avatar img')
          await expect(shown).toHaveJSProperty('naturalWidth', 256)
          await expect(page.locator('.profile-photo img')).toHaveJSProperty('naturalWidth', 256)
          await expectSound(page)
          await page.reload()
          await expect(shown).toHaveJSProperty('naturalWidth', 256)
          await button(page, t('profile:removePhoto')).click()
          await expect(shown).toHaveCount(0)
        })

        await test.step('a template is made, and put into a message', async () => {
          await section(page, 'templates')
          await button(page, t('templates:add')).click()
          await page.getByLabel(t('templates:name'), { exact: true }).fill('报价')
          await page.getByLabel(t('templates:subject'), { exact: true }).fill('关于报价')
          await page.getByRole('textbox', { name: t('templates:text') }).click()
          await page.keyboard.insertText('报价如下')
          await expectSound(page)
          await button(page, t('templates:saveIt')).click()
          await expect(page.getByRole('list', { name: t('templates:list') })).toContainText('关于报价')
          await button(page, t('templates:remove', { name: '报价' })).click()
          await button(page, t('common:undo')).click()
          await expect(page.getByRole('list', { name: t('templates:list') })).toContainText('关于报价')
          await expectSound(page)
          await page.goto('/writeMail')
          await button(page, t('compose:template.tool')).click()
          await button(page, t('templates:insert', { name: '报价' })).click()
          await expect(page.getByRole('textbox', { name: words[language].body })).toContainText('报价如下')
          await expect(page.getByRole('textbox', { name: words[language].subject })).toHaveValue('关于报价')
        })

        // On a phone a message always opens over its list.
        if (isPhone) return
        await test.step('without a pane a message opens over its list, and leads back', async () => {
          await section(page, 'environment')
          await choose(page, 'readingPane', 'off')
          await page.goto('/receive')
          const mail = page.getByRole('row', { name: /周会/ })
          await expect(page.getByRole('separator')).toHaveCount(0)
          await mail.click()
          const back = page.getByRole('link', { name: t('reading:back'), exact: true })
          await expect(back).toBeVisible()
          await expect(mail).toBeHidden()
          await expectSound(page)
          await back.click()
          await expect(mail).toBeVisible()
          await section(page, 'environment')
          await choose(page, 'readingPane', 'right')
          await page.goto('/receive')
          await mail.click()
          await expect(page.getByRole('separator')).toBeVisible()
          await expect(page.frameLocator('iframe').first().getByText('周三十点')).toBeVisible()
          await expect(mail).toBeVisible()
          await expect(back).toBeHidden()
        })
      },
    )

    test('each section changes what it says', { tag: '@all' }, async ({ page, gateway }) => {
      test.setTimeout(180_000)
      const account = `sections-${name}@ep.test`
      const say = words[language]
      await speak(page, language)
      await gateway.addAccount(account, password)
      const html = '<p>News</p><img src="https://tracker.example/a.png" alt="Ships" width="240" height="90">'
      await gateway.deliver({ from: 'Anna <anna@example.com>', to: account, subject: 'Newsletter', html })
      await signIn(page, account, language)

      await test.step('personal info, writing, sending and receipts: a message is written and goes so', async () => {
        await section(page, 'profile')
        await page.getByLabel(t('profile:name'), { exact: true }).fill('林 <b>一</b>')
        await button(page, t('profile:save')).click()
        await expect(page.getByText(t('profile:saved'))).toBeVisible()
        await section(page, 'writing')
        await choose(page, 'writingFont', 'serif')
        await section(page, 'sending')
        await choose(page, 'undoSend', '0')
        await section(page, 'receipts')
        await choose(page, 'askReceipt', 'never')
        await page.goto('/writeMail')
        await write(page, { to: account, subject: '见面', text: '您好' }, language)
        await expect(page.getByRole('textbox', { name: say.body }).getByText('您好')).toHaveCSS(
          'font-family',
          /Georgia/,
        )
        await button(page, t('compose:option.label')).click()
        const options = page.getByRole('group', { name: t('compose:option.label') })
        await expect(options.getByRole('checkbox', { name: t('compose:option.urgent') })).toBeVisible()
        await expect(options.getByRole('checkbox', { name: t('compose:option.receipt') })).toHaveCount(0)
        await button(page, say.send).click()
        await expect(page).toHaveURL(/\/Success/)
        await expect(button(page, say.now)).toHaveCount(0)
      })

      await test.step('reading: an opened message stays unread, and is from the name of the personal info', async () => {
        await section(page, 'reading')
        await choose(page, 'markRead', 'never')
        await expectRows(page, '/receive', /见面/)
        const mail = page.getByRole('row', { name: /见面/ })
        await expect(mail).toContainText('林 <b>一</b>')
        await mail.click()
        await expect(page.frameLocator('iframe').first().getByText('您好')).toBeVisible()
        // A mark that were under way would go out before what is opened next is asked for.
        await page.goBack()
        await page.getByRole('row', { name: /Newsletter/ }).click()
        await expect(button(page, t('reading:alwaysImages'))).toBeVisible()
        await page.goto('/receive')
        await expect(mail).toHaveClass(/unread/)
      })

      await test.step('remote images: a sender who was taken off is asked about again', async () => {
        await page.getByRole('row', { name: /Newsletter/ }).click()
        await button(page, t('reading:alwaysImages')).click()
        await expect(button(page, t('reading:alwaysImages'))).toHaveCount(0)
        await section(page, 'pictures')
        await button(page, t('settings:imageSenderRemoveNamed', { address: 'anna@example.com' })).click()
        await expect(page.getByText(t('settings:imageSendersNone'))).toBeVisible()
        await expectSound(page)
        await page.goto('/receive')
        await page.getByRole('row', { name: /Newsletter/ }).click()
        await expect(button(page, t('reading:alwaysImages'))).toBeVisible()
      })

      await test.step('notices: folders and people stay as they were chosen', async () => {
        await section(page, 'remind')
        const people = row(page, 'mutedPeople')
        await people.getByRole('combobox').fill('list@example.com')
        await people.getByRole('combobox').press('Enter')
        await expect(people).toContainText(t('settings:saved'))
        await row(page, 'badge').getByRole('switch').click()
        await expect(row(page, 'badge')).toContainText(t('settings:saved'))
        await page.reload()
        await expect(people).toContainText('list@example.com')
        await expect(row(page, 'badge').getByRole('switch')).not.toBeChecked()
        await expectSound(page)
      })

      await test.step('keyboard: single letters are text alone', async () => {
        const help = page.getByRole('dialog')
        await page.goto('/receive')
        await expect(page.getByRole('row', { name: /见面/ })).toBeVisible()
        await page.keyboard.press('?')
        await expect(help).toBeVisible()
        await page.keyboard.press('Escape')
        await section(page, 'keyboard')
        await row(page, 'shortcuts').getByRole('switch').click()
        await expect(row(page, 'shortcuts')).toContainText(t('settings:saved'))
        await page.goto('/receive')
        await expect(page.getByRole('row', { name: /见面/ })).toBeVisible()
        await page.keyboard.press('?')
        await page.keyboard.press('c')
        // What letters open is there by now: a row has been opened by a key that is no letter.
        await page.getByRole('row', { name: /见面/ }).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('article')).toBeVisible()
        await expect(help).toHaveCount(0)
      })

      // Where a mail server has the passwords, they are changed there.
      if (isOverServers) return

      await test.step('password: the new one signs in, the old one does not', async () => {
        await section(page, 'password')
        await page.getByLabel(t('settings:password.old'), { exact: true }).fill(password)
        await page.getByLabel(t('settings:password.fresh'), { exact: true }).fill(newPassword)
        await page.getByLabel(t('settings:password.again'), { exact: true }).fill(newPassword)
        await button(page, t('settings:password.change')).click()
        await expect(page.getByText(t('settings:password.changed'))).toBeVisible()
        await expectSound(page)
        await page.getByRole('button', { name: t('layout:account', { name: '林 <b>一</b>' }) }).click()
        await page.getByRole('menuitem', { name: t('layout:signOut') }).click()
        await expect(page.getByLabel(say.account, { exact: true })).toBeVisible()
        await page.goto('/login')
        await page.getByLabel(say.account, { exact: true }).fill(account)
        await page.getByLabel(say.password, { exact: true }).fill(password)
        await button(page, say.signIn).click()
        // What is refused is emptied.
        await expect(page.getByLabel(say.password, { exact: true })).toHaveValue('')
        await page.getByLabel(say.password, { exact: true }).fill(newPassword)
        await button(page, say.signIn).click()
        await page.waitForURL('**/receive')
      })
    })
  })
}
