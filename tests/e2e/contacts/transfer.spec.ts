/** Contacts come in from a csv and a vcf, an import is undone, and what leaves as a file comes back the same. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import iconv from 'iconv-lite'
import { expect, testOverShared as test } from '../gateway'
import { ask, expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'files-zh@ep.test',
    title: '通讯录',
    menu: '导入和导出',
    import: '导入联系人…',
    export: '导出联系人…',
    importTitle: '导入联系人',
    exportTitle: '导出联系人',
    choose: '选择文件',
    next: '下一步',
    start: '开始导入',
    encoding: '编码',
    field: '客户名 对应的字段',
    name: '姓名',
    needs: '请至少指定姓名和邮箱各一列。',
    group: '加入联系组',
    newGroup: '新建联系组…',
    groupName: '新联系组的名称',
    keepBoth: /^两个都保留/,
    done: '导入完成',
    added: '新增 2 位',
    refused: '1 位没有导入',
    refusedList: '下载未导入的行（csv）',
    refusedFile: '客户 - 未导入.csv',
    why: '没有可用的邮箱地址',
    addedOne: '新增 1 位',
    undo: /^撤销导入/,
    undone: '导入已撤销',
    close: '关闭',
    csv: /^csv/,
    vcf: /^vcf（vCard 4/,
    download: '下载',
    file: '通讯录',
    merge: /^合并/,
    skipped: '跳过 2 位',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'files-en@ep.test',
    title: 'Contacts',
    menu: 'Import and export',
    import: 'Import contacts…',
    export: 'Export contacts…',
    importTitle: 'Import contacts',
    exportTitle: 'Export contacts',
    choose: 'Choose a file',
    next: 'Next',
    start: 'Start the import',
    encoding: 'Encoding',
    field: 'Field of 客户名',
    name: 'Name',
    needs: 'At least one column must be the name and one the email.',
    group: 'Add to a group',
    newGroup: 'New group…',
    groupName: 'Name of the new group',
    keepBoth: /^Keep both/,
    done: 'The import is done',
    added: '2 added',
    refused: '1 not imported',
    refusedList: 'Download the rows not imported (csv)',
    refusedFile: '客户 - not imported.csv',
    why: 'There is no usable email address',
    addedOne: '1 added',
    undo: /^Undo the import/,
    undone: 'The import was undone',
    close: 'Close',
    csv: /^csv/,
    vcf: /^vcf \(vCard 4/,
    download: 'Download',
    file: 'contacts',
    merge: /^Merge/,
    skipped: '2 skipped',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

type Words = (typeof journeys)[number]

const csv = iconv.encode('客户名,邮箱地址,手机\n王丽,li@x.test,+86 138\n李四,si@x.test,\n没有邮箱,,\n', 'gb18030')
const card = Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:王丽\r\nEMAIL:li@x.test\r\nEND:VCARD\r\n')

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

async function open(page: Page, say: Words, which: 'import' | 'export') {
  await page.getByRole('button', { name: say.menu }).click()
  await page.getByRole('menuitem', { name: say[which] }).click()
  const dialog = page.getByRole('dialog', { name: say[`${which}Title`] })
  await expect(dialog).toBeVisible()
  return dialog
}

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('contacts come from files, go again by Undo, and leave as files', async ({ page, gateway }) => {
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      await page.getByRole('link', { name: say.title }).click()
      const listed = () => ask(page, 'contact/queryAllContacts.action', {})
      const go = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).last().click()
      const pick = (name: string, buffer: Buffer) =>
        page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

      await test.step('a csv in GB18030, whose columns are named', async () => {
        const dialog = await open(page, say, 'import')
        await expectSound(page)
        await pick('客户.csv', csv)
        await expect(dialog.getByText('GB18030', { exact: false })).toBeVisible()
        await expect(dialog.getByRole('cell', { name: '王丽' })).toBeVisible()
        await expectSound(page)
        await go(say.next)
        await expect(dialog.getByText(say.needs)).toBeVisible()
        await dialog.getByRole('combobox', { name: say.field }).click()
        await page.getByTitle(say.name, { exact: true }).click()
        await expect(dialog.getByText(say.needs)).toHaveCount(0)
        // The list of the choice fades away.
        await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
        await expectSound(page)
        await go(say.next)
        await dialog.getByRole('combobox', { name: say.group }).click()
        await page.getByTitle(say.newGroup, { exact: true }).click()
        await dialog.getByRole('textbox', { name: say.groupName }).fill('客户')
        await expectSound(page)
        await go(say.start)
        await expect(dialog.getByRole('heading', { name: say.done })).toBeVisible()
        await expect(dialog.getByText(say.added)).toBeVisible()
        await expect(dialog.getByText(say.refused)).toBeVisible()
        await expectSound(page)
        const saved = page.waitForEvent('download')
        await go(say.refusedList)
        expect((await saved).suggestedFilename()).toBe(say.refusedFile)
        expect(await textOf(await saved)).toContain(`4,${say.why},没有邮箱`)
        await go(say.close)
        await expect(page.getByRole('row', { name: /王丽/ })).toBeVisible()
        expect(await listed()).toContain('"members":2')
      })

      await test.step('a vcf that keeps both, taken back', async () => {
        const dialog = await open(page, say, 'import')
        await pick('王丽.vcf', card)
        await go(say.next)
        await dialog.getByRole('radio', { name: say.keepBoth }).check()
        await go(say.start)
        await expect(dialog.getByText(say.addedOne)).toBeVisible()
        expect(await listed()).toContain('王丽 (2)')
        await dialog.getByRole('button', { name: say.undo }).click()
        await expect(dialog.getByRole('heading', { name: say.undone })).toBeVisible()
        expect(await listed()).not.toContain('王丽 (2)')
        await go(say.close)
      })

      await test.step('out as files, and in again without a change', async () => {
        for (const [format, ending] of [
          [say.csv, 'csv'],
          [say.vcf, 'vcf'],
        ] as const) {
          const dialog = await open(page, say, 'export')
          await dialog.getByRole('radio', { name: format }).check()
          await expectSound(page)
          const saved = page.waitForEvent('download')
          await go(say.download)
          const file = await saved
          expect(file.suggestedFilename()).toBe(`${say.file}.${ending}`)
          await expect(page.getByRole('dialog')).toHaveCount(0)
          const again = await open(page, say, 'import')
          await pick(file.suggestedFilename(), await readFile(await file.path()))
          await go(say.next)
          if (ending === 'csv') await go(say.next)
          await again.getByRole('radio', { name: say.merge }).check()
          await go(say.start)
          await expect(again.getByText(say.skipped)).toBeVisible()
          await go(say.close)
          await expect(page.getByRole('dialog')).toHaveCount(0)
        }
      })
    })
  })
}
