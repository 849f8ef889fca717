/** What hostile mails reach in a real browser, opened and answered one after another: nothing (TRUST S1, S2, S4–S8). */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { signIn, words } from '../shell'
import { hostileBodies } from './hostilePayloads'

// So tall that every row of the list is in sight.
test.use({ viewport: { width: 1440, height: 2_400 } })

type Alarm = { readonly kind: string; readonly what: string }

/** Writes down whatever a mail must not bring about. */
async function watch(page: Page, origin: string): Promise<Alarm[]> {
  const alarms: Alarm[] = []
  const note = (kind: string, what: string) => alarms.push({ kind, what })
  await page.context().route(
    (url) => /^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin,
    (route) => {
      note('asked', route.request().url())
      return route.abort()
    },
  )
  page.on('dialog', (dialog) => {
    note('dialog', dialog.message())
    return dialog.dismiss()
  })
  page.on('popup', (popup) => note('popup', popup.url()))
  page.on('framenavigated', (frame) => {
    if (!/^about:(?:srcdoc|blank)$/.test(frame.url()) && !frame.url().startsWith(`${origin}/`))
      note('navigated', frame.url())
  })
  page.on('console', (message) => {
    if (message.text().startsWith('owned')) note('executed', message.text())
  })
  return alarms
}

/** How the app around a mail measures and looks. */
function looks(page: Page): Promise<unknown> {
  return page
    .getByRole('navigation')
    .first()
    .evaluate((sidebar) =>
      [document.documentElement, document.body, sidebar, ...sidebar.querySelectorAll('a')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { color, fontFamily, display } = getComputedStyle(element)
        return [element.tagName, x, y, width, height, color, fontFamily, display]
      }),
    )
}

/** What would run by itself, had it come into the document; that the policy would stop it is no excuse. */
const handlersIn = (root: Locator): Promise<string[]> =>
  root.evaluate((top) =>
    [top, ...top.querySelectorAll('*')].flatMap(({ tagName, attributes }) =>
      tagName === 'BASE'
        ? [tagName]
        : [...attributes].filter(({ name }) => /^on/i.test(name)).map(({ name }) => `${tagName} ${name}`),
    ),
  )

test.describe('hostile bodies', () => {
  test.use({ stopped: /^\S+\/mailshow\S*: (?:script-src-attr inline|base-uri) / })

  test('S1, S2, S4, S5, S6, S7, S8: hostile mails reach nothing, read or answered', { tag: '@all' }, async ({
    page,
    gateway,
  }) => {
    test.setTimeout(300_000)
    await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
    const marks = hostileBodies.map((_, index) => `mark${String(index).padStart(2, '0')}`)
    await Promise.all(
      hostileBodies.map((body, index) =>
        gateway.deliver({
          from: { name: '<img src=x onerror=owned("name")>', address: 'mallory@example.cn' },
          to: 'lin@ep.test',
          subject: `${marks[index]} <svg onload=owned("subject")>`,
          html: `<p>Text of ${marks[index]}</p>${body}`,
        }),
      ),
    )
    const alarms = await watch(page, gateway.url)
    await signIn(page, 'lin@ep.test')
    // Not exposed to every frame: a script of ours that the mail frame stops would look like one of the mail's.
    await page.evaluate(() => {
      Object.assign(window, { owned: (what: unknown) => console.error(`owned ${String(what)}`) })
    })
    const list = page.getByRole('row')
    await expect(list.filter({ hasText: marks[0] ?? '' })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    // Menus come with the tree of own folders, after the links.
    await expect(page.getByRole('button', { name: '“收件箱”的操作' })).toBeAttached()
    const before = await looks(page)

    for (const mark of marks) {
      await test.step(mark, async () => {
        // Without loading the page anew: what one of them had done to it, the next would show as well.
        await list.filter({ hasText: mark }).click()
        const frame = page.locator('iframe.mail-frame').contentFrame()
        // A mail may well hide its own text; it only must not hide anything else.
        await expect(frame.getByText(`Text of ${mark}`)).toBeAttached()
        await expect(page.getByRole('heading', { name: `${mark} <svg onload=owned("subject")>` })).toBeVisible()
        expect(await frame.locator('form, input, meta[http-equiv=refresh i], base, iframe, script').count()).toBe(0)
        expect(await Promise.all([handlersIn(page.locator(':root')), handlersIn(frame.locator(':root'))])).toEqual([
          [],
          [],
        ])
        expect(await looks(page), 'the app around the reader').toEqual(before)
        await page.getByRole('button', { name: '回复', exact: true }).click()
        const composer = page.getByRole('dialog', { name: mark })
        const editor = composer.getByRole('textbox', { name: words['zh-CN'].body })
        await expect(editor).toContainText(`Text of ${mark}`)
        expect(
          await editor.locator('form, input, meta, base, iframe, script, style, link, svg, [style*=fixed]').count(),
        ).toBe(0)
        expect(await handlersIn(page.locator(':root'))).toEqual([])
        expect(await looks(page), 'the app around the editor').toEqual(before)
        expect(await page.title()).not.toContain('owned')
        await composer.getByRole('button', { name: '保存并关闭' }).click()
        await expect(composer).toHaveCount(0)
        expect(alarms).toEqual([])
      })
    }
    expect(alarms).toEqual([])
    const attributes = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ value }) => value)),
    )
    const token = await page.evaluate(() => localStorage.getItem('ep_tokenList') ?? '')
    const secrets = token.match(/[\w-]{32,}/g) ?? []
    for (const secret of secrets) expect(attributes.filter((value) => value.includes(secret))).toEqual([])
  })
})

test('S7: a link of a mail opens a tab of its own that knows nothing of the app', { tag: '@all' }, async ({
  page,
  gateway,
}) => {
  await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
  await gateway.deliver({
    from: 'mallory@example.cn',
    to: 'lin@ep.test',
    subject: 'Link',
    html: '<a href="https://foreign.example/x" target=_top rel=opener>Go there</a>',
  })
  const referrers: (string | undefined)[] = []
  await page.context().route('https://foreign.example/**', async (route) => {
    referrers.push(route.request().headers().referer)
    await route.fulfill({ contentType: 'text/html', body: '<title>There</title>' })
  })
  await signIn(page, 'lin@ep.test')
  await page.getByRole('row', { name: /Link/ }).click()
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.locator('iframe.mail-frame').contentFrame().getByRole('link', { name: 'Go there' }).click(),
  ])
  await expect(popup).toHaveTitle('There')
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  expect(referrers).toEqual([undefined])
  expect(page.url()).toContain(`${gateway.url}/receive/mailshow`)
})
