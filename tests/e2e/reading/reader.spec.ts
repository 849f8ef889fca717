/** Reading in a real browser: the divider, what is known of the sender, folded quotes, files in place, leaving a list, and paper. */
import type { Locator } from '@playwright/test'
import { authServer, expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'
import { readerMail } from './readerMails'
import { readerWords } from './readerTexts'

for (const [language, address] of [
  ['zh-CN', 'reader-zh@ep.test'],
  ['en-US', 'reader-en@ep.test'],
] as const satisfies [Tongue, string][]) {
  test(`reading, ${language}`, async ({ page, gateway, context }) => {
    const say = readerWords[language]
    const frame = page.frameLocator('iframe.mail-frame')
    const article = page.getByRole('article')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await gateway.addAccount(address, password)
    await gateway.deliver({ from: 'wang@example.cn', to: address, subject: 'Older', text: 'Nothing more.' })
    await gateway.deliver(readerMail(address, authServer))
    await speak(page, language)
    await signIn(page, address, language)
    await page.getByRole('row', { name: /Newer/ }).click()

    await test.step('S31: the bars say what there is to beware of, the invitation what it is, the header who sent it', async () => {
      const caution = page.getByRole('region', { name: say.caution })
      for (const words of say.cautions) await expect(caution.getByText(words)).toBeVisible()
      await caution.getByRole('button', { name: say.showLinks }).click()
      await expect(caution.getByText(say.leads)).toBeVisible()
      await expect(page.getByRole('region', { name: say.invite })).toContainText(say.inviteWhen)
      await expect(article.getByText(say.verdict)).toBeVisible()
      await button(say.details).click()
      for (const words of say.checks) await expect(article.getByText(words)).toBeVisible()
      await expectSound(page)
    })

    await test.step('the quote opens by keyboard, without a script', async () => {
      await expect(frame.getByText('Shall we?')).toBeHidden()
      await frame.getByText(say.quoted).focus()
      await page.keyboard.press('Enter')
      await expect(frame.getByText('Shall we?')).toBeVisible()
    })

    await test.step('the divider follows the pointer over a mail’s frame, and the keyboard, and is remembered', async () => {
      const divider = page.getByRole('separator', { name: say.divider })
      const pane = (await divider.getAttribute('aria-controls')) ?? ''
      const widthOf = async (locator: Locator) => (await locator.boundingBox())?.width ?? 0
      const box = await divider.boundingBox()
      if (box === null) throw new Error('no divider')
      await page.mouse.move(box.x + 3, box.y + 300)
      await page.mouse.down()
      await page.mouse.move(box.x + 83, box.y + 400, { steps: 8 })
      await page.mouse.up()
      await expect(divider).toHaveAttribute('aria-valuenow', '480')
      await expect(divider).toHaveAttribute('aria-valuetext', say.pixels(480))
      await page.keyboard.press('ArrowRight')
      await expect(divider).toHaveAttribute('aria-valuenow', '490')
      await page.keyboard.press('End')
      await expect(divider).toHaveAttribute('aria-valuenow', (await divider.getAttribute('aria-valuemax')) ?? '')
      expect(await widthOf(article)).toBeGreaterThanOrEqual(300)
      await page.keyboard.press('Home')
      await expect(divider).toHaveAttribute('aria-valuemin', '300')
      await expect(divider).toHaveAttribute('aria-valuenow', '300')
      expect(await widthOf(page.locator(`[id="${pane}"]`))).toBe(300)
      await page.keyboard.press('Shift+ArrowRight')
      await page.reload()
      await expect(divider).toHaveAttribute('aria-valuenow', '350')
      await divider.dblclick()
      await expect(divider).toHaveAttribute('aria-valuenow', '400')
    })

    await test.step('S9: each file is looked at in place as what it can safely be, and all come in one archive', async () => {
      const look = async (name: string, see: (dialog: Locator) => Promise<void>) => {
        await button(say.view(name)).click()
        const dialog = page.getByRole('dialog', { name, exact: true })
        await see(dialog)
        await dialog.getByRole('button', { name: say.close }).click()
        await expect(dialog).toHaveCount(0)
        await expect(button(say.view(name))).toBeFocused()
      }
      // What stands below it moves down when the text comes.
      await expect(frame.getByText(say.quoted)).toBeVisible()
      // An invitation that comes for programs and for people is one file.
      await expect(article.getByRole('heading', { name: say.count })).toBeVisible()
      await look('note.txt', async (dialog) => {
        // An alert in its place is named by the failure.
        const text = dialog.getByRole('textbox', { name: 'note.txt' }).or(dialog.getByRole('alert'))
        await expect(text).toHaveValue('你好 <b>')
        await expectSound(page)
      })
      await look('dot.gif', async (dialog) => {
        const picture = dialog.getByRole('img', { name: 'dot.gif' })
        await expect.poll(() => picture.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth)).toBe(1)
      })
      // What the browser's own viewer shows no test can reach into; that it took the file for one, its answer tells.
      const pdfAnswered = page.waitForResponse((response) => response.url().includes('inline=1'))
      await look('plan.pdf', async () => {
        expect((await pdfAnswered).headers()['content-type']).toBe('application/pdf')
      })
      await look('tone.wav', async (dialog) => {
        const sound = dialog.locator('audio[aria-label="tone.wav"]')
        await expect.poll(() => sound.evaluate((it) => it instanceof HTMLAudioElement && it.duration)).toBeCloseTo(0.1)
      })
      const filmAnswered = page.waitForResponse((response) => response.url().includes('inline=1'))
      await look('clip.webm', async (dialog) => {
        await expect(dialog.locator('video[aria-label="clip.webm"]')).toBeVisible()
        expect((await filmAnswered).headers()['content-type']).toBe('video/webm')
      })
      await look('letter.eml', async (dialog) => {
        await expect(dialog.getByText('Forwarded <i>whole</i>')).toBeVisible()
        await expect(dialog.locator('iframe.mail-frame').contentFrame().getByText('Within the mail')).toBeVisible()
        await expectSound(page)
      })
      const downloads = page.waitForEvent('download')
      await page.getByRole('link', { name: say.all }).click()
      expect((await downloads).suggestedFilename()).toBe('Newer.zip')
    })

    await test.step('the source and the printed page', async () => {
      await article.getByRole('button', { name: say.more }).click()
      await page.getByRole('menuitem', { name: say.source }).click()
      const dialog = page.getByRole('dialog', { name: say.source })
      await expect(dialog.getByRole('textbox')).toHaveValue(/List-Unsubscribe/)
      await expectSound(page)
      await dialog.getByRole('button', { name: say.close }).click()
      await context.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
      })
      const opened = context.waitForEvent('page')
      await article.getByRole('button', { name: say.print }).click()
      const sheet = await opened
      await expect(sheet.locator('html[data-printed]')).toBeAttached()
      await expect(sheet.frameLocator('iframe.mail-frame').getByText('Shall we?')).toBeVisible()
      await expectSound(sheet)
      await sheet.close()
    })

    await test.step('S32: the list is left after a question, by a draft that the person sends', async () => {
      await button(say.unsubscribe).click()
      const dialog = page.getByRole('dialog', { name: say.unsubscribeTitle })
      await expect(dialog.getByText(say.byMail)).toBeVisible()
      await dialog.getByRole('button', { name: say.makeDraft }).click()
      const composer = page.getByRole('dialog', { name: /^(写信|Write)/ })
      await expect(composer.getByText('out@list.example')).toBeVisible()
      await composer.getByRole('button', { name: /^(保存并关闭|Save and close)$/ }).click()
      await expect(composer).toHaveCount(0)
      await page.goto('/receive')
      await page.getByRole('row', { name: /Newer/ }).click()
      await expect(page.getByText(say.left)).toBeVisible()
    })

    await test.step('the neighbours, by button and by key', async () => {
      const previous = article.getByRole('button', { name: say.previous })
      await expect(previous).toHaveAttribute('aria-disabled', 'true')
      await expect(previous).toHaveAttribute('title', say.first)
      await article.getByRole('button', { name: say.next }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Older' })).toBeVisible()
      await page.keyboard.press('k')
      await expect(page.getByRole('heading', { level: 1, name: 'Newer' })).toBeVisible()
    })

    await test.step('on a phone what is looked at is a sheet of the whole width', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await button(say.view('note.txt')).click()
      const dialog = page.getByRole('dialog', { name: 'note.txt' })
      await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390)
      await expectSound(page)
    })
  })
}
