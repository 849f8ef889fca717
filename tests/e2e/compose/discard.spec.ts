/** A message thrown away while it is written comes back with one press; what formats its text. */
import { expect, test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue, words, write } from '../shell'

for (const { language, width, tag, ...says } of [
  {
    language: 'zh-CN',
    width: 1440,
    tag: [],
    write: '写信',
    discard: '舍弃',
    discarded: '草稿已舍弃',
    undo: '撤销',
    saved: /草稿已于/,
    drafts: '/draft',
    format: '文字格式',
    more: '更多格式',
    table: '表格',
    insert: '插入',
    emoji: '表情',
    strike: '删除线',
    remove: '移除 合同.txt',
  },
  {
    language: 'en-US',
    width: 390,
    tag: ['@all'],
    write: 'Write',
    discard: 'Discard',
    discarded: 'Draft discarded',
    undo: 'Undo',
    saved: /Draft saved/,
    drafts: '/draft',
    format: 'Text formatting',
    more: 'More formatting',
    table: 'Table',
    insert: 'Insert',
    emoji: 'Emoji',
    strike: 'Strikethrough',
    remove: 'Remove 合同.txt',
  },
] as const satisfies readonly { language: Tongue; [key: string]: unknown }[]) {
  const say = words[language]

  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    test('what is thrown away comes back with every word, recipient and file', { tag: [...tag] }, async ({
      page,
      gateway,
    }) => {
      const address = `discard-${width}@ep.test`
      await gateway.addAccount(address, password)
      await speak(page, language)
      await signIn(page, address, language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const body = page.getByRole('textbox', { name: say.body })
      // On a phone it has a page of its own, to which Undo leads back.
      if (width < 600) await page.goto('/writeMail')
      else await button(says.write).press('Enter')
      await write(page, { to: 'wang@ep.test', subject: 'Plan', text: 'Agreed.' }, language)
      const file = { name: '合同.txt', mimeType: 'text/plain', buffer: Buffer.from('clause 4') }
      await page.locator('.compose-files input[type="file"]').setInputFiles(file)
      await expect(button(says.remove)).toBeVisible()
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByText(says.saved)).toBeVisible()

      await button(says.discard).press('Enter')
      await expect(page.getByText(says.discarded)).toBeVisible()
      await expect(body).toHaveCount(0)
      await expectSound(page)
      await button(says.undo).press('Enter')
      await expect(body).toContainText('Agreed.')
      await expect(page.getByRole('textbox', { name: say.subject })).toHaveValue('Plan')
      await expect(button('wang@ep.test')).toBeVisible()
      await expect(button(says.remove)).toBeVisible()
      await expect(page.getByText(says.saved)).toBeVisible()

      await button(says.discard).press('Enter')
      await expect(body).toHaveCount(0)
      await page.goto(says.drafts)
      await expect(page.getByRole('row', { name: /Plan/ })).toHaveCount(0)
      await page.goto('/folder/deleted')
      await expect(page.getByRole('row', { name: /Plan/ })).toHaveCount(1)
    })

    test('text is formatted in one row, and behind one button where that is full', { tag: '@all' }, async ({
      page,
      gateway,
    }) => {
      const address = `format-${width}@ep.test`
      await gateway.addAccount(address, password)
      await speak(page, language)
      await signIn(page, address, language)
      await page.goto('/writeMail')
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const body = page.getByRole('textbox', { name: say.body })
      const tools = page.getByRole('toolbar', { name: says.format })
      if (width < 600) await button(says.format).press('Enter')
      await expect(tools).toBeVisible()
      const height = (await tools.boundingBox())?.height ?? 0
      expect(height).toBeLessThanOrEqual(width < 600 ? 54 : 42)

      await test.step('a hyphen begins a list, and so does a number', async () => {
        await body.click()
        await page.keyboard.type('- one')
        await expect(body.locator('ul > li')).toHaveText('one')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
        await page.keyboard.type('1. two')
        await expect(body.locator('ol > li')).toHaveText('two')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
      })

      await test.step('what found no place is behind the last button', async () => {
        if (width < 600) {
          await expect(button(says.table)).toBeHidden()
          await button(says.more).press('Enter')
        }
        await expect(button(says.strike)).toBeVisible()
        await expectSound(page)
        await body.click()
        await page.keyboard.press('ControlOrMeta+End')
        await button(says.table).click()
        await expectSound(page)
        await page.getByRole('dialog').getByRole('button', { name: says.insert, exact: true }).press('Enter')
        await expect(body.locator('td')).toHaveCount(9)
        await page.keyboard.press('ControlOrMeta+End')
        await button(says.emoji).click()
        await page.getByRole('dialog').getByRole('button', { name: '👍', exact: true }).press('Enter')
        await expect(body).toContainText('👍')
      })

      await test.step('in the dark no white sheet stands in the window', async () => {
        await page.evaluate(() => document.documentElement.toggleAttribute('data-dark', true))
        await expect(body).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
      })

      await test.step('paragraphs stand as far apart as they will be read', async () => {
        await page.evaluate(() => {
          const data = new DataTransfer()
          data.setData('text/html', '<p>First</p><p>Second <a href="https://ep.test">link</a></p>')
          document
            .querySelector('.compose-editor')
            ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        })
        await expect(body.locator('p').last()).toContainText('Second')
        await expect(body.locator('p').last()).toHaveCSS('margin-top', '14px')
        await expect(body.locator('p').first()).toHaveText('First')
      })

      await test.step('what comes from Word keeps its paragraphs and its table', async () => {
        const cells = await body.locator('td').count()
        await page.evaluate(() => {
          const cell = (words: string) =>
            `<td width=200 style='width:150pt;border:solid windowtext 1.0pt'><p class=MsoNormal>${words}<o:p></o:p></p></td>`
          const html =
            `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">` +
            `<style><!-- p.MsoNormal {margin:0cm;} --></style></head><body><!--StartFragment-->` +
            `<p class=MsoNormal>One of Word<o:p></o:p></p><p class=MsoNormal>Two of Word<o:p></o:p></p>` +
            `<table class=MsoTableGrid border=1><tr>${cell('A1')}${cell('B1')}</tr><tr>${cell('A2')}${cell('B2')}</tr></table>` +
            `<!--EndFragment--></body></html>`
          const data = new DataTransfer()
          data.setData('text/html', html)
          document
            .querySelector('.compose-editor')
            ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        })
        await expect(body.locator('td')).toHaveCount(cells + 4)
        await expect(body.locator('td').filter({ hasText: /^B2$/ })).toBeVisible()
        for (const words of ['One of Word', 'Two of Word'])
          await expect(body.locator('p, div').filter({ hasText: new RegExp(`^${words}$`) })).not.toHaveCount(0)
        await expect(body).not.toContainText('MsoNormal')
      })
    })
  })
}
