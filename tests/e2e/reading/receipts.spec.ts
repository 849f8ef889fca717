/** A sent mail asks for receipts: one lets it be told, one does not, and Sent says so by recipient. */
import type { Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue } from '../shell'

const words = {
  'zh-CN': {
    offer: '回执',
    send: '发送回执',
    sent: /已向 lin@ep\.test 发送回执/,
    region: '已读回执',
    some: '已请求已读回执：2 位收件人中 1 位已读',
    details: '详情',
    none: '尚无回执',
  },
  'en-US': {
    offer: 'Read receipt',
    send: 'Send receipt',
    sent: /A receipt is on its way to lin@ep\.test/,
    region: 'Receipts',
    some: 'Receipt asked: 1 of 2 has read it',
    details: 'Details',
    none: 'No receipt yet',
  },
} as const

async function send(page: Page): Promise<void> {
  const signedIn = await page.request.post('/webmail/login/loginService.action', {
    form: { username: 'lin@ep.test', password, timezone: 'Asia/Shanghai' },
  })
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const body = new URLSearchParams({ subject: 'Contract', html: '<p>x</p>', idempotencyKey: 'k', receipt: '1' })
  for (const name of ['wang', 'bea']) body.append('to', `${name}@ep.test`)
  const answer = await page.request.post('/webmail/writemail/sendMail.action', {
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/x-www-form-urlencoded' },
    data: body.toString(),
  })
  expect(await answer.json()).toMatchObject({ code: '200' })
}

for (const [language, width, height] of [
  ['zh-CN', 1440, 900],
  ['en-US', 390, 844],
] as const satisfies [Tongue, number, number][]) {
  test(`S32: Sent says who has read a mail that asked for receipts, ${language} at ${width}`, { tag: '@all' }, async ({
    page,
    gateway,
  }) => {
    const say = words[language]
    await page.setViewportSize({ width, height })
    for (const name of ['lin', 'wang', 'bea']) await gateway.addAccount(`${name}@ep.test`, password)
    await speak(page, language)
    await send(page)

    await signIn(page, 'wang@ep.test', language)
    await expectRows(page, '/receive', /Contract/)
    await page.getByRole('row', { name: /Contract/ }).click()
    const offer = page.getByRole('region', { name: say.offer })
    await offer.getByRole('button', { name: say.send }).focus()
    await page.keyboard.press('Enter')
    await expect(offer.getByText(say.sent)).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await signIn(page, 'lin@ep.test', language)
    await expectRows(page, '/receive', /Contract/)
    await page.goto('/sent')
    await page.getByRole('row', { name: /Contract/ }).click()
    const bar = page.getByRole('region', { name: say.region })
    await expect(bar.getByText(say.some)).toBeVisible()
    await bar.getByRole('button', { name: say.details }).focus()
    await page.keyboard.press('Enter')
    await expect(bar.getByRole('row', { name: /bea@ep\.test/ }).getByText(say.none)).toBeVisible()
    await expect(bar.getByRole('row', { name: /wang@ep\.test.*2\d{3}/ })).toBeVisible()
    await expectSound(page)
  })
}
