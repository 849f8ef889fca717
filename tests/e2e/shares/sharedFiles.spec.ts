/** A folder is shared with a code, and opened by somebody who is signed in nowhere. */
import { readFile } from 'node:fs/promises'
import { readZip } from '../../support/mail/readZip'
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'shared-files-zh@ep.test',
    newFolder: '新建文件夹',
    name: '名称',
    save: '保存',
    folder: /^合同，文件夹/,
    file: /^报价\.txt，文本/,
    mine: '我的文件',
    select: '选择“合同”',
    share: '分享',
    code: '访问码（可选）',
    make: '生成链接',
    link: '分享链接',
    shares: '我的分享',
    field: '访问码',
    open: '打开',
    wrong: '访问码错误，还可以试 9 次',
    left: /剩余 1[45]:\d\d/,
    download: '下载 报价.txt',
    zip: '下载此文件夹（ZIP）',
    revoke: '撤销“合同”的分享',
    yes: '撤销',
    ended: '链接已撤销',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'shared-files-en@ep.test',
    newFolder: 'New folder',
    name: 'Name',
    save: 'Save',
    folder: /^合同, Folder/,
    file: /^报价\.txt, Text/,
    mine: 'My files',
    select: 'Select “合同”',
    share: 'Share',
    code: 'Code (optional)',
    make: 'Make a link',
    link: 'Link',
    shares: 'My shares',
    field: 'Code',
    open: 'Open',
    wrong: 'Wrong code. 9 tries left',
    left: /1[45]:\d\d left/,
    download: 'Download 报价.txt',
    zip: 'Download this folder (ZIP)',
    revoke: 'Revoke the share of “合同”',
    yes: 'Revoke',
    ended: 'This link was revoked',
  },
] as const

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a folder is shared with a code, opened and saved elsewhere, and revoked', async ({
      page,
      gateway,
      browser,
    }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)

      const link = await test.step('from My files, with a code', async () => {
        await page.goto('/records')
        await page.getByRole('region', { name: say.mine }).getByRole('button', { name: say.newFolder }).click()
        await page.getByRole('textbox', { name: say.name }).fill('合同')
        await page.getByRole('button', { name: say.save, exact: true }).click()
        await page.getByRole('row', { name: say.folder }).getByText('合同').click()
        await page.waitForURL('**/records?*folder=*')
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: '报价.txt', mimeType: 'text/plain', buffer: Buffer.from('a,b') })
        await expect(page.getByRole('row', { name: say.file })).toBeVisible()
        await page.goto('/records')
        await page.getByRole('checkbox', { name: say.select }).click()
        await page.getByRole('button', { name: say.share, exact: true }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(say.code).fill('8341')
        await expectSound(page)
        await dialog.getByRole('button', { name: say.make }).click()
        const made = await dialog.getByLabel(say.link, { exact: true }).inputValue()
        await dialog.getByRole('link', { name: say.shares }).click()
        await expect(page.getByRole('button', { name: say.revoke })).toBeVisible()
        await expectSound(page)
        return made
      })

      const context = await browser.newContext({ locale: say.language, viewport: page.viewportSize() })
      const guest = await context.newPage()
      await speak(guest, say.language)
      await test.step('a wrong code opens nothing, the right one the folder', async () => {
        await guest.goto(link)
        await guest.getByLabel(say.field).fill('0000')
        await guest.keyboard.press('Enter')
        await expect(guest.getByText(say.wrong)).toBeVisible()
        await expect(guest.getByText('合同')).toHaveCount(0)
        await guest.getByLabel(say.field).fill('8341')
        await guest.keyboard.press('Enter')
        await expect(guest.getByText(say.left)).toBeVisible()
        // By keys alone.
        await guest.getByRole('button', { name: '合同' }).focus()
        await guest.keyboard.press('Enter')
        await expect(guest.getByRole('button', { name: say.download })).toBeVisible()
        await expectSound(guest)
      })

      await test.step('a file and the folder are saved as they are', async () => {
        const saved = async (name: string) => {
          const [download] = await Promise.all([
            guest.waitForEvent('download'),
            guest.getByRole('button', { name }).click(),
          ])
          return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
        }
        const file = await saved(say.download)
        expect([file.name, file.bytes.toString()]).toEqual(['报价.txt', 'a,b'])
        const zip = await saved(say.zip)
        expect([zip.name, [...readZip(zip.bytes).keys()]]).toEqual(['合同.zip', ['合同/报价.txt']])
      })

      await test.step('revoked, it is over at once', async () => {
        await page.getByRole('button', { name: say.revoke }).click()
        await page.getByRole('dialog').getByRole('button', { name: say.yes, exact: true }).click()
        await expect(page.getByRole('button', { name: say.revoke })).toHaveCount(0)
        await guest.getByRole('button', { name: say.download }).click()
        await expect(guest.getByRole('heading', { name: say.ended })).toBeVisible()
        await context.close()
      })
    })
  })
}
