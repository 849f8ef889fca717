/** What is written stays, whatever happens to the line or in another window: R7 and R13 in a real browser. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue, words, write } from '../shell'

test.use({ isKilled: true })

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    saved: /草稿已于 .* 保存/,
    away: /离线，已保存在本设备|内容已保存在本设备/,
    title: '此草稿已在其他窗口中修改',
    both: '两份都保留',
    choose: '选择文件',
    retry: '重试',
    remove: '移除 plan.bin',
    notYet: '您有附件尚未上传完成',
  },
  {
    language: 'en-US',
    width: 390,
    saved: /Draft saved/,
    away: /kept on this device/i,
    title: 'This draft was changed in another window',
    both: 'Keep both',
    choose: 'Choose files',
    retry: 'Retry',
    remove: 'Remove plan.bin',
    notYet: 'You have attachments not yet uploaded',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** Three parts of it. */
const file = Buffer.from(Uint8Array.from({ length: 2_500_000 }, (_unused, at) => (at * 7) % 251))
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

for (const say of journeys) {
  const { language, width } = say
  const its = words[language]

  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    const subject = (page: Page) => page.getByRole('textbox', { name: its.subject })

    test('R7: a draft in two tabs keeps both texts, and the person chooses', { tag: '@all' }, async ({
      page,
      context,
      gateway,
    }) => {
      await gateway.addAccount('lin@ep.test', password)
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      await page.goto('/writeMail')
      await write(page, { subject: 'Plan', text: 'First.' }, language)
      await expect(page.getByText(say.saved)).toBeVisible()
      await expect(page).toHaveURL(/draft=/)
      const other = await context.newPage()
      await speak(other, language)
      await other.goto(page.url())
      await expect(subject(other)).toHaveValue('Plan')
      await subject(other).fill('Plan B')
      await other.keyboard.press('ControlOrMeta+s')
      await expect(other.getByText(say.saved)).toBeVisible()

      await page.bringToFront()
      await subject(page).fill('Plan A')
      await page.keyboard.press('ControlOrMeta+s')
      const dialog = page.getByRole('dialog', { name: say.title })
      await expect(dialog).toBeVisible()
      await expectSound(page)
      await dialog.getByRole('button', { name: say.both }).press('Enter')
      await expect(dialog).toBeHidden()
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByText(say.saved)).toBeVisible()
      await expect(subject(page)).toHaveValue('Plan A')
      await other.close()
      await page.goto('/draft')
      await expect(page.getByRole('row', { name: /Plan A/ })).toHaveCount(1)
      await expect(page.getByRole('row', { name: /Plan B/ })).toHaveCount(1)
    })

    test('R13: a file whose gateway dies on the way goes on where it was, and no word is lost', {
      tag: '@all',
    }, async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', password)
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      await page.goto('/writeMail')
      await write(page, { to: 'lin@ep.test', subject: 'Plan', text: 'Before. ' }, language)
      await expect(page.getByText(say.saved)).toBeVisible()

      const offsets: string[] = []
      await page.route('**/writemail/uploadPart.action*', async (route) => {
        offsets.push(new URL(route.request().url()).searchParams.get('offset') ?? '')
        if (offsets.length === 2) await gateway.kill()
        await route.continue()
      })
      await page
        .getByLabel(say.choose)
        .setInputFiles({ name: 'plan.bin', mimeType: 'application/octet-stream', buffer: file })
      const files = page.getByRole('group', { name: its.files })
      await expect(files.getByRole('button', { name: say.retry })).toBeVisible()
      await write(page, { text: 'After. ' }, language)
      await expect(page.getByText(say.away)).toBeVisible()
      await expectSound(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.getByText(say.notYet)).toBeVisible()

      await gateway.start()
      await files.getByRole('button', { name: say.retry }).press('Enter')
      await expect(files.getByRole('button', { name: say.remove })).toBeVisible()
      // The first part was not sent again.
      expect(offsets.filter((offset) => offset === '0')).toHaveLength(1)
      await expect(page.getByRole('textbox', { name: its.body })).toContainText('After. Before.')
      await page.getByRole('button', { name: its.send, exact: true }).press('Enter')
      await page.waitForURL('**/Success**')
      await page.getByRole('button', { name: its.now, exact: true }).press('Enter')
      await expect(page.getByText(its.gone)).toBeVisible()
      await expectRows(page, '/receive', /Plan/)
      await page.getByRole('row', { name: /Plan/ }).press('Enter')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /plan\.bin/ }).press('Enter'),
      ])
      expect(sha(await readFile(await download.path()))).toBe(sha(file))
    })
  })
}
