/** My files: uploaded, looked at, renamed, moved, deleted, brought back, downloaded. */
import type { Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'my-files-zh@ep.test',
    mine: '我的文件',
    empty: '这个文件夹是空的',
    newFolder: '新建文件夹',
    name: '名称',
    save: '保存',
    folder: /^合同，文件夹/,
    text: /^报告\.txt，文本/,
    pdf: /^发票\.pdf，PDF/,
    picture: /^照片\.png，图片/,
    renamed: /^年度报告\.txt/,
    of: (name: string) => `“${name}”的操作`,
    rename: '重命名',
    move: '移动',
    moveHere: '移动到这里',
    page: '发票.pdf，第 1 页',
    next: '下一个文件',
    close: '关闭',
    select: (name: string) => `选择“${name}”`,
    none: '必须至少选择一个文件',
    remove: '删除',
    undo: '撤销',
    grid: '以网格显示',
    list: '以列表显示',
    download: '下载',
    search: '按名称查找文件',
    trash: '已删除的文件',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'my-files-en@ep.test',
    mine: 'My files',
    empty: 'This folder is empty',
    newFolder: 'New folder',
    name: 'Name',
    save: 'Save',
    folder: /^合同, Folder/,
    text: /^报告\.txt, Text/,
    pdf: /^发票\.pdf, PDF/,
    picture: /^照片\.png, Picture/,
    renamed: /^年度报告\.txt/,
    of: (name: string) => `Actions for “${name}”`,
    rename: 'Rename',
    move: 'Move',
    moveHere: 'Move here',
    page: '发票.pdf, page 1',
    next: 'Next file',
    close: 'Close',
    select: (name: string) => `Select “${name}”`,
    none: 'Must select at least one file',
    remove: 'Delete',
    undo: 'Undo',
    grid: 'Show as a grid',
    list: 'Show as a list',
    download: 'Download',
    search: 'Find files by name',
    trash: 'Deleted files',
  },
] as const

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * A page with a script, which must not run, a black square, and 发票 above and below it in fonts that
 * are named and not held, as invoices do it: written in GBK and in UCS-2.
 */
function pdf(): Buffer {
  const content = '20 20 60 60 re f BT /F1 16 Tf 10 84 Td <B7A2C6B1> Tj ET BT /F2 16 Tf 10 4 Td <53D17968> Tj ET'
  const font = (encoding: string) =>
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [7 0 R] >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...['GBK-EUC-H', 'UniGB-UCS2-H'].map(font),
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 8 0 R /DW 1000
      /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>`,
    `<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0
      /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>`,
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, at) => {
    const start = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}`
  const end = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

/** Whether the canvas has something black on it. */
const isDrawn = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return false
    const { data } = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1) ?? {}
    return data !== undefined && data[3] === 255 && data[0] === 0
  })

/** Whether something dark stands between two heights of the canvas, in hundredths from its top. */
const hasInk = (page: Page, from: number, to: number) =>
  page.locator('canvas').evaluate(
    (canvas, [top, bottom]) => {
      if (!(canvas instanceof HTMLCanvasElement)) return false
      const at = (hundredths: number) => Math.round((canvas.height * hundredths) / 100)
      const { data = [] } = canvas.getContext('2d')?.getImageData(0, at(top), canvas.width, at(bottom) - at(top)) ?? {}
      return data.some((value, index) => index % 4 === 0 && value < 128 && data[index + 3] === 255)
    },
    [from, to] as const,
  )

for (const say of journeys) {
  const isPhone = say.width < 600
  test.describe(`${say.language} at ${say.width} px`, isPhone ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('files are uploaded, looked at, renamed, moved, deleted, brought back and downloaded', async ({
      page,
      gateway,
    }) => {
      const alerts: string[] = []
      page.on('dialog', (dialog) => alerts.push(dialog.message()))
      await speak(page, say.language)
      await gateway.addAccount(say.account, password)
      await signIn(page, say.account, say.language)
      const row = (name: RegExp) => page.getByRole('row', { name })
      const mine = page.getByRole('region', { name: say.mine })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const dialog = page.getByRole('dialog')
      const act = async (name: string, item: string) => {
        await button(say.of(name)).click()
        await page.getByRole('menuitem', { name: item, exact: true }).click()
      }

      await test.step('a folder is made, and files go up', async () => {
        await page.goto('/records')
        await expect(page.getByText(say.empty)).toBeVisible()
        await expectSound(page)
        await mine.getByRole('button', { name: say.newFolder }).click()
        await dialog.getByRole('textbox', { name: say.name }).fill('合同')
        await expectSound(page)
        await dialog.getByRole('button', { name: say.save }).click()
        await expect(row(say.folder)).toBeVisible()
        await page.locator('input[type=file]').setInputFiles([
          { name: '报告.txt', mimeType: 'text/plain', buffer: Buffer.from('季度<b>报告</b>') },
          { name: '发票.pdf', mimeType: 'application/pdf', buffer: pdf() },
          { name: '照片.png', mimeType: 'image/png', buffer: picture },
        ])
        for (const name of [say.text, say.pdf, say.picture]) await expect(row(name)).toBeVisible()
        await expectSound(page)
      })

      await test.step('each is looked at in place', async () => {
        await row(say.text).getByText('报告.txt').click()
        await expect(dialog.getByRole('textbox')).toHaveValue('季度<b>报告</b>')
        await button(say.next).click()
        await expect(page.getByRole('img', { name: say.page })).toBeVisible()
        await expect.poll(() => isDrawn(page)).toBe(true)
        expect([await hasInk(page, 2, 17), await hasInk(page, 83, 99)]).toEqual([true, true])
        await expectSound(page)
        await button(say.next).click()
        await expect(dialog.getByRole('img', { name: '照片.png' })).toHaveJSProperty('naturalWidth', 1)
        await dialog.getByRole('button', { name: say.close, exact: true }).last().click()
        await expect(dialog).toHaveCount(0)
        expect(alerts).toEqual([])
      })

      await test.step('one is renamed, and moved', async () => {
        await act('报告.txt', say.rename)
        await dialog.getByRole('textbox', { name: say.name }).fill('年度报告.txt')
        await page.keyboard.press('Enter')
        await expect(row(say.renamed)).toBeVisible()
        await act('年度报告.txt', say.move)
        await dialog.getByRole('button', { name: '合同' }).click()
        await expectSound(page)
        await dialog.getByRole('button', { name: say.moveHere }).click()
        await expect(row(say.renamed)).toHaveCount(0)
      })

      await test.step('an action wants a selection; what is deleted is brought back', async () => {
        await mine.getByRole('button', { name: say.remove, exact: true }).click()
        await expect(page.getByText(say.none)).toBeVisible()
        await page.getByRole('checkbox', { name: say.select('照片.png') }).click()
        await mine.getByRole('button', { name: say.remove, exact: true }).click()
        await expect(row(say.picture)).toHaveCount(0)
        await button(say.undo).click()
        await expect(row(say.picture)).toBeVisible()
      })

      await test.step('by keys alone, as tiles', async () => {
        await button(say.grid).click()
        await expectSound(page)
        await row(say.folder).focus()
        await page.keyboard.press('Enter')
        await expect(row(say.renamed)).toBeVisible()
        await row(say.renamed).focus()
        await page.keyboard.press('Delete')
        await expect(page.getByText(say.empty)).toBeVisible()
        await button(say.undo).click()
        await expect(row(say.renamed)).toBeVisible()
        await button(say.list).click()
      })

      await test.step('downloaded under its own name, and found by sound', async () => {
        const coming = page.waitForEvent('download')
        await act('年度报告.txt', say.download)
        expect((await coming).suggestedFilename()).toBe('年度报告.txt')
        await page.getByRole('searchbox', { name: say.search }).fill('zhaopian')
        await expect(row(say.picture)).toBeVisible()
        await button(say.trash).click()
        await expectSound(page)
      })
    })
  })
}
