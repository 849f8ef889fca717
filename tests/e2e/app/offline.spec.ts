/** R5: the line is cut while somebody reads, goes to another folder, writes and sends; the page is loaded anew without it, and it comes back. */
import type { Page } from '@playwright/test'
import { composerWords } from '../compose/composerTexts'
import { expect, testOverShared as test } from '../gateway'
import { expectRows, password, sendAtOnce, signIn, speak, type Tongue, words } from '../shell'

const phrases = {
  'zh-CN': {
    name: 'zh',
    asOf: /离线，以下是 .* 的内容/,
    notHere: '离线，这里的邮件没有保存在本设备上，连上服务器后才能看到',
    sent: '已发送',
    inbox: '收件箱',
    since: /起等候/,
    list: '等候发出的邮件',
    close: '关闭',
    account: /^账户菜单/,
    exit: '退出登录',
  },
  'en-US': {
    name: 'en',
    asOf: /Offline: this is how it was on/,
    notHere: 'Offline: these messages are not kept on this device and can be shown once the server can be reached',
    sent: 'Sent',
    inbox: 'Inbox',
    since: /Waiting since/,
    list: 'Messages waiting to be sent',
    close: 'Close',
    account: /^Account menu/,
    exit: 'Sign out',
  },
} as const

/** All that the browser keeps: names of databases, unsent words, and addresses in caches. */
function kept(page: Page) {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const names = await caches.keys()
    const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const drafts = await new Promise<string>((resolve) => {
      const opening = indexedDB.open('ep_drafts')
      opening.onsuccess = () => {
        const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
        all.onsuccess = () => {
          opening.result.close()
          resolve(JSON.stringify(all.result))
        }
      }
    })
    return { databases, drafts, cached: cached.flat().map(({ url }) => new URL(url).pathname) }
  })
}

for (const language of ['zh-CN', 'en-US'] satisfies Tongue[]) {
  test.describe(language, () => {
    // Here the app is kept, as in any browser of a person.
    test.use({ locale: language, serviceWorkers: 'allow' })

    test(`R5: nothing typed is lost and nothing sent twice without a line, ${language}`, async ({
      page,
      context,
      gateway,
    }) => {
      const say = words[language]
      const says = composerWords[language]
      const phrase = phrases[language]
      const lin = `lin-offline-${phrase.name}@ep.test`
      const composer = (subject: string) => page.getByRole('dialog', { name: says.named(subject) })
      const folder = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).first()

      await test.step('a visit on line leaves what was read, and the app itself', async () => {
        await gateway.addAccount(lin, password, 'soho', 'Lin')
        for (const n of [1, 2]) {
          await gateway.deliver({ from: 'chen@example.cn', to: lin, subject: `Letter ${n}`, text: `Words of ${n}.` })
        }
        await speak(page, language)
        await signIn(page, lin, language)
        await page.getByRole('row', { name: /Letter 1/ }).click()
        await expect(page.getByRole('article').frameLocator('iframe').getByText('Words of 1.')).toBeVisible()
        await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
        expect((await kept(page)).cached).toContain('/index.html')
      })

      await test.step('cut while reading: what was read is there, and it is said since when', async () => {
        await context.setOffline(true)
        await expect(page.getByText(phrase.asOf)).toBeVisible()
        await expect(page.getByRole('row', { name: /Letter 2/ })).toBeVisible()
        await expect(page.getByRole('article').frameLocator('iframe').getByText('Words of 1.')).toBeVisible()
        await folder(phrase.sent).click()
        await expect(page.getByText(phrase.notHere)).toBeVisible()
        await folder(phrase.inbox).click()
        await expect(page.getByRole('row', { name: /Letter 1/ })).toBeVisible()
      })

      await test.step('a mail is written and sent, and another begun', async () => {
        await page.getByRole('button', { name: says.write, exact: true }).click()
        const first = page.getByRole('dialog')
        await first.getByRole('combobox', { name: say.to }).fill(lin)
        await page.keyboard.press('Enter')
        await first.getByRole('textbox', { name: say.subject }).fill('From the train')
        await first.getByRole('textbox', { name: say.body }).click()
        await page.keyboard.insertText('No line here.')
        await expect(first.getByText(says.waiting)).toBeVisible()
        await page.keyboard.press('ControlOrMeta+Enter')
        await expect(page.getByText(says.waits)).toBeVisible()
        await expect(first).toBeHidden()
        await page.getByRole('button', { name: says.write, exact: true }).click()
        await page.getByRole('dialog').getByRole('textbox', { name: say.subject }).fill('Half a thought')
        await expect(composer('Half a thought').getByText(says.waiting)).toBeVisible()
      })

      await test.step('loaded anew without a line, everything is where it was', async () => {
        const body = composer('Half a thought').getByRole('textbox', { name: say.body })
        await body.click()
        await page.keyboard.insertText('Typed in the last moment.')
        await page.reload()
        await expect(page.getByText(phrase.asOf)).toBeVisible()
        await expect(page.getByRole('row', { name: /Letter 2/ })).toBeVisible()
        await composer('Half a thought').getByRole('button', { name: 'Half a thought' }).click()
        await expect(body).toHaveText('Typed in the last moment.')
        await expect(composer('Half a thought').getByRole('textbox', { name: say.subject })).toHaveValue(
          'Half a thought',
        )
        // One bar says both, and below it the desk still ends where the window does.
        await expect(page.locator('.ep-bar').filter({ visible: true })).toHaveCount(1)
        expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
        await page.getByRole('button', { name: says.outbox, exact: true }).click()
        const row = page.getByRole('dialog', { name: phrase.list }).getByRole('listitem', { name: 'From the train' })
        await expect(row.getByText(phrase.since)).toBeVisible()
        await expect(row.getByText(lin)).toBeVisible()
        await page.getByRole('dialog', { name: phrase.list }).getByRole('button', { name: phrase.close }).click()
      })

      await test.step('the line is back: the mail goes once, and the other is saved', async () => {
        await context.setOffline(false)
        await sendAtOnce(page, language)
        await expect(page.getByText(says.waits)).toBeHidden()
        await expect(page.getByText(phrase.asOf)).toBeHidden()
        await expect(composer('Half a thought').getByText(says.saved)).toBeVisible()
        for (const path of ['/sent', '/receive']) await expectRows(page, path, /From the train/)
        await expectRows(page, '/draft', /Half a thought/)
      })

      await test.step('a saved reply is loaded anew without a line, and goes on once that is back', async () => {
        await folder(phrase.inbox).click()
        await page.getByRole('row', { name: /Letter 1/ }).click()
        await page.getByRole('toolbar').getByRole('button', { name: says.reply, exact: true }).click()
        const reply = composer('Re: Letter 1')
        const body = reply.getByRole('textbox', { name: say.body })
        await body.click()
        await page.keyboard.insertText('Agreed.')
        await expect(reply.getByText(says.saved)).toBeVisible()
        await context.setOffline(true)
        await page.reload()
        await reply
          .getByRole('button', { name: /Letter 1/ })
          .first()
          .click()
        await expect(body).toContainText('Agreed.')
        await context.setOffline(false)
        await body.click()
        await page.keyboard.insertText(' Indeed.')
        await expect(reply.getByText(says.saved)).toBeVisible()
      })

      await test.step('S18: signing out leaves nothing of the account in this browser', async () => {
        await page.getByRole('button', { name: phrase.account }).click()
        await page.getByRole('menuitem', { name: phrase.exit }).click()
        await page.waitForURL(/\/(login|mainPage)/)
        await expect.poll(async () => (await kept(page)).databases).not.toContain('ep_mails')
        const left = await kept(page)
        expect(left.drafts).toBe('[]')
        expect(left.cached.filter((path) => path.startsWith('/webmail'))).toEqual([])
      })
    })
  })
}
