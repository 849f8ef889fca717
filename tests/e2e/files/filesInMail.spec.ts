/** Files of My files in a message, and what is too large for it as a link, which a stranger downloads. */
import { open, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { expectRows, expectSound, password, sendAtOnce, signIn, speak, words, write } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    account: 'files-in-mail-zh@ep.test',
    options: '发送选项',
    fromFiles: '从我的文件添加',
    copy: '作为附件添加',
    link: '作为链接添加',
    none: '必须至少选择一个文件',
    asLinks: /^作为下载链接发送/,
    guest: '有人给您发来一个文件',
    download: '下载',
    saveAll: '把 报价.csv 存到我的文件',
    saveHere: '存到这里',
    both: '保留两者',
    saved: '已把 1 个附件存到我的文件',
    once: /下载 1 次/,
    withdraw: '撤回“录像.mp4”的链接',
    yes: '撤回',
    withdrawn: '已撤回',
    ended: '链接已撤销',
  },
  {
    language: 'en-US',
    width: 390,
    account: 'files-in-mail-en@ep.test',
    options: 'Sending options',
    fromFiles: 'Add from My files',
    copy: 'Add as attachment',
    link: 'Add as link',
    none: 'Must select at least one file',
    asLinks: /^Send as download links/,
    guest: 'Somebody sent you a file',
    download: 'Download',
    saveAll: 'Save 报价.csv to My files',
    saveHere: 'Save here',
    both: 'Keep both',
    saved: 'Attachment saved to My files',
    once: /downloaded once/,
    withdraw: 'Withdraw the link to 录像.mp4',
    yes: 'Withdraw',
    withdrawn: 'Withdrawn',
    ended: 'This link was revoked',
  },
] as const

type Say = (typeof journeys)[number]

/** More than a message carries; nothing of it is written to the disk. */
const size = 60 * 1024 * 1024

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, say.width < 600 ? { tag: '@all' } : {}, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test('a stored file goes as a copy and as a link, and comes back', async ({ page, gateway }) => {
      const { language } = say
      const account = `stored-${say.account}`
      const dialog = page.getByRole('dialog')
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await speak(page, language)
      await gateway.addAccount(account, password)
      await signIn(page, account, language)
      await page.goto('/records')
      const small = { name: '报价.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') }
      await page.locator('input[type=file]').setInputFiles(small)
      await expect(page.getByRole('row', { name: /^报价\.csv/ })).toBeVisible()

      await page.goto('/writeMail')
      await write(page, { to: account, subject: 'Files', text: 'See below.' }, language)
      for (const way of [say.copy, say.link]) {
        await button(say.options).click()
        await button(say.fromFiles).click()
        if (way === say.copy) {
          await dialog.getByRole('button', { name: way, exact: true }).click()
          await expect(page.getByText(say.none)).toBeVisible()
          await expectSound(page)
        }
        await dialog.getByRole('checkbox', { name: /^报价\.csv/ }).check()
        await dialog.getByRole('button', { name: way, exact: true }).click()
        await expect(dialog).toHaveCount(0)
      }
      await expect(page.getByRole('group', { name: words[language].files }).getByText('报价.csv')).toBeVisible()
      await expect(page.getByRole('textbox', { name: words[language].body })).toContainText('报价.csv')

      await arrive(page, say)
      await button(say.saveAll).click()
      await dialog.getByRole('button', { name: say.saveHere }).click()
      await button(say.both).click()
      await expect(page.getByText(say.saved)).toBeVisible()
    })

    test(
      'what is too large goes as a link, which a stranger downloads',
      { tag: '@all' },
      async ({ page, gateway, browser }, info) => {
        const { language } = say
        const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
        await speak(page, language)
        await gateway.addAccount(say.account, password)
        await signIn(page, say.account, language)

        await test.step('it is offered as a link before it goes over', async () => {
          const path = info.outputPath('录像.mp4')
          const file = await open(path, 'w')
          await file.truncate(size)
          await file.close()
          await page.goto('/writeMail')
          await write(page, { to: say.account, subject: 'Files', text: 'See below.' }, language)
          await page.locator('.compose-files input[type=file]').setInputFiles(path)
          await expect(button(say.asLinks)).toBeVisible()
          await expectSound(page)
          await button(say.asLinks).click()
          await expect(page.getByRole('textbox', { name: words[language].body })).toContainText('录像.mp4')
          await expect(page.getByRole('progressbar')).toHaveCount(0)
          await arrive(page, say)
        })
        const found = page.frameLocator('iframe.mail-frame').getByRole('link', { name: '录像.mp4' })
        const link = String(await found.getAttribute('href'))

        const context = await browser.newContext({ locale: language, viewport: page.viewportSize() })
        const guest = await context.newPage()
        await test.step('a stranger downloads it', async () => {
          await speak(guest, language)
          await guest.goto(link)
          await expect(guest.getByRole('heading', { name: say.guest })).toBeVisible()
          await expectSound(guest)
          const [download] = await Promise.all([
            guest.waitForEvent('download'),
            guest.getByRole('button', { name: say.download, exact: true }).click(),
          ])
          expect(download.suggestedFilename()).toBe('录像.mp4')
          expect((await readFile(await download.path())).length).toBe(size)
        })

        await test.step('until its owner withdraws it', async () => {
          await page.goto('/records?tab=links')
          await expect(page.getByText(say.once)).toBeVisible()
          await expectSound(page)
          await button(say.withdraw).click()
          await page.getByRole('dialog').getByRole('button', { name: say.yes, exact: true }).click()
          await expect(page.getByText(say.withdrawn, { exact: true })).toBeVisible()
          await guest.reload()
          await expect(guest.getByRole('heading', { name: say.ended })).toBeVisible()
          await context.close()
        })
      },
    )
  })
}

/** Sends what was written to oneself, and opens it. */
async function arrive(page: Page, { language }: Say): Promise<void> {
  await page.getByRole('button', { name: words[language].send, exact: true }).click()
  await sendAtOnce(page, language)
  await expectRows(page, '/receive', /Files/)
  await page.getByRole('row', { name: /Files/ }).click()
}
