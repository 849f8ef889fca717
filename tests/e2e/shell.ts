/** What the journeys do in more than one place, in either language. */
import { expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import sharp from 'sharp'

const { source } = axe
type Axe = typeof axe

export const password = 'Passw0rd!a'

export const words = {
  'zh-CN': {
    account: '账号',
    password: '密码',
    signIn: '登录',
    to: '收件人',
    subject: '主题',
    body: '正文',
    send: '发送',
    now: '立即发送',
    gone: '已发送：',
    files: '附件',
  },
  'en-US': {
    account: 'Account',
    password: 'Password',
    signIn: 'Sign in',
    to: 'To',
    subject: 'Subject',
    body: 'Text',
    send: 'Send',
    now: 'Send now',
    gone: 'Sent: ',
    files: 'Attachments',
  },
} as const

export type Tongue = keyof typeof words

/** The language that the person has chosen before. */
export async function speak(page: Page, language: Tongue): Promise<void> {
  await page.addInitScript((value) => {
    localStorage.setItem('ep_language', JSON.stringify({ value, expires: null }))
  }, language)
}

export async function signIn(page: Page, address: string, language: Tongue = 'zh-CN'): Promise<void> {
  const say = words[language]
  await page.goto('/login')
  await page.getByLabel(say.account, { exact: true }).fill(address)
  await page.getByLabel(say.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: say.signIn, exact: true }).click()
  await page.waitForURL('**/receive')
}

/** Asks the gateway as the page that is open would. */
export async function ask(page: Page, call: string, form: Readonly<Record<string, string>>): Promise<string> {
  return page.evaluate(
    async ([path, body]) => {
      const { value } = JSON.parse(localStorage.getItem('ep_tokenList') ?? '{}')
      const headers = { Authorization: `${value.tokenType} ${value.accessToken}` }
      const answer = await fetch(`/webmail/${path}`, { method: 'POST', headers, body: new URLSearchParams(body) })
      return answer.text()
    },
    [call, form] as const,
  )
}

/** Writes recipient, subject and text into the open composer. */
export async function write(
  page: Page,
  mail: { to?: string; subject?: string; text: string },
  language: Tongue = 'zh-CN',
) {
  const say = words[language]
  if (mail.to !== undefined) {
    await page
      .getByRole('combobox', { name: say.to })
      .or(page.getByRole('textbox', { name: say.to }))
      .fill(mail.to)
    await page.keyboard.press('Enter')
  }
  if (mail.subject !== undefined) await page.getByRole('textbox', { name: say.subject }).fill(mail.subject)
  await page.getByRole('textbox', { name: say.body }).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.insertText(mail.text)
}

/** Waits no longer for an Undo: the mail goes, and is said to have gone. */
export async function sendAtOnce(page: Page, language: Tongue = 'zh-CN'): Promise<void> {
  const say = words[language]
  await page.getByRole('button', { name: say.now, exact: true }).click()
  // What went before it may still be told of.
  await expect(page.getByText(say.gone).last()).toBeVisible()
}

/** Mail comes when it comes, and a list is as it was when it was asked for: asks anew until so many such rows stand there. */
export async function expectRows(page: Page, path: string, name: RegExp, count = 1): Promise<void> {
  // Soon at first: what comes a moment later would be waited for in a list that is not asked again.
  let timeout = 1_000
  await expect(async () => {
    timeout = Math.min(2 * timeout, 10_000)
    await page.goto(path)
    await expect(page.getByRole('row', { name })).toHaveCount(count, { timeout })
  }).toPass({ timeout: 60_000 })
}

/**
 * What axe finds, a line each. It is put into the page once and run in it: through its builder, which asks every frame and brings back all
 * that was well, it takes four times as long. What a stranger wrote into a mail's frame is not looked at.
 */
export async function faultsOf(page: Page, rules: readonly string[] = []): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (only) => {
    // The script that was just run has set it.
    const { axe } = globalThis as unknown as { readonly axe: Axe }
    // What is just fading in has a contrast of its own for that moment; what turns without an end is drawn as it stays.
    const moving = document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    await Promise.allSettled(moving.map(({ finished }) => finished))
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      ...(only.length > 0 ? { runOnly: only } : {}),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any.map(({ message }) => message).join()}`),
    )
  }, rules.slice())
}

/** axe finds nothing, and nothing scrolls sideways. */
export async function expectSound(page: Page): Promise<void> {
  // Until the app has come there is its mark alone.
  await expect(page.getByRole('main').first()).toBeAttached()
  expect(await faultsOf(page), page.url()).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, `pixels beyond the edge of ${page.url()}`).toBeLessThanOrEqual(0)
}

export const modes = ['light', 'dark'] as const

/** Light or dark in this tab alone, as the top bar's menu shows it. */
export async function showMode(page: Page, mode: (typeof modes)[number]): Promise<void> {
  await page.evaluate((detail) => void window.dispatchEvent(new CustomEvent('ep-skin', { detail })), { mode })
  await expect(page.locator('html')).toHaveCSS('color-scheme', mode)
}

/** Contrast of what is painted (WCAG 2.2 §1.4.3): no style tells what a filter does to colours. */
export async function paintedContrast(text: Locator): Promise<number> {
  let shot: Buffer = Buffer.alloc(0)
  // A frame may be drawn anew while its picture is taken.
  await expect(async () => {
    shot = await text.screenshot()
  }).toPass()
  const picture = await sharp(shot).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const linear = (channel = 0) => (channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4)
  let [lightest, darkest] = [0, 1]
  for (let at = 0; at < picture.length; at += 3) {
    const [red, green, blue] = picture.subarray(at, at + 3)
    const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    lightest = Math.max(lightest, luminance)
    darkest = Math.min(darkest, luminance)
  }
  return (lightest + 0.05) / (darkest + 0.05)
}
