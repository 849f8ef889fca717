/** A sent mail is taken back: by keys at a desk, and on a phone; what comes of it is seen by both sides. */
import type { Page } from '@playwright/test'
import { names } from '../../servers/lab/env'
import { expect, type TestGateway, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

/** There a master user takes mail out of other mailboxes; where there is none, the button says so. */
const isOverServers = process.env[names.databaseUrl] !== undefined

const words = {
  'zh-CN': {
    recall: '撤回',
    title: '撤回这封邮件',
    confirm: '确认撤回',
    accepted: '撤回请求已受理，最终结果请查看系统邮件。',
    state: '已撤回',
    close: '关闭',
    notice: '通知收件人有一封邮件已被撤回',
    bar: '这封邮件已撤回',
    withdrawn: '发件人已撤回',
    told: '发件人撤回了一封您尚未阅读的邮件。该邮件已不在您的邮箱中，此处仅作说明。',
    result: /邮件撤回结果/,
    vipOnly: '邮件撤回仅限 VIP 用户使用。',
    vipFrom: '“普通（VIP 商务）”及以上等级可用。',
    serverCannot: '邮件服务器不允许从他人邮箱取回邮件：尚未配置管理员账号。',
  },
  'en-US': {
    recall: 'Recall',
    title: 'Recall this message',
    confirm: 'Recall',
    accepted: 'Request accepted. Check system mail for the final recall result.',
    state: 'Recalled',
    close: 'Close',
    notice: 'Tell recipients that a message was recalled',
    bar: 'This message was recalled',
    withdrawn: 'Recalled by the sender',
    told: 'The sender recalled a message that you had not read. It is no longer in your mailbox; this is what tells you so.',
    result: /Recall result/,
    vipOnly: 'Mail recall is for VIP users only.',
    vipFrom: 'It is available from the Soho tier on.',
    serverCannot:
      'The mail server does not let messages be taken out of other mailboxes; no administrator’s account is set up for it.',
  },
} as const

type People = { readonly page: Page; readonly gateway: TestGateway }

async function makePeople({ gateway }: People): Promise<void> {
  for (const name of ['lin', 'wang', 'bea']) await gateway.addAccount(`${name}@ep.test`, password)
  await gateway.addAccount('fay@ep.test', password, 'free')
}

/** Sends a mail to two, and waits until it has gone. */
async function send({ page }: People, username: string): Promise<void> {
  const signedIn = await page.request.post('/webmail/login/loginService.action', {
    form: { username, password, timezone: 'Asia/Shanghai' },
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ subject: 'Contract', html: '<p>Please read</p>', idempotencyKey: 'k' })
  for (const name of ['wang', 'bea']) body.append('to', `${name}@ep.test`)
  const answer = await page.request.post('/webmail/writemail/sendMail.action', { headers, data: body.toString() })
  expect(await answer.json()).toMatchObject({ code: '200' })
  await expect
    .poll(async () => {
      const listed = await page.request.post('/webmail/query/queryfolder2.action', { headers, data: 'folder=sent' })
      const [mail] = ((await listed.json()) as { list: { id: string }[] }).list
      if (mail === undefined) return 'notThere'
      const asked = await page.request.get('/webmail/recall/recallInfo.action', { headers, params: { id: mail.id } })
      return String(((await asked.json()) as { reason: string | null }).reason)
    })
    .not.toMatch(/notThere|recallLater/)
}

async function open(page: Page): Promise<void> {
  await page.goto('/sent')
  await page.getByRole('row', { name: /Contract/ }).click()
}

async function become(page: Page, address: string, language: Tongue): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await signIn(page, address, language)
}

const screens = [
  ['zh-CN', 1440, 900],
  ['zh-CN', 390, 844],
  ['en-US', 1440, 900],
  ['en-US', 390, 844],
] as const satisfies [Tongue, number, number][]

for (const [language, width, height] of screens) {
  const tag = language === 'zh-CN' && width === 1440 ? [] : ['@all']
  test(`a sent mail is recalled once, and both sides read so, ${language} at ${width}`, { tag }, async ({
    page,
    gateway,
  }) => {
    const say = words[language]
    const people = { page, gateway }
    await page.setViewportSize({ width, height })
    await makePeople(people)
    await speak(page, language)
    const action = page.getByRole('button', { name: say.recall, exact: true })
    const dialog = page.getByRole('dialog', { name: say.title })

    await send(people, 'lin@ep.test')
    await signIn(page, 'lin@ep.test', language)
    await open(page)
    await expect(action).not.toHaveAttribute('aria-disabled')
    await action.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('wang@ep.test')).toBeVisible()
    await expectSound(page)
    await dialog.getByRole('checkbox', { name: say.notice }).focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: say.confirm, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(say.accepted)).toBeVisible()
    // Over a mail server it may still be on its way when it is first looked for.
    await expect(dialog.getByRole('cell', { name: say.state, exact: true })).toHaveCount(2, { timeout: 30_000 })
    await expectSound(page)
    await dialog.getByRole('button', { name: say.close, exact: true }).click()
    await expect(page.getByText(say.bar)).toBeVisible()
    await expect(action).toHaveAttribute('aria-disabled', 'true')
    await expectSound(page)
    await page.goto('/sent')
    await expect(page.getByRole('row', { name: new RegExp(`${say.state}.*Contract`) })).toBeVisible()
    await expectRows(page, '/receive', say.result)
    await page.getByRole('row', { name: say.result }).click()

    await become(page, 'wang@ep.test', language)
    const notice = new RegExp(`${say.withdrawn}.*recalled a message`)
    await expectRows(page, '/receive', notice)
    await page.getByRole('row', { name: notice }).click()
    await expect(page.getByText(say.told)).toBeVisible()
    await expect(page.getByRole('row', { name: /Contract/ })).toHaveCount(0)
    await expectSound(page)
  })
}

for (const language of ['zh-CN', 'en-US'] as const) {
  test(`who may not recall reads why, and where to change that, ${language}`, { tag: '@all' }, async ({
    page,
    gateway,
  }) => {
    const say = words[language]
    const people = { page, gateway }
    await makePeople(people)
    await speak(page, language)
    await send(people, 'fay@ep.test')
    await signIn(page, 'fay@ep.test', language)
    await open(page)
    const action = page.getByRole('button', { name: say.recall, exact: true })
    await expect(action).toHaveAttribute('aria-disabled', 'true')
    await action.click({ force: true })
    const dialog = page.getByRole('dialog', { name: say.title })
    await expect(dialog.getByText(say.vipOnly)).toBeVisible()
    await expect(dialog.getByText(say.vipFrom)).toBeVisible()
    await expectSound(page)
  })
}

if (isOverServers) {
  test.describe('without a master user', () => {
    test.use({ settings: { IMAP_ADMIN_USER: '', IMAP_ADMIN_PASSWORD: '' } })
    for (const language of ['zh-CN', 'en-US'] as const) {
      test(`the button says that the mail server does not let it, ${language}`, async ({ page, gateway }) => {
        const say = words[language]
        const people = { page, gateway }
        await makePeople(people)
        await speak(page, language)
        await send(people, 'lin@ep.test')
        await signIn(page, 'lin@ep.test', language)
        await open(page)
        await page.getByRole('button', { name: say.recall, exact: true }).click({ force: true })
        await expect(page.getByRole('dialog', { name: say.title }).getByText(say.serverCannot)).toBeVisible()
        await expectSound(page)
      })
    }
  })
}
