/** Mail that was deleted for good comes back as it was, for those who may; who may not is told why. By keyboard alone, in both languages. */
import { names } from '../../servers/lab/env'
import { expect, testOverShared as test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    vip: 'lost-zh@ep.test',
    free: 'free-zh@ep.test',
    title: '数据恢复',
    enable: '开启数据恢复',
    on: /^数据恢复已开启，有效至 \d{4}年.*（还剩 30 天）。$/,
    since: /^可以恢复 \d{4}年.* 之后彻底删除的邮件。$/,
    received: '恢复收到的邮件',
    cannot: '您的邮件服务器会直接清除彻底删除的邮件，因此这里无法恢复。',
    vipOnly: '此功能仅限 VIP 用户使用',
    toRecovery: '去数据恢复',
    vipFrom: '“普通（VIP 商务）”及以上等级可用。',
    lost: /^未读，有红旗，可恢复至 \d+月\d+日 \d\d:\d\d，发件人 Wang Li，主题 Offer/,
    back: /^未读，有红旗，发件人 Wang Li，主题 Offer/,
    until: /^这封邮件已彻底删除，\d{4}年.* 之前可以恢复。$/,
    flag: /红旗/,
    reply: '回复',
    restore: '恢复到原文件夹',
    restored: '已恢复 1 封邮件',
    forever: '彻底删除',
    removed: '已彻底删除 1 封邮件',
    empty: '没有可恢复的邮件',
  },
  {
    language: 'en-US',
    width: 390,
    vip: 'lost-en@ep.test',
    free: 'free-en@ep.test',
    title: 'Data recovery',
    enable: 'Turn on data recovery',
    on: /^Data recovery is on until \w+, \w+ \d+, \d{4}.* \(30 days left\)\.$/,
    since: /^What was deleted forever after \w+, .* can be recovered\.$/,
    received: 'Recover received messages',
    cannot: 'Your mail server removes what is deleted forever at once, so it cannot be recovered here.',
    vipOnly: 'This function can only be used by VIP users',
    toRecovery: 'Go to data recovery',
    vipFrom: 'It is available from the Soho tier on.',
    lost: /^unread, flagged, Until \w+ \d+, \d+:\d\d [AP]M, from Wang Li, subject Offer/,
    back: /^unread, flagged, from Wang Li, subject Offer/,
    until: /^This message was deleted forever\. It can be restored until \w+, .*\.$/,
    flag: /flag/i,
    reply: 'Reply',
    restore: 'Restore to its folder',
    restored: '1 message restored',
    forever: 'Delete forever',
    removed: '1 message deleted forever',
    empty: 'Nothing to recover',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: unknown }[]

/** A mail server that expunges mail has it no more. */
const isOverServers = process.env[names.databaseUrl] !== undefined

for (const say of journeys) {
  test.describe(`${say.language} at ${say.width} px`, () => {
    test.use({ viewport: { width: say.width, height: 844 }, locale: say.language })

    test.beforeEach(async ({ page }) => {
      await speak(page, say.language)
    })

    if (isOverServers) {
      for (const [tier, address] of [
        ['free', say.free],
        ['soho', say.vip],
      ] as const) {
        test(`a mailbox of tier ${tier} is told why the mail server cannot, and of no tier that could`, async ({
          page,
          gateway,
        }) => {
          await gateway.addAccount(address, password, tier)
          await signIn(page, address, say.language)
          await page.goto('/dataRecover')
          await expect(page.getByText(say.cannot)).toBeVisible()
          await expect(page.getByText(say.vipFrom)).toHaveCount(0)
          await expectSound(page)
        })
      }
      return
    }

    test('who is no VIP is told so, and how to become one', { tag: '@all' }, async ({ page, gateway }) => {
      await gateway.addAccount(say.free, password, 'free')
      await signIn(page, say.free, say.language)
      await page.goto('/recoverReceive')
      await expect(page.getByText(say.vipOnly)).toBeVisible()
      await expectSound(page)
      await page.getByRole('link', { name: say.toRecovery }).press('Enter')
      await expect(page.getByText(say.vipFrom)).toBeVisible()
      await expect(page.getByRole('button', { name: say.enable })).toHaveCount(0)
      await expectSound(page)
    })

    test('a VIP takes back what was deleted for good, as it was', async ({ page, gateway }) => {
      await gateway.addAccount(say.vip, password)
      const row = (name: RegExp) => page.getByRole('row', { name })
      await signIn(page, say.vip, say.language)

      const folder = await test.step('a flagged mail that was never read goes for good', async () => {
        const token = await page.evaluate(
          () => JSON.parse(localStorage.getItem('ep_tokenList') ?? '{}').value.accessToken,
        )
        const ask = async (path: string, form: Record<string, string>) =>
          (await page.request.post(`/webmail/${path}`, { form, headers: { authorization: `Bearer ${token}` } })).json()
        const made = await ask('folder/addFolder.action', { name: '客户' })
        const own = String(made.folder.id)
        await gateway.deliver({
          from: 'Wang Li <wang@example.cn>',
          to: say.vip,
          subject: 'Offer',
          text: 'A fair price.',
        })
        const [mail] = (await ask('query/queryfolder2.action', { folder: 'inbox' })).list
        await ask('manage/move2.action', { ids: mail.id, target: own })
        await ask('manage/mark2', { ids: mail.id, mark: 'flagged' })
        await page.goto(`/folder/${own}`)
        await row(say.back).press('#')
        await expect(row(say.back)).toHaveCount(0)
        await page.goto('/delete')
        await row(say.back).press('Delete')
        await page.getByRole('dialog').getByRole('button', { name: say.forever, exact: true }).press('Enter')
        await expect(page.getByText(say.removed)).toBeVisible()
        return own
      })

      await test.step('recovery is turned on, with its dates', async () => {
        await page.goto('/dataRecover')
        await page.getByRole('button', { name: say.enable }).press('Enter')
        await expect(page.getByText(say.on)).toBeVisible()
        await expect(page.getByText(say.since)).toBeVisible()
        await expectSound(page)
        await page.getByRole('link', { name: say.received }).press('Enter')
        await expect(row(say.lost)).toBeVisible()
        await expectSound(page)
      })

      await test.step('a look at it changes nothing', async () => {
        await row(say.lost).press('Enter')
        await expect(page.getByText(say.until)).toBeVisible()
        const reader = page.getByRole('article')
        await expect(page.frameLocator('iframe.mail-frame').getByText('A fair price.')).toBeVisible()
        await expect(reader.getByRole('button', { name: say.flag })).toHaveCount(0)
        await expect(page.getByRole('button', { name: say.reply, exact: true })).toHaveCount(0)
        await expectSound(page)
        await page.goto('/recoverReceive')
        await expect(row(say.lost)).toBeVisible()
      })

      await test.step('it is back in its folder, flagged and unread', async () => {
        await row(say.lost).press('Enter')
        await page.getByRole('article').getByRole('button', { name: say.restore }).press('Enter')
        await expect(page.getByText(say.restored)).toBeVisible()
        await expect(page.getByText(say.empty)).toBeVisible()
        await page.goto(`/folder/${folder}`)
        await expect(row(say.back)).toBeVisible()
      })
    })
  })
}
