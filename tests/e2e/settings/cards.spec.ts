/** A business card is made, goes with a message, is read by its recipient and becomes a contact. */
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
    account: 'card-zh@ep.test',
    add: '新建名片',
    name: '姓名',
    company: '第 1 项的内容',
    email: '第 4 项的内容',
    logo: '选择图片',
    refused: '不支持的图片格式',
    fashion: '时尚',
    isDefault: '默认发送',
    preview: '预览',
    save: '保存',
    goes: '名片：林晓 <b>',
    card: '名片',
    keep: '添加到联系人',
    open: '打开联系人',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'card-en@ep.test',
    add: 'New card',
    name: 'Name',
    company: 'Text of item 1',
    email: 'Text of item 4',
    logo: 'Choose a picture',
    refused: 'Unsupported image format',
    fashion: 'Fashion',
    isDefault: 'Send by default',
    preview: 'Preview',
    save: 'Save',
    goes: 'Card: 林晓 <b>',
    card: 'Business card',
    keep: 'Add to contacts',
    open: 'Open the contact',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 900 }, locale: say.language })

    test('a business card is made, goes with a message once, and its reader saves it', async ({ page, gateway }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)

      await test.step('made beside its preview, with a logo', async () => {
        await page.goto('/Signature')
        await page.getByRole('button', { name: say.add }).click()
        const form = page.locator('.cards-form')
        await form.getByLabel(say.name, { exact: true }).fill('林晓 <b>')
        await form.getByLabel(say.company).fill('易邮科技')
        await form.getByLabel(say.email).fill(say.account)
        const choose = form.locator('input[type=file]')
        await expect(choose).toBeHidden()
        await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
        await expect(form.getByText(say.refused)).toBeVisible()
        await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
        await form.getByText(say.fashion).click()
        await form.getByRole('switch', { name: say.isDefault }).click()
        const preview = form.frameLocator('iframe')
        await expect(preview.getByText('林晓 <b>')).toBeVisible()
        await expect(preview.getByRole('img', { name: 'vCard' })).toHaveJSProperty('complete', true)
        for (const mode of modes) {
          await showMode(page, mode)
          await expect.poll(() => paintedContrast(preview.getByText('易邮科技')), mode).toBeGreaterThan(4.5)
        }
        await expectSound(page)
        await form.getByRole('button', { name: say.save }).click()
        await expect(page.getByRole('list').getByText('林晓 <b>')).toBeVisible()
        await expectSound(page)
      })

      await test.step('goes with a message, where it is a chip', async () => {
        await page.goto('/writeMail')
        await expect(page.getByText(say.goes)).toBeVisible()
        await write(page, { to: say.account, subject: '见面', text: '您好' }, say.language)
        await page.getByRole('button', { name: words[say.language].send, exact: true }).click()
        await sendAtOnce(page, say.language)
      })

      await test.step('is read, and its writer becomes a contact', async () => {
        await expectRows(page, '/receive', /见面/)
        await page.getByRole('row', { name: /见面/ }).click()
        const mail = page.frameLocator('iframe').first()
        await expect(mail.getByText('林晓 <b>')).toHaveCount(1)
        const code = mail.getByRole('img', { name: 'vCard' })
        await expect(code).toBeVisible()
        await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
        const received = page.getByRole('region', { name: say.card })
        await expect(received.getByRole('heading')).toHaveText('林晓 <b>')
        await received.getByRole('button', { name: say.keep }).click()
        await expect(received.getByRole('link', { name: say.open })).toBeVisible()
        for (const mode of modes) {
          await showMode(page, mode)
          for (const text of ['林晓 <b>', '易邮科技'])
            await expect
              .poll(() => paintedContrast(mail.getByText(text)), `${text} in the ${mode}`)
              .toBeGreaterThan(4.5)
          await expect.poll(() => paintedContrast(received.getByRole('heading')), mode).toBeGreaterThan(4.5)
          await expectSound(page)
        }
      })
    })
  })
}
