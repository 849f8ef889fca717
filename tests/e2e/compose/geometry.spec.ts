/** Room to write an answer to thirty people with five files, at every width. */
import type { Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { expectSound, password, showMode, signIn, speak, type Tongue, words } from '../shell'

const names = ['王丽', '陈思远', 'Eva Lindqvist', '周敏', '吴昊', 'Marta Kowalska']
const crowd = Array.from({ length: 29 }, (_, at) => `${names[at % 6]} ${at} <p${at}@elsewhere.example>`)

/** Where the window, the text and the caret stand, in pixels from the top of what the person sees. */
function measured(page: Page) {
  return page.evaluate(() => {
    const box = (selector: string) => {
      const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
      const { top = 0, bottom = 0, height = 0 } = found?.getBoundingClientRect() ?? {}
      return { top, bottom, height }
    }
    const caret = window.getSelection()?.getRangeAt(0)
    const { top = 0, bottom = 0 } = [...(caret?.getClientRects() ?? [])].at(-1) ?? {}
    return {
      frame: box('.compose-docked, .compose-page'),
      form: box('.compose-form'),
      head: box('.compose-head'),
      text: box('.compose-editor'),
      foot: box('.compose-foot'),
      caret: { top, bottom },
      seen: window.visualViewport?.height ?? innerHeight,
      row: box('.compose-chips').height,
      beyond: document.documentElement.scrollWidth - innerWidth,
    }
  })
}

/** Buttons of the composer that are too small for a finger, each with its size. */
function smallTargets(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('.compose-docked, .compose-page')]
      .flatMap((composer) => [...composer.querySelectorAll('button, a[href], [role="button"]')])
      .filter((target) => target.checkVisibility())
      .flatMap((target) => {
        const { width, height } = target.getBoundingClientRect()
        const name = target.getAttribute('aria-label') ?? target.textContent
        return width < 44 || height < 44 ? [`${name} ${target.className} ${width} × ${height}`] : []
      }),
  )
}

for (const { language, name, all, open, more, grow, shrink, copy } of [
  {
    ...{ language: 'zh-CN', name: 'zh', all: '回复全部', open: '文字格式', more: /^还有 \d+ 位$/ },
    ...{ grow: '全屏', shrink: '退出全屏', copy: '添加抄送' },
  },
  {
    ...{ language: 'en-US', name: 'en', all: 'Reply all', open: 'Text formatting', more: /^and \d+ more$/ },
    ...{ grow: 'Full screen', shrink: 'Leave full screen', copy: 'Add Cc' },
  },
] as const satisfies readonly { language: Tongue; [key: string]: unknown }[]) {
  const say = words[language]
  const tags = (width: number) => (language === 'zh-CN' && width === 1440 ? {} : { tag: '@all' })
  for (const { width, height, isTyping } of [
    { width: 1440, height: 900, isTyping: false },
    { width: 1024, height: 768, isTyping: false },
    { width: 800, height: 900, isTyping: false },
    { width: 390, height: 844, isTyping: false },
    { width: 390, height: 844, isTyping: true },
  ]) {
    test.describe(`${language} at ${width} px${isTyping ? ' with a keyboard' : ''}`, () => {
      test.use({ viewport: { width, height }, locale: language })

      test(
        'an answer to thirty people with five files leaves half of its window to the text',
        tags(width),
        async ({ page, gateway }) => {
          const address = `room-${name}-${width}-${isTyping}@ep.test`
          await gateway.addAccount(address, password)
          await gateway.deliver({
            envelope: { from: 'wang@example.cn', to: [address] },
            from: 'Wang <wang@example.cn>',
            to: [address, ...crowd],
            subject: 'Plan',
            text: 'Agreed?',
          })
          // As iOS does it: the keyboard lies over the page, and only the visual viewport tells of it.
          if (isTyping)
            await page.addInitScript(() => {
              const seen = Object.assign(new EventTarget(), { height: innerHeight, scale: 1 })
              Object.defineProperty(window, 'visualViewport', { value: seen })
              window.addEventListener('keyboard', () => {
                seen.height = 464
                seen.dispatchEvent(new Event('resize'))
              })
            })
          await speak(page, language)
          await signIn(page, address, language)
          await page.getByRole('row', { name: /Plan/ }).click()
          await page.getByRole('button', { name: all, exact: true }).first().click()
          const body = page.getByRole('textbox', { name: say.body })
          await expect(body).toBeVisible()
          const files = [1, 2, 3, 4, 5].map((at) => ({
            name: `clause-${at}.txt`,
            mimeType: 'text/plain',
            buffer: Buffer.from(`clause ${at}`),
          }))
          await page.locator('.compose-files input[type="file"]').setInputFiles(files)
          await expect(page.getByText('clause-5.txt', { exact: true })).toBeAttached()
          if (isTyping) await page.evaluate(() => window.dispatchEvent(new Event('keyboard')))
          await body.focus()
          await page.keyboard.press('ControlOrMeta+Home')
          for (let line = 0; line < 40; line += 1) await page.keyboard.press('Enter')
          await page.keyboard.type('The last words.')

          await expect.poll(async () => (await measured(page)).text.height).toBeGreaterThanOrEqual(160)
          const { frame, text, foot, caret, seen, row, beyond } = await measured(page)
          expect(text.height).toBeGreaterThanOrEqual(Math.floor(frame.height / 2))
          expect(text.bottom).toBeLessThanOrEqual(foot.top)
          expect(foot.bottom).toBeLessThanOrEqual(seen)
          expect(caret.top).toBeGreaterThanOrEqual(text.top)
          expect(caret.bottom).toBeLessThanOrEqual(text.bottom)
          expect(row).toBeLessThanOrEqual(44)
          expect(beyond).toBeLessThanOrEqual(0)
          await expectSound(page)

          if (width === 390)
            await test.step('what a finger presses is 44 pixels in each direction', async () => {
              expect(await smallTargets(page)).toEqual([])
            })

          if (width === 1440)
            await test.step('full screen covers the window, and a scrim what is behind it', async () => {
              await page.getByRole('button', { name: grow, exact: true }).press('Enter')
              const { top, bottom } = (await measured(page)).frame
              expect(top).toBeLessThanOrEqual(24)
              expect(bottom).toBeGreaterThanOrEqual(height - 24)
              expect(await page.evaluate(() => document.elementFromPoint(2, 2)?.className)).toContain('compose-dock')
              await expectSound(page)
              await page.getByRole('button', { name: shrink, exact: true }).press('Enter')
              await body.focus()
            })

          await test.step('the line of recipients opens with Enter, within its own block', async () => {
            await page.getByRole('button', { name: more }).press('Enter')
            await expect(page.locator('[data-chip]')).toHaveCount(30)
            await expect(page.getByRole('combobox', { name: say.to, exact: true })).toBeInViewport()
            // Those may have half of the form while somebody works in them.
            const { form, head, foot, seen } = await measured(page)
            expect(head.height).toBeLessThanOrEqual(Math.ceil(form.height / 2))
            expect(foot.bottom).toBeLessThanOrEqual(seen)
            await body.focus()
            await expect(page.getByRole('button', { name: more })).toBeAttached()
          })

          await test.step('so it does with the tools for formatting', async () => {
            const tools = page.getByRole('button', { name: open, exact: true })
            if ((await tools.getAttribute('aria-pressed')) === 'false') await tools.press('Enter')
            await expect(page.getByRole('toolbar', { name: open })).toBeVisible()
            expect((await measured(page)).text.height).toBeGreaterThanOrEqual(160)
          })
        },
      )
    })
  }

  test.describe(`${language}, an answer`, () => {
    test.use({ viewport: { width: 1440, height: 900 }, locale: language })

    test('to a newsletter stands apart from its quote, keeps to its window, and shows whom it goes to', {
      tag: '@all',
    }, async ({ page, gateway }) => {
      const address = `apart-${name}@ep.test`
      await gateway.addAccount(address, password)
      const wide = '<td width="640" style="background: #0a3a8a; color: #fff">TechWeekly</td>'
      const picture = '<td><img src="https://t.example/wide.png" width="600" height="200"></td>'
      await gateway.deliver({
        ...{ from: 'wang@example.cn', to: [address], subject: 'Plan' },
        html: `<p>Hi</p><table width="640"><tr>${wide}</tr><tr>${picture}</tr></table>`,
      })
      await speak(page, language)
      await signIn(page, address, language)
      await page.getByRole('row', { name: /Plan/ }).click()
      await page.getByRole('button', { name: all, exact: true }).first().click()
      const body = page.getByRole('textbox', { name: say.body })
      await expect(body.locator('table')).toBeVisible()
      const answer = () =>
        body.evaluate((root) => {
          const [first, second] = [...root.children].map((child) => child.getBoundingClientRect())
          const quote = root.querySelector('blockquote')
          return {
            gap: (second?.top ?? 0) - (first?.bottom ?? 0),
            beyond: root.scrollWidth - root.clientWidth,
            colour: quote === null ? '' : getComputedStyle(quote).color,
          }
        })
      const light = await answer()
      expect(light.gap).toBeGreaterThanOrEqual(8)
      expect(light.beyond).toBe(0)
      await showMode(page, 'dark')
      // Its colours are turned round on the screen, so it is dark here.
      expect(await answer()).toEqual({ ...light, colour: 'rgb(91, 102, 118)' })
      await showMode(page, 'light')

      await test.step('five recipients leave the subject whole, and one row when another line is written', async () => {
        const to = page.getByRole('combobox', { name: say.to, exact: true })
        await to.focus()
        for (const who of ['zhang.wei', 'liu.yang', 'chen.jing', 'anna.andersson'])
          await page.keyboard.type(`${who}@partner.example `)
        const subject = page.getByRole('textbox', { name: say.subject, exact: true })
        await expect(subject).toBeInViewport({ ratio: 1 })
        const bottom = (box: { y: number; height: number } | null) => (box === null ? 0 : box.y + box.height)
        const tools = await page.getByRole('toolbar', { name: open }).boundingBox()
        expect(bottom(await subject.boundingBox())).toBeLessThanOrEqual(tools?.y ?? 0)
        await page.getByRole('button', { name: copy, exact: true }).click()
        await expect(page.getByRole('button', { name: more })).toBeVisible()
      })
    })
  })

  test.describe(`${language}, on a phone`, () => {
    test.use({ viewport: { width: 390, height: 844 }, locale: language })

    test('a recipient is read whole, and nothing moves while one is typed', { tag: '@all' }, async ({
      page,
      gateway,
    }) => {
      const address = `whole-${name}@ep.test`
      await gateway.addAccount(address, password)
      await speak(page, language)
      await signIn(page, address, language)
      await page.goto('/writeMail')
      const reveal = page.getByRole('button', { name: copy, exact: true })
      await expect(page.getByRole('combobox', { name: say.to, exact: true })).toBeFocused()
      const before = await reveal.boundingBox()
      await page.keyboard.type('zhang.wei@partner.example')
      expect(await reveal.boundingBox()).toEqual(before)
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: say.subject, exact: true }).focus()
      const cut = await page
        .locator('.compose-chip-text')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(cut).toBe(0)
      await expectSound(page)
    })
  })
}
