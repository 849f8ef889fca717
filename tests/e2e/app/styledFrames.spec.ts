/** However late a style sheet comes, no frame shows a control of antd without its style: pages opened by their address, and from the inbox. */
import type { Page, Request } from '@playwright/test'
import { expect, isOverServers, test } from '../gateway'
import { password, signIn } from '../shell'

/** How a control looks whose style sheet, or whose variables, are not there yet. */
const bare = [
  ['.antd-page-head', 'display', 'block'],
  ['.ant-btn-primary', 'background-color', 'rgba(0, 0, 0, 0)'],
  ['.ant-btn:not([class*="compact"])', 'border-top-left-radius', '0px'],
  ['.ant-input-affix-wrapper', 'border-top-left-radius', '0px'],
  ['.ant-input:not(.ant-input-affix-wrapper .ant-input)', 'border-top-left-radius', '0px'],
  ['.ant-segmented', 'border-top-left-radius', '0px'],
  ['.ant-select', 'border-top-left-radius', '0px'],
  ['.ant-switch', 'border-top-left-radius', '0px'],
  ['.ant-radio-wrapper', 'display', 'inline'],
  ['.ant-checkbox-wrapper', 'display', 'inline'],
] as const

/** Looks at each frame, before it is painted, at every control that it will show. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript((looks) => {
    const noted = new Set<string>()
    const note = (name: string, detail: string) => {
      if (!noted.has(name + detail)) performance.mark(name, { detail })
      noted.add(name + detail)
    }
    const look = () => {
      for (const [selector, property, value] of looks) {
        for (const control of document.querySelectorAll(selector)) {
          if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
          note('ep-drawn', selector)
          if (getComputedStyle(control).getPropertyValue(property) === value)
            note('ep-bare', `${selector} has ${property} ${value}`)
        }
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, bare)
}

/** What `watchFrames` has noted since the document began. */
function noted(page: Page, name: 'ep-drawn' | 'ep-bare'): Promise<readonly string[]> {
  return page.evaluate(
    (mark) => performance.getEntriesByName(mark).map((entry) => ('detail' in entry ? String(entry.detail) : '')),
    name,
  )
}

async function expectStyled(page: Page, control: (typeof bare)[number][0]): Promise<void> {
  expect(await noted(page, 'ep-drawn'), page.url()).toContain(control)
  expect(await noted(page, 'ep-bare'), page.url()).toEqual([])
}

/** A slow line, on which every style sheet comes after all scripts. */
async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const bytes = 400_000
  const conditions = { offline: false, latency: 100, downloadThroughput: bytes, uploadThroughput: bytes }
  await line.send('Network.emulateNetworkConditions', conditions)
  const scripts = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request)
  })
  page.on('requestfinished', (request) => scripts.delete(request))
  page.on('requestfailed', (request) => scripts.delete(request))
  await page.route('**/*.css', async (route) => {
    await expect.poll(() => scripts.size).toBe(0)
    await route.continue()
  })
}

test('zh-CN: no frame shows a control of antd without its style, opened by its address or from the inbox', {
  tag: '@all',
}, async ({ page, gateway }) => {
  await gateway.addAccount('lin@ep.test', password)
  await signIn(page, 'lin@ep.test')
  await watchFrames(page)
  await slowDown(page)
  const add = page.getByRole('button', { name: '新建联系人' })
  const settings = page.getByRole('navigation', { name: '设置分类' }).getByText('账号保护')

  await test.step('by its address', async () => {
    await page.goto('/contactPage')
    await expect(add).toBeVisible()
    await expectStyled(page, '.ant-btn-primary')
    // Nothing to press where a mail server has the passwords.
    if (isOverServers) return
    await page.goto('/settingPc?section=protection')
    await expect(page.getByRole('button', { name: '绑定邮箱' })).toBeVisible()
    await expectStyled(page, '.ant-btn:not([class*="compact"])')
  })

  await test.step('from the inbox', async () => {
    await page.goto('/receive')
    const links = page.getByRole('navigation', { name: '邮件文件夹' })
    await links.getByRole('link', { name: '通讯录' }).click()
    await expect(add).toBeVisible()
    await links.getByRole('link', { name: '设置' }).click()
    await expect(settings).toBeVisible()
    await expectStyled(page, '.ant-btn-primary')
    await expectStyled(page, '.ant-input-affix-wrapper')
  })

  await test.step('and one that did would be seen', async () => {
    await page.evaluate(() => {
      for (const sheet of document.styleSheets) sheet.disabled = true
    })
    await expect.poll(() => noted(page, 'ep-bare')).not.toEqual([])
  })
})
