/** Binding a phone in two tabs of one browser: offered in both, one code for both, bound for both, and nobody is asked again. */
import type { APIRequestContext, Page } from '@playwright/test'
import { limits } from '#contract/limits'
import { smsSignature } from '#server/phone/smsGateway.http'
import { expect, test } from '../gateway'
import { expectSound, password, signIn, speak, type Tongue } from '../shell'

const number = '106900001'
const secret = 'a secret of the operator'
const phone = '13800000000'

const journeys = [
  {
    language: 'zh-CN',
    title: '绑定手机',
    field: '手机号',
    byHand: '不便扫码？手动发送短信',
    done: '完成',
    waiting: '未检出到您的验证码，请确认您已发送成功',
    expired: '验证码已过期！',
    refresh: '刷新',
    bound: '手机 13800000000 绑定成功。',
    close: '关闭',
    later: '以后再说',
    sent: '已发送',
    draft: '草稿箱',
  },
  {
    language: 'en-US',
    title: 'Bind your phone',
    field: 'Mobile number',
    byHand: 'Can’t scan? Send the message yourself',
    done: 'Done',
    waiting: 'Your code has not arrived. Check that the message was sent.',
    expired: 'The code has expired.',
    refresh: 'Get a new code',
    bound: 'The phone 13800000000 is bound.',
    close: 'Close',
    later: 'Not now',
    sent: 'Sent',
    draft: 'Drafts',
  },
] as const satisfies readonly { readonly language: Tongue; readonly [key: string]: string }[]
type Say = (typeof journeys)[number]

const dialogIn = (tab: Page, say: Say) => tab.getByRole('dialog', { name: say.title })
const codeIn = (tab: Page, say: Say) => dialogIn(tab, say).getByText(/^\d{6}$/)

/** Goes to another folder, as a person does. */
async function goTo(tab: Page, folder: string): Promise<void> {
  await tab.bringToFront()
  await tab.getByRole('link', { name: new RegExp(`^${folder}`) }).click()
  await expect(tab.getByRole('heading', { level: 1, name: folder })).toBeVisible()
}

/** The answer to whether the dialog is due, which a change of route asks for. */
async function isOffered(tab: Page, folder: string): Promise<boolean> {
  const answer = tab.waitForResponse(/vipBindPhone\/isPopUp/)
  await goTo(tab, folder)
  const told: { readonly isPopUp: boolean } = await (await answer).json()
  return told.isPopUp
}

/** The operator tells of a message from the phone. */
async function play(request: APIRequestContext, text: string): Promise<void> {
  const message = { from: `+86${phone}`, to: number, text, at: Date.now() }
  const form = { ...message, signature: smsSignature(message, secret) }
  expect(await (await request.post('/webmail/sms/receive.action', { form })).json()).toEqual({ code: '200' })
}

/** Until the code is void: so many messages held another one. */
async function useUp(request: APIRequestContext, code: string): Promise<void> {
  const wrong = code === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < limits.phoneCodeTries; tries++) await play(request, wrong)
}

test.use({ settings: { SMS_NUMBER: number, SMS_SECRET: secret } })

for (const say of journeys) {
  const { language } = say

  test.describe(language, () => {
    test.use({ locale: language })

    test('one phone and one code, whichever tab it is', { tag: '@all' }, async ({
      page,
      context,
      gateway,
      request,
    }) => {
      await gateway.addAccount('lin@ep.test', password, 'soho', '林')
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      const other = await context.newPage()
      await speak(other, language)
      await expect(dialogIn(page, say)).toBeVisible()
      await other.goto('/receive')
      expect(await isOffered(other, say.sent)).toBe(true)
      await expect(dialogIn(other, say).getByLabel(say.field)).toBeFocused()

      for (const tab of [page, other]) {
        await tab.bringToFront()
        await dialogIn(tab, say).getByLabel(say.field).fill(phone)
        await dialogIn(tab, say).getByRole('button', { name: say.byHand }).click()
      }
      const first = (await codeIn(page, say).textContent()) ?? ''
      await expect(codeIn(other, say)).toHaveText(first)

      await useUp(request, first)
      await dialogIn(other, say).getByRole('button', { name: say.done, exact: true }).click()
      await expect(dialogIn(other, say).getByText(say.expired)).toBeVisible()
      await expectSound(other)
      await dialogIn(other, say).getByRole('button', { name: say.refresh }).click()
      await expect(codeIn(other, say)).not.toHaveText(first)
      const second = (await codeIn(other, say).textContent()) ?? ''
      await expect(codeIn(page, say)).toHaveText(second)

      await page.bringToFront()
      await dialogIn(page, say).getByRole('button', { name: say.done, exact: true }).click()
      await expect(dialogIn(page, say).getByText(say.waiting)).toBeVisible()
      await play(request, second)
      await expect(dialogIn(page, say).getByText(say.bound)).toBeVisible()
      await expect(dialogIn(other, say)).toHaveCount(0)
      await dialogIn(page, say).getByRole('button', { name: say.close, exact: true }).click()
      await expect(dialogIn(page, say)).toHaveCount(0)

      for (const tab of [page, other]) {
        // A tab asks seldom; loaded anew it asks at the next change of route.
        await tab.reload()
        expect(await isOffered(tab, say.draft)).toBe(false)
        await expect(dialogIn(tab, say)).toHaveCount(0)
      }
    })

    test('put off in one, it is put off in both', { tag: '@all' }, async ({ page, context, gateway }) => {
      await gateway.addAccount('lin@ep.test', password, 'soho', '林')
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      const other = await context.newPage()
      await speak(other, language)
      await expect(dialogIn(page, say)).toBeVisible()
      await other.goto('/receive')
      expect(await isOffered(other, say.sent)).toBe(true)
      await expect(dialogIn(other, say)).toBeVisible()
      await dialogIn(other, say).getByRole('button', { name: say.later }).click()
      await other.getByRole('region', { name: say.title }).getByRole('button', { name: say.later }).click()
      for (const tab of [page, other]) {
        await expect(dialogIn(tab, say)).toHaveCount(0)
        await tab.reload()
        expect(await isOffered(tab, say.draft)).toBe(false)
        await expect(dialogIn(tab, say)).toHaveCount(0)
      }
    })
  })
}
