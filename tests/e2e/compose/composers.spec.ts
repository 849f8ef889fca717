/** Several mails written at once beside the desk, by keyboard alone: side by side, folded, over folders and a reload, without a line. */
import type { Page } from '@playwright/test'
import { expect, type TestGateway, test } from '../gateway'
import { expectRows, expectSound, password, sendAtOnce, signIn, speak, type Tongue, words } from '../shell'
import { composerWords } from './composerTexts'

const journeys: readonly { readonly language: Tongue; readonly name: string }[] = [
  { language: 'zh-CN', name: 'zh' },
  { language: 'en-US', name: 'en' },
]

/** All that this browser keeps of unsent mails. */
function keptWords(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('ep_drafts')
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(all.result))
          }
        }
      }),
  )
}

for (const { language, name } of journeys) {
  const say = words[language]
  const says = composerWords[language]

  async function desk(page: Page, gateway: TestGateway, who: string): Promise<string> {
    const address = `${who}-${name}@ep.test`
    const wang = `wang-${who}-${name}@ep.test`
    await gateway.addAccount(address, password, 'soho', 'Lin')
    await gateway.addAccount(wang, password)
    for (const subject of ['Minutes', 'Lunch']) {
      await gateway.deliver({ from: `Wang <${wang}>`, to: address, subject, text: `${subject}?` })
    }
    await speak(page, language)
    await signIn(page, address, language)
    await expect(page.getByRole('row', { name: /Lunch/ })).toBeVisible()
    return address
  }

  test.describe(`${language}: composers beside the desk`, () => {
    test.use({ locale: language })

    test('a reply and a new mail stand side by side, go over folders and a reload, and are sent', {
      tag: '@all',
    }, async ({ page, gateway }) => {
      const address = await desk(page, gateway, 'two')
      const reply = page.getByRole('dialog', { name: says.named('Re: Minutes') })
      const own = page.getByRole('dialog', { name: says.named('Own') })
      const subjectOf = (composer: typeof own) => composer.getByRole('textbox', { name: say.subject })

      await test.step('one mail is answered while another is read', async () => {
        await page.getByRole('row', { name: /Minutes/ }).focus()
        await page.keyboard.press('r')
        await expect(reply.getByRole('textbox', { name: say.body })).toBeFocused()
        await page.keyboard.type('Agreed.')
        await page.getByRole('row', { name: /Lunch/ }).focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('heading', { level: 1, name: 'Lunch' })).toBeVisible()
        await expect(reply.getByRole('textbox', { name: say.body })).toContainText('Agreed.')
      })

      await test.step('a second stands beside it', async () => {
        await page.getByRole('button', { name: says.write, exact: true }).press('Enter')
        const fresh = page.getByRole('dialog', { name: says.newMail })
        await expect(fresh.getByRole('combobox', { name: say.to })).toBeFocused()
        await page.keyboard.type(`${address} `)
        await subjectOf(fresh).focus()
        await page.keyboard.insertText('Own')
        const chooser = page.waitForEvent('filechooser')
        await own.getByRole('button', { name: says.addFile }).press('Enter')
        await (await chooser).setFiles({ name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('Agreed.') })
        await expect(own.getByRole('button', { name: says.removeFile })).toBeVisible()
        await expect(own.getByText(says.saved)).toBeVisible()
        const [left, right] = [await own.boundingBox(), await reply.boundingBox()]
        expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
        await expectSound(page)
      })

      await test.step('Esc folds it, and it stays so over folders', async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('button', { name: says.write, exact: true })).toBeFocused()
        await expect(subjectOf(own)).toBeHidden()
        await page.keyboard.press('g')
        await page.keyboard.press('s')
        await page.waitForURL('**/sent')
        await expect(own.getByText(says.saved)).toBeVisible()
        await expect(reply.getByRole('textbox', { name: say.body })).toContainText('Agreed.')
        await expectSound(page)
      })

      await test.step('R4: a reload brings both back with every word', async () => {
        await reply.getByRole('textbox', { name: say.body }).focus()
        await page.keyboard.press('ControlOrMeta+Home')
        await page.keyboard.type('Yes! ')
        await expect.poll(() => keptWords(page)).toContain('Yes!')
        await page.reload()
        await expect(reply).toBeVisible()
        // Folded, so that they do not cover the list that one comes for.
        await expect(reply.getByRole('textbox', { name: say.body })).toBeHidden()
        await reply.getByRole('button', { name: 'Re: Minutes', exact: true }).press('Enter')
        await expect(reply.getByRole('textbox', { name: say.body })).toContainText('Agreed.')
        await expect(reply.getByRole('textbox', { name: say.body })).toContainText('Yes!')
        await expect(subjectOf(own)).toBeHidden()
        await expect(page.getByRole('dialog')).toHaveCount(2)
      })

      await test.step('each covers the desk where it is wanted, and is sent', async () => {
        await own.getByRole('button', { name: 'Own', exact: true }).press('Enter')
        await own.getByRole('button', { name: says.grow }).press('Enter')
        await expectSound(page)
        await own.getByRole('button', { name: says.shrink }).press('Enter')
        await subjectOf(own).focus()
        await page.keyboard.press('ControlOrMeta+Enter')
        await expect(own).toHaveCount(0)
        await sendAtOnce(page, language)
        await reply.getByRole('textbox', { name: say.body }).focus()
        await page.keyboard.press('ControlOrMeta+Enter')
        await expect(reply).toHaveCount(0)
        await sendAtOnce(page, language)
        await expectRows(page, '/sent', /Own|Re: Minutes/, 2)
        await page.goto('/draft')
        await expect(page.getByRole('row', { name: /Own|Minutes/ })).toHaveCount(0)
      })
    })

    test('R5: without a line writing goes on, is kept here, and is saved and sent once the line is back', {
      tag: '@all',
    }, async ({ page, context, gateway }) => {
      const address = await desk(page, gateway, 'cut')
      await page.getByRole('button', { name: says.write, exact: true }).press('Enter')
      const composer = page.getByRole('dialog')
      await composer.getByRole('combobox', { name: say.to }).focus()
      await page.keyboard.type(`${address} `)
      await composer.getByRole('textbox', { name: say.subject }).focus()
      await page.keyboard.insertText('Cut')
      await context.setOffline(true)
      await composer.getByRole('textbox', { name: say.body }).focus()
      await page.keyboard.type('Still here.')
      await expect(composer.getByText(says.waiting)).toBeVisible()
      await page.keyboard.press('ControlOrMeta+Enter')
      await expect(page.getByText(says.waits)).toBeVisible()
      await expect(composer).toBeHidden()
      await page.getByRole('button', { name: says.outbox, exact: true }).press('Enter')
      await page.getByRole('button', { name: says.writeOn, exact: true }).press('Enter')
      await expect(composer.getByRole('textbox', { name: say.body })).toContainText('Still here.')
      await context.setOffline(false)
      await expect(composer.getByText(says.saved)).toBeVisible()
      await composer.getByRole('button', { name: says.close }).press('Enter')
      await expect(page.getByText(says.closed, { exact: true })).toBeVisible()
      await page.goto('/draft')
      await page.getByRole('row', { name: /Cut/ }).press('Enter')
      await expect(composer.getByRole('textbox', { name: say.body })).toContainText('Still here.')
      await page.keyboard.press('ControlOrMeta+Enter')
      await sendAtOnce(page, language)
    })
  })
}
