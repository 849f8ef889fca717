/** Mail leaves as files and comes in again: what was exported and imported elsewhere is the same, byte for byte. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readZip } from '../../support/mail/readZip'
import { expect, test } from '../gateway'
import { expectSound, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    all: '全选本页邮件',
    toolbar: '邮件操作',
    more: '更多',
    save: '另存为 .eml',
    zip: '导出为 .zip',
    archive: '收件箱.zip',
    exported: '已导出 3 封邮件',
    listMenu: '列表操作',
    importMail: '导入邮件…',
    title: '导入邮件',
    into: '导入到',
    sent: '已发送',
    choose: '选择文件',
    begin: '开始导入',
    some: '已导入 3 封邮件，1 项未能导入',
    ended: '已结束的操作',
    details: '查看详情',
    result: '导入结果',
    notMail: '这不是邮件',
    close: '关闭',
    grid: '已发送',
  },
  {
    language: 'en-US',
    width: 1024,
    all: 'Select all on this page',
    toolbar: 'Message actions',
    more: 'More',
    save: 'Save as .eml',
    zip: 'Export as .zip',
    archive: 'Inbox.zip',
    exported: '3 messages exported',
    listMenu: 'List actions',
    importMail: 'Import messages…',
    title: 'Import messages',
    into: 'Into folder',
    sent: 'Sent',
    choose: 'Choose files',
    begin: 'Import',
    some: '3 messages imported, 1 refused',
    ended: 'Ended work',
    details: 'Details',
    result: 'Result of the import',
    notMail: 'This file is not a message',
    close: 'Close',
    grid: 'Sent',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** What the browser saves when something is pressed. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ download: Download; bytes: Buffer }> {
  const waiting = page.waitForEvent('download')
  await press()
  const download = await waiting
  return { download, bytes: await readFile(await download.path()) }
}

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, () => {
    test.use({ viewport: { width: say.width, height: 900 } })

    test('what leaves as files comes in the same', async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
      for (const subject of ['One', '二 / 2', 'Three'])
        await gateway.deliver({ from: 'anna@example.com', to: 'lin@ep.test', subject, text: `Text of ${subject} 一` })
      await speak(page, say.language)
      await signIn(page, 'lin@ep.test', say.language)
      const toolbar = page.getByRole('toolbar', { name: say.toolbar })
      const chooseMore = async (name: string) => {
        await toolbar.getByRole('button', { name: say.more, exact: true }).press('Enter')
        await page.getByRole('menuitem', { name }).press('Enter')
      }

      await expect(page.getByRole('row', { name: /Three/ })).toBeVisible()
      await page.getByRole('checkbox', { name: say.all }).check()
      const all = await saved(page, () => chooseMore(say.zip))
      expect(all.download.suggestedFilename()).toBe(say.archive)
      await expect(page.getByText(say.exported)).toBeVisible()
      const files = [...readZip(all.bytes)]
      expect(files.map(([name]) => name.replace(/\d{4}-\d\d-\d\d/, 'day'))).toEqual([
        '0001 day Three.eml',
        '0002 day 二 _ 2.eml',
        '0003 day One.eml',
      ])

      await page.getByRole('checkbox', { name: say.all }).uncheck()
      await page.getByRole('row', { name: /One/ }).getByRole('checkbox').check()
      const one = await saved(page, () => chooseMore(say.save))
      expect(one.download.suggestedFilename()).toBe('One.eml')
      expect(one.bytes.equals(files[2]?.[1] ?? Buffer.alloc(0))).toBe(true)

      await page.getByRole('row', { name: /One/ }).getByRole('checkbox').uncheck()
      await page.getByRole('button', { name: say.listMenu, exact: true }).press('Enter')
      await page.getByRole('menuitem', { name: say.importMail }).press('Enter')
      const dialog = page.getByRole('dialog', { name: say.title })
      await dialog.getByRole('combobox', { name: say.into }).selectOption({ label: say.sent })
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: say.choose }).press('Enter')
      await (await chooser).setFiles([
        { name: 'all.zip', mimeType: 'application/zip', buffer: all.bytes },
        { name: 'photo.eml', mimeType: 'message/rfc822', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
      ])
      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await expectSound(page)
      await dialog.getByRole('button', { name: say.begin, exact: true }).press('Enter')

      const ended = page.getByRole('region', { name: say.ended })
      await expect(ended.getByText(say.some)).toBeVisible()
      await expect(page.getByRole('grid', { name: say.grid }).getByRole('row', { name: /Three/ })).toBeVisible()
      await ended.getByRole('button', { name: say.details }).press('Enter')
      const result = page.getByRole('dialog', { name: say.result })
      await expect(result.getByRole('listitem').filter({ hasText: 'photo.eml' })).toContainText(say.notMail)
      await expectSound(page)
      await result.getByRole('button', { name: say.close }).press('Enter')
      await ended.getByRole('button', { name: say.close }).press('Enter')

      // The list follows the import mail by mail, and keeps under the pill what comes while a row has the focus.
      await page.getByRole('button', { name: /^(刷新|Update the list)$/ }).click()
      await expect(page.getByRole('grid', { name: say.grid }).getByRole('row')).toHaveCount(3)
      await page.getByRole('checkbox', { name: say.all }).check()
      const again = await saved(page, () => chooseMore(say.zip))
      const texts = (archive: Buffer) =>
        [...readZip(archive).values()].map((bytes) => bytes.toString('latin1')).toSorted()
      expect(texts(again.bytes)).toEqual(texts(all.bytes))
    })
  })
}
