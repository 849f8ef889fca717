/** What the browser remembers, in a real one: shown before the gateway answers, asked for by one word, and gone after signing out. */
import type { Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { password, signIn, speak, type Tongue } from '../shell'

const lin = 'lin@ep.test'
const wang = 'wang@ep.test'
const phrases = {
  'zh-CN': { account: /^账户菜单/, exit: '退出登录' },
  'en-US': { account: /^Account menu/, exit: 'Sign out' },
} as const

/** All that the browser's database of kept mails holds, as text; a list holds the first words of its mails as well. */
function keptText(page: Page, tables: readonly ('lists' | 'mails')[] = ['lists', 'mails']): Promise<string> {
  return page.evaluate(async (wanted) => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('ep_mails')) return ''
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('ep_mails')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const rows = await Promise.all(
      wanted.map(
        (table) =>
          new Promise<unknown[]>((resolve, reject) => {
            const reading = database.transaction(table).objectStore(table).getAll()
            reading.onsuccess = () => resolve(reading.result)
            reading.onerror = () => reject(reading.error)
          }),
      ),
    )
    database.close()
    return JSON.stringify(rows)
  }, tables)
}

test.beforeEach(async ({ gateway }) => {
  await gateway.addAccount(lin, password, 'soho', '林')
  await gateway.addAccount(wang, password, 'soho', '王')
  for (const n of [1, 2, 3]) {
    await gateway.deliver({ from: 'chen@example.cn', to: lin, subject: `Letter ${n}`, text: `Secret text ${n}.` })
  }
})

for (const language of ['zh-CN', 'en-US'] satisfies Tongue[]) {
  test(`S18: list and mails are kept for the next visit and gone after signing out, ${language}`, {
    tag: '@all',
  }, async ({ page }) => {
    const say = phrases[language]
    await speak(page, language)
    await signIn(page, lin, language)
    await expect(page.getByRole('row', { name: /Letter 1/ })).toBeVisible()
    // Fetched ahead: all three are unread and in sight.
    for (const n of [1, 2, 3]) await expect.poll(() => keptText(page, ['mails'])).toContain(`Secret text ${n}.`)
    await expect.poll(() => keptText(page, ['lists'])).toContain('"key"')

    // The gateway is held back: whatever is seen is what the browser kept.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: string[] = []
    await page.route('**/webmail/**', async (route) => {
      asked.push(`${route.request().url()} ${route.request().postData() ?? ''}`)
      await held
      await route.continue()
    })
    await page.reload()
    await page.getByRole('row', { name: /Letter 2/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Letter 2' })).toBeVisible()
    await expect(page.getByRole('article').frameLocator('iframe').getByText('Secret text 2.')).toBeVisible()
    const lists = asked.filter((one) => one.includes('queryfolder2'))
    expect(lists).not.toEqual([])
    expect(lists.filter((one) => !/known=.{22}/.test(one))).toEqual([])
    expect(asked.filter((one) => one.includes('showMail'))).toEqual([])
    release()
    await page.unrouteAll({ behavior: 'wait' })

    await page.getByRole('button', { name: say.account }).click()
    await page.getByRole('menuitem', { name: say.exit }).click()
    await page.waitForURL(/\/(login|mainPage)/)
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain('ep_mails')
  })
}

test('S18: another person finds nothing in the same browser after a session that ended by itself', {
  tag: '@all',
}, async ({ page }) => {
  await signIn(page, lin)
  await expect(page.getByRole('row', { name: /Letter 1/ })).toBeVisible()
  await expect.poll(() => keptText(page, ['mails'])).toContain('Secret text 1.')
  await page.evaluate(() => {
    for (const name of ['ep_tokenList', 'ep_userInfo']) localStorage.removeItem(name)
  })
  await signIn(page, wang)
  await expect(page.getByText('收件箱是空的')).toBeVisible()
  await expect.poll(() => keptText(page)).not.toContain('Secret')
  await expect(page.getByText(/Letter/)).toHaveCount(0)
})

test('a mail that was fetched ahead opens within a moment, and a list stands where it was left', {
  tag: '@all',
}, async ({ page, gateway }) => {
  for (let n = 4; n <= 24; n += 1) {
    await gateway.deliver({ from: 'chen@example.cn', to: lin, subject: `Letter ${n}`, text: `Secret text ${n}.` })
  }
  await signIn(page, lin)
  const list = page.getByRole('grid')
  await expect(list.getByRole('row', { name: /Letter 24/ })).toBeVisible()
  await expect.poll(() => keptText(page, ['mails'])).toContain('Secret text 24.')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('showMail')) asked.push(new URLSearchParams(request.postData() ?? '').get('id') ?? '')
  })
  await list.getByRole('row', { name: /Letter 24/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Letter 24' })).toBeVisible()
  // Its neighbours and what comes in sight may be asked for, the mail itself is there.
  expect(asked).not.toContain(new URL(page.url()).searchParams.get('id'))

  const scroller = list.locator('xpath=..')
  await scroller.evaluate((element) => {
    element.scrollTop = 500
  })
  const folders = page.getByRole('navigation').first()
  await folders.getByRole('link', { name: /^已发送/ }).click()
  await expect(page.getByText('还没有发出的邮件')).toBeVisible()
  await folders.getByRole('link', { name: /^收件箱/ }).click()
  await expect(list).toBeVisible()
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(500)
})
