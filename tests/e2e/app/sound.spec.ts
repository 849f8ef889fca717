/** axe finds nothing, nothing scrolls sideways: on each page wide in Chinese, on each route narrow in English. */

import { expect, test } from '../gateway'
import { expectSound, signIn, speak, words } from '../shell'
import { doors, eachPage, goWithin, within } from './everyRoute'

for (const { width, language, places, name } of [
  { width: 1440, language: 'zh-CN', places: eachPage, name: 'each page at 1440 px in zh-CN' },
  { width: 320, language: 'en-US', places: within, name: 'every route at 320 px in en-US' },
  // Where there is time for it.
  { width: 1440, language: 'zh-CN', places: within, name: 'every route at 1440 px in zh-CN, beside those in en-US' },
] as const) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 800 } })

    test('before the sign-in', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await speak(page, language)
      await page.goto('/login')
      await expect(page.getByRole('button', { name: words[language].signIn, exact: true })).toBeVisible()
      for (const door of doors) {
        await goWithin(page, door, language)
        if (door.path === '/pclogin') await expect(page.getByRole('img')).toBeVisible()
        await expectSound(page)
      }
    })

    test('after it', async ({ page, gateway }) => {
      await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
      await gateway.deliver({
        from: 'anna@example.com',
        to: 'lin@ep.test',
        subject: 'Sound',
        html: '<p>Hello</p><img src="https://tracker.example/x.png" alt="">',
        attachments: [{ filename: 'a.txt', content: 'a' }],
      })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      await page.getByRole('row', { name: /Sound/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sound' })).toBeVisible()
      await expectSound(page)
      for (const place of places) {
        await goWithin(page, place, language)
        await expectSound(page)
      }
    })
  })
}

test('a route that needs a sign-in leads to it and back', async ({ page, gateway }) => {
  await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
  await page.goto('/sent?page=1')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('账号', { exact: true }).fill('lin@ep.test')
  await page.getByLabel('密码', { exact: true }).fill('Passw0rd!a')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sent/)
  await expect(page).toHaveTitle(/已发送/)
})

test('S25, S5: the app works under its own policy, and a mail asks nobody outside', async ({ page, gateway }) => {
  const outside: string[] = []
  const blocked: string[] = []
  await page.route(/tracker\.example/, (route) => {
    outside.push(route.request().url())
    return route.abort()
  })
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text())
  })
  await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
  await gateway.deliver({
    from: 'anna@example.com',
    to: 'lin@ep.test',
    subject: 'Tracked',
    html: [
      '<link rel=stylesheet href="https://tracker.example/a.css"><style>@import "https://tracker.example/b.css";',
      'p{background:url(https://tracker.example/c.png)}</style><p>Read me</p><img src="https://tracker.example/d.png">',
      '<form action="https://tracker.example/e"><button>Go</button></form><script>document.title="owned"</script>',
    ].join(''),
  })
  await signIn(page, 'lin@ep.test')
  await page.getByRole('row', { name: /Tracked/ }).click()
  await expect(page.locator('iframe.mail-frame').contentFrame().getByText('Read me')).toBeVisible()
  await page.getByRole('button', { name: '回复', exact: true }).click()
  await expect(page.getByRole('textbox', { name: '正文' })).toContainText('Read me')
  expect(outside).toEqual([])
  expect(blocked).toEqual([])
  expect(await page.title()).not.toContain('owned')
})
