/** A forgotten password: by the secure mailbox at once, by a new secure phone after a wait. */
import type { Page } from '@playwright/test'
import { smsSignature } from '#server/phone/smsGateway.http'
import { expect, isOverServers, test } from '../gateway'
import { expectRows, expectSound, password, words as shell, signIn, speak } from '../shell'

const [number, secret, phone] = ['106900001', 'a secret of the operator', '13800000000']
const fresh = 'Another-pass1'

const words = {
  'zh-CN': {
    forgotten: '忘记密码？',
    account: '账号',
    wait: /改为等待/,
    waiting: /请等待/,
    waited: /等待结束/,
    next: '下一步',
    bindMailbox: '绑定邮箱',
    address: '邮箱地址',
    password: '登录密码',
    submit: '确定',
    bindingWrong: '密码错误，邮箱绑定失败',
    asked: '确认邮件已发送到 s***@ep.test，3 天内有效。',
    confirmMail: /请确认密保邮箱/,
    confirm: '确认',
    isSecure: /现在是 lin@ep.test 的密保邮箱/,
    sendLink: '向 s***@ep.test 发送链接',
    mailed: '请查收邮件',
    goOn: '继续',
    fresh: '新密码',
    again: '再次输入新密码',
    set: '设置新密码',
    now: /新密码已生效/,
    toSignIn: '返回登录',
    noticed: /密码已重设/,
    bindPhone: '绑定手机',
    number: '手机号',
    byHand: '不便扫码？手动发送短信',
    done: '完成',
    change: '更换',
    oldPhone: '旧手机号',
    newPhone: '新手机号',
    phoneInvalid: '手机号格式不正确',
    oldPhoneWrong: '旧手机号错误',
    byPhone: '用 138****0000 发送短信',
    later: /^新密码将在 24 小时后生效/,
    waitNotice: /有人要求重设密码/,
    stopped: '已阻止：lin@ep.test 的密码没有改变。',
  },
  'en-US': {
    forgotten: 'Forgot the password?',
    account: 'Account',
    wait: /Wait .* instead/,
    waiting: /Please wait/,
    waited: /wait is over/,
    next: 'Next',
    bindMailbox: 'Bind a mailbox',
    address: 'Address of the mailbox',
    password: 'Password',
    submit: 'OK',
    bindingWrong: 'Mailbox binding failed because of a wrong password',
    asked: 'A verification message went to s***@ep.test. It is valid for 3 days.',
    confirmMail: /Confirm a secure mailbox/,
    confirm: 'Confirm',
    isSecure: /is the secure mailbox of lin@ep.test now/,
    sendLink: 'Send a link to s***@ep.test',
    mailed: 'Look at your messages',
    goOn: 'Go on',
    fresh: 'New password',
    again: 'New password again',
    set: 'Set new password',
    now: /The new password counts now/,
    toSignIn: 'Back to sign in',
    noticed: /A new password was set/,
    bindPhone: 'Bind a phone',
    number: 'Phone number',
    byHand: 'Can’t scan? Send the message yourself',
    done: 'Done',
    change: 'Change',
    oldPhone: 'Old phone number',
    newPhone: 'New phone number',
    phoneInvalid: 'This is not a mobile number of 11 digits.',
    oldPhoneWrong: 'The old phone number is wrong',
    byPhone: 'Send a text message from 138****0000',
    later: /The new password counts in 24 hours/,
    waitNotice: /Somebody asked for a new password/,
    stopped: 'Stopped: the password of lin@ep.test has not changed.',
  },
} as const

type Words = (typeof words)[keyof typeof words]

const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Whoever cannot read the picture waits for 30 s in its place. */
async function waitInstead(page: Page, say: Words): Promise<void> {
  await page.getByRole('button', { name: say.wait }).click()
  await expect(page.getByText(say.waiting)).toBeVisible()
}

async function goOnAfterWait(page: Page, say: Words): Promise<void> {
  await expect(page.getByText(say.waited)).toBeVisible({ timeout: 40_000 })
  await pressed(page, say.next)
}

/** The link of the message whose row is named so. */
async function linkOf(page: Page, subject: RegExp): Promise<string> {
  await expectRows(page, '/receive', subject)
  await page.getByRole('row', { name: subject }).click()
  const link = page
    .frameLocator('iframe.mail-frame')
    .getByRole('link', { name: /verify#t=/ })
    .first()
  return (await link.getAttribute('href')) ?? ''
}

async function setPassword(page: Page, say: Words): Promise<void> {
  await page.getByLabel(say.fresh, { exact: true }).fill(fresh)
  await page.getByLabel(say.again).fill(fresh)
  await expectSound(page)
  await pressed(page, say.set)
}

test.use({ settings: { SMS_NUMBER: number, SMS_SECRET: secret } })

for (const { language, width, height, tag } of [
  { language: 'zh-CN', width: 1440, height: 900, tag: [] },
  { language: 'en-US', width: 390, height: 844, tag: ['@all'] },
] as const) {
  const say = words[language]
  // Where a mail server keeps the passwords, it alone sets new ones.
  if (isOverServers) continue
  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height }, locale: language })

    test('a new password is set by the secure mailbox, and signs in', { tag: [...tag] }, async ({
      page,
      gateway,
      browser,
    }) => {
      test.slow()
      await gateway.addAccount('lin@ep.test', password)
      await gateway.addAccount('safe@ep.test', password)
      await speak(page, language)
      await page.goto('/login')
      await page.getByRole('link', { name: say.forgotten }).click()
      await page.waitForURL('**/resetPassword')
      await page.getByLabel(say.account).fill('lin@ep.test')
      await expectSound(page)
      await waitInstead(page, say)

      const contexts = await Promise.all(
        [1, 2].map(() => browser.newContext({ baseURL: gateway.url, locale: language, viewport: { width, height } })),
      )
      const [lin, safe] = await Promise.all(contexts.map((context) => context.newPage()))
      if (lin === undefined || safe === undefined) throw new Error('two pages were asked for')
      await Promise.all([lin, safe].map((one) => speak(one, language)))

      await test.step('lin binds the secure mailbox with the password', async () => {
        await signIn(lin, 'lin@ep.test', language)
        await lin.goto('/settingPc?section=protection')
        await pressed(lin, say.bindMailbox)
        await lin.getByLabel(say.address).fill('safe@ep.test')
        await lin.getByLabel(say.password, { exact: true }).fill('not the password')
        await pressed(lin, say.submit)
        await expect(lin.getByText(say.bindingWrong)).toBeVisible()
        await expectSound(lin)
        await lin.getByLabel(say.password, { exact: true }).fill(password)
        await pressed(lin, say.submit)
        await expect(lin.getByText(say.asked)).toBeVisible()
        await expectSound(lin)
        await signIn(safe, 'safe@ep.test', language)
        await safe.goto(await linkOf(safe, say.confirmMail))
        await pressed(safe, say.confirm)
        await expect(safe.getByText(say.isSecure)).toBeVisible()
      })

      await test.step('the link goes to that mailbox alone, and sets the password', async () => {
        await goOnAfterWait(page, say)
        await pressed(page, say.sendLink)
        await expect(page.getByRole('heading', { name: say.mailed })).toBeFocused()
        await expectSound(page)
        await page.goto(await linkOf(safe, /Set a new password/))
        await pressed(page, say.goOn)
        await setPassword(page, say)
        await expect(page.getByText(say.now)).toBeVisible()
      })

      await test.step('the new password signs in, where a notice says what happened', async () => {
        await page.getByRole('link', { name: say.toSignIn }).click()
        await page.getByLabel(shell[language].account, { exact: true }).fill('lin@ep.test')
        await page.getByLabel(shell[language].password, { exact: true }).fill(fresh)
        await pressed(page, shell[language].signIn)
        await page.waitForURL('**/receive')
        await expectRows(page, '/receive', say.noticed)
        await Promise.all(contexts.map((context) => context.close()))
      })
    })

    test('a new password is set by the secure phone, waits, and is stopped by the link of its notice', {
      tag: '@all',
    }, async ({ page, gateway, request }) => {
      test.slow()
      const send = async (code: string) => {
        const message = { from: phone, to: number, text: code, at: Date.now() }
        const form = { ...message, signature: smsSignature(message, secret) }
        expect(await (await request.post('/webmail/sms/receive.action', { form })).json()).toEqual({ code: '200' })
      }
      /** A narrow screen is no place for a picture that a phone scans. */
      const sendShown = async () => {
        if (width > 450) await pressed(page, say.byHand)
        await send((await page.getByText(/^\d{6}$/).textContent()) ?? '')
        await pressed(page, say.done)
      }
      await gateway.addAccount('lin@ep.test', password)
      await speak(page, language)

      await test.step('the phone is bound, and changed by its own number alone', async () => {
        await signIn(page, 'lin@ep.test', language)
        await page.goto('/SettingInner?section=protection')
        await pressed(page, say.bindPhone)
        await page.getByLabel(say.number).fill('1380000')
        await page.getByLabel(say.password, { exact: true }).fill(password)
        await pressed(page, say.submit)
        await expect(page.getByText(say.phoneInvalid)).toBeVisible()
        await expectSound(page)
        await page.getByLabel(say.number).fill(phone)
        await pressed(page, say.submit)
        await sendShown()
        await expect(page.getByText('138****0000')).toBeVisible()
        await expectSound(page)
        await pressed(page, say.change)
        await page.getByLabel(say.oldPhone).fill('13900000000')
        await page.getByLabel(say.newPhone).fill('13911111111')
        await page.getByLabel(say.password, { exact: true }).fill(password)
        await pressed(page, say.submit)
        await expect(page.getByText(say.oldPhoneWrong)).toBeVisible()
        await expectSound(page)
      })

      await test.step('it sends the code of a forgotten password', async () => {
        await page.goto('/resetPassword')
        await page.getByLabel(say.account).fill('lin@ep.test')
        await waitInstead(page, say)
        await goOnAfterWait(page, say)
        await pressed(page, say.byPhone)
        await expectSound(page)
        await sendShown()
        await setPassword(page, say)
        await expect(page.getByText(say.later)).toBeVisible()
        await expectSound(page)
      })

      await test.step('the link of the notice stops it', async () => {
        await page.goto(await linkOf(page, say.waitNotice))
        await pressed(page, say.confirm)
        await expect(page.getByText(say.stopped)).toBeVisible()
      })
    })
  })
}
