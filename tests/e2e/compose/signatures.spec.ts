/** A signature is written, chosen, put in, exchanged and sent, with its picture. */
import { expect, testOverShared as test } from '../gateway'
import {
  expectRows,
  expectSound,
  modes,
  paintedContrast,
  password,
  sendAtOnce,
  showMode,
  signIn,
  speak,
  type Tongue,
  words,
  write,
} from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'signed-zh@ep.test',
    add: '新建签名',
    title: '标题',
    text: '签名内容',
    pick: '选择图片',
    count: '8 / 1,200',
    save: '保存',
    listed: '您的签名',
    forNew: '新邮件使用',
    options: '发送选项',
    signature: '签名',
    none: '不使用签名',
    undo: '撤销输入',
    more: '更多格式',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'signed-en@ep.test',
    add: 'New signature',
    title: 'Title',
    text: 'Signature text',
    pick: 'Choose pictures',
    count: '8 / 1,200',
    save: 'Save',
    listed: 'Your signatures',
    forNew: 'For new messages',
    options: 'Sending options',
    signature: 'Signature',
    none: 'No signature',
    undo: 'Undo typing',
    more: 'More formatting',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

for (const say of journeys) {
  const isPhone = say.width < 600
  test.describe(`${say.language} at ${say.width} px`, isPhone ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a signature stands below a message, is exchanged, comes back and goes with its picture', async ({
      page,
      gateway,
    }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })

      await test.step('written with a picture, and chosen for new messages by itself', async () => {
        await page.goto('/Signature')
        await button(say.add).click()
        await page.getByRole('textbox', { name: say.title, exact: true }).fill('<i>工作</i>')
        const text = page.getByRole('textbox', { name: say.text })
        await text.click()
        await page.keyboard.type('林一二三')
        await expect(page.getByText(say.count)).toBeVisible()
        await page.getByLabel(say.pick).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
        await expect(text.getByRole('img', { name: 'logo' })).toHaveJSProperty('naturalWidth', 1)
        await expectSound(page)
        await button(say.save).click()
        await expect(page.getByRole('list', { name: say.listed })).toContainText('<i>工作</i>')
        const chosen = page.getByRole('combobox', { name: say.forNew })
        await expect(page.locator('.ant-select').filter({ has: chosen })).toContainText('<i>工作</i>')
      })

      const body = page.getByRole('textbox', { name: words[say.language].body })
      await test.step('put in, left out, and brought back by one Undo', async () => {
        await page.goto('/writeMail')
        await expect(body).toContainText('林一二三')
        await expect(body.getByRole('img', { name: 'logo' })).toHaveJSProperty('naturalWidth', 1)
        await write(page, { to: say.account, subject: '签名', text: '您好' }, say.language)
        await button(say.options).click()
        await button(say.signature).click()
        await expectSound(page)
        await button(say.none).click()
        await expect(body).not.toContainText('林一二三')
        await expect(body).toContainText('您好')
        await page.keyboard.press('Control+Z')
        await expect(body).toContainText('林一二三')
        await expect(body).toContainText('您好')
      })

      await test.step('read as well in the dark, whose colours stay in this window', async () => {
        for (const mode of modes) {
          await showMode(page, mode)
          await expect.poll(() => paintedContrast(body.getByText('林一二三')), mode).toBeGreaterThan(7)
        }
      })

      await test.step('sent with its picture', async () => {
        await button(words[say.language].send).click()
        await sendAtOnce(page, say.language)
        await expectRows(page, '/receive', /签名/)
        await page.getByRole('row', { name: /签名/ }).click()
        const mail = page.frameLocator('iframe').first()
        await expect(mail.getByText('林一二三')).toBeVisible()
        await expect(mail.locator('[style*="color"], [color]')).toHaveCount(0)
        await expect(mail.getByRole('img', { name: 'logo' })).toHaveJSProperty('naturalWidth', 1)
        for (const mode of modes) {
          await showMode(page, mode)
          await expect.poll(() => paintedContrast(mail.getByText('林一二三')), mode).toBeGreaterThan(7)
          await expectSound(page)
        }
      })
    })
  })
}
