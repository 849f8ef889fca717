/** From the sign-in to the sent mail with keys alone: wherever the focus goes, it is seen, and it stands where a person expects it. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { ask, password, signIn, speak, type Tongue, words } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    stay: '保持登录状态',
    row: /主题 Anybody/,
    write: '写信：新邮件',
    bold: '加粗',
    italic: '斜体',
    held: '正在发送“By hand”',
    undo: '撤销',
    saved: /草稿已于/,
  },
  {
    language: 'en-US',
    stay: 'Keep me signed in',
    row: /subject Anybody/,
    write: 'Write: New message',
    bold: 'Bold',
    italic: 'Italic',
    held: 'Sending “By hand”',
    undo: 'Undo',
    saved: /Draft saved/,
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** Why nobody can tell where the focus is; null where it is seen. */
function unseen(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has the focus'
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    const isInView = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
    if (!isInView || !focused.matches(':focus-visible')) return `${focused.outerHTML.slice(0, 200)} is not seen`
    // A box of the composer has its line below it, the text has the line above it.
    const line = focused.closest('.compose-line') ?? focused.closest('.compose-body')?.previousElementSibling
    const isMarked = (element: Element) => {
      const { outlineStyle, boxShadow } = getComputedStyle(element)
      return outlineStyle !== 'none' || (element !== focused && boxShadow !== 'none')
    }
    return [focused, line].some((element) => element instanceof Element && isMarked(element))
      ? null
      : `${focused.outerHTML.slice(0, 200)} looks as ever`
  })
}

async function stands(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  expect(await unseen(page)).toBeNull()
}

/** Where the person came from, which is a stop of the page and no longer the row that they began at. */
async function standsInPage(page: Page): Promise<void> {
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  expect(await unseen(page)).toBeNull()
}

/** Presses the key until the focus is there, and sees it at every stop on the way. */
async function step(page: Page, key: 'Tab' | 'Shift+Tab', target: Locator, most: number): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < most && !(await isThere()); steps++) {
    await page.keyboard.press(key)
    expect(await unseen(page)).toBeNull()
  }
  await stands(page, target)
}

for (const say of journeys) {
  const { language } = say
  const its = words[language]

  test.describe(language, () => {
    test.use({ locale: language })

    test('the way from the sign-in to the sent mail needs no mouse', { tag: '@all' }, async ({ page, gateway }) => {
      const { keyboard } = page
      await gateway.addAccount('anna@ep.test', password, 'soho', 'Anna')
      await gateway.addAccount('lin@ep.test', password, 'soho', 'Lin')
      for (const subject of ['Nobody', 'Anybody'])
        await gateway.deliver({ from: 'Anna <anna@ep.test>', to: 'lin@ep.test', subject, text: 'A line.' })
      await speak(page, language)
      await page.goto('/login')

      await test.step('signs in', async () => {
        await stands(page, page.getByLabel(its.account, { exact: true }))
        await keyboard.type('lin@ep.test')
        await step(page, 'Tab', page.getByLabel(its.password, { exact: true }), 1)
        await keyboard.type(password)
        await step(page, 'Tab', page.getByRole('checkbox', { name: say.stay }), 2)
        const was = await page.getByRole('checkbox', { name: say.stay }).isChecked()
        await keyboard.press('Space')
        await expect(page.getByRole('checkbox', { name: say.stay })).toBeChecked({ checked: !was })
        await step(page, 'Tab', page.getByRole('button', { name: its.signIn, exact: true }), 1)
        await keyboard.press('Enter')
        await page.waitForURL('**/receive')
        await ask(page, 'contact/addContact.action', { name: 'Anna', email: 'anna@ep.test' })
      })

      const row = page.getByRole('row', { name: say.row })
      await test.step('stands in the page, and the arrows lead to the mails', async () => {
        await expect(row).toBeVisible()
        await stands(page, page.locator('main'))
        await keyboard.press('ArrowDown')
        await stands(page, row)
        await keyboard.press('ArrowDown')
        await expect(row).not.toBeFocused()
        expect(await unseen(page)).toBeNull()
        await keyboard.press('ArrowUp')
        await stands(page, row)
      })

      const composer = page.getByRole('dialog', { name: say.write })
      const to = page.getByRole('combobox', { name: its.to, exact: true })
      await test.step('begins a mail and takes a recipient who is offered', async () => {
        await keyboard.press('c')
        await stands(page, to)
        await expect(composer).toBeVisible()
        await keyboard.type('ann')
        const offer = page.getByRole('option', { name: /anna@ep\.test/ })
        await expect(offer).toHaveAttribute('aria-selected', 'true')
        await expect(to).toHaveAttribute('aria-activedescendant', (await offer.getAttribute('id')) ?? '')
        await stands(page, to)
        await keyboard.press('Enter')
        await expect(page.locator('[data-chip]')).toHaveText(/Anna/)
        await stands(page, to)
      })

      const subject = page.getByRole('textbox', { name: its.subject })
      const body = page.getByRole('textbox', { name: its.body })
      await test.step('writes', async () => {
        await step(page, 'Tab', subject, 4)
        await keyboard.type('By hand')
        await step(page, 'Tab', page.getByRole('button', { name: say.bold }), 2)
        await keyboard.press('ArrowRight')
        await stands(page, page.getByRole('button', { name: say.italic }))
        await step(page, 'Tab', body, 1)
        await keyboard.type('No mouse was near.')
        await keyboard.press('ControlOrMeta+s')
        await expect(page.getByText(say.saved)).toBeVisible()
        await stands(page, body)
      })

      const send = page.getByRole('button', { name: its.send, exact: true })
      await test.step('sends, thinks again, and sends', async () => {
        await step(page, 'Tab', send, 1)
        await keyboard.press('Enter')
        await expect(page.getByText(say.held, { exact: true })).toBeVisible()
        await stands(page, row)
        await step(page, 'Tab', page.getByRole('button', { name: say.undo }), 20)
        await keyboard.press('Enter')
        await expect(subject).toHaveValue('By hand')
        await stands(page, body)
        await keyboard.press('ControlOrMeta+Enter')
        await expect(page.getByText(say.held, { exact: true })).toBeVisible()
        await standsInPage(page)
        await step(page, 'Tab', page.getByRole('button', { name: its.now, exact: true }), 20)
        await keyboard.press('Space')
        await expect(page.getByText(its.gone)).toBeVisible()
        await standsInPage(page)
      })

      await test.step('sees it among what was sent', async () => {
        await keyboard.press('g')
        await keyboard.press('s')
        await page.waitForURL('**/sent')
        const sent = page.getByRole('row', { name: /By hand/ })
        await expect(sent).toBeVisible()
        await keyboard.press('j')
        await stands(page, sent)
        await keyboard.press('Enter')
        await expect(page.getByRole('heading', { name: 'By hand' })).toBeVisible()
        expect(await unseen(page)).toBeNull()
      })
    })
  })
}

test.describe('a message that fills the window', { tag: '@all' }, () => {
  test.use({ viewport: { width: 800, height: 900 }, locale: 'zh-CN' })

  test('has a ring after a key and none after a pointer, and so has the list behind it', async ({ page, gateway }) => {
    await gateway.addAccount('ring@ep.test', password)
    await gateway.deliver({ from: 'Anna <anna@ep.test>', to: 'ring@ep.test', subject: 'Anybody', text: 'A line.' })
    await speak(page, 'zh-CN')
    await signIn(page, 'ring@ep.test')
    const row = page.getByRole('row', { name: /Anybody/ })
    const reader = page.locator('.reading-scroll')
    const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
    await row.click()
    await expect(reader).toBeFocused()
    expect(await ring()).toBe('none')
    await page.getByRole('link', { name: '返回' }).click()
    await expect(row).toBeVisible()
    expect(await ring()).toBe('none')
    await row.focus()
    await page.keyboard.press('Enter')
    await expect(reader).toBeFocused()
    expect(await ring()).toBe('solid')
  })
})
