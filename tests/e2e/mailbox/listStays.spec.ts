/** Neither what is done to a row nor a network that goes away moves other rows, or covers what is pressed. */
import type { Locator } from '@playwright/test'
import { expect, testOverShared as test } from '../gateway'
import { password, signIn } from '../shell'

const count = 30
const top = 600

test('rows stay under the pointer when one is archived, or the network goes', { tag: '@all' }, async ({
  page,
  context,
  gateway,
}) => {
  const address = 'liststays@ep.test'
  await gateway.addAccount(address, password)
  for (let number = 0; number < count; number += 1)
    await gateway.deliver({
      from: 'Anna <anna@example.com>',
      to: address,
      subject: `Report ${number}`,
      text: 'A line.',
    })
  await signIn(page, address)
  const scroller = page.locator('.mailbox-scroll')
  const scrolled = () => scroller.evaluate((list) => Math.round(list.scrollTop))
  await page.getByRole('row').first().click()
  await expect(page.getByRole('article')).toBeVisible()

  for (const name of ['归档', '删除']) {
    await scroller.evaluate((list, to) => list.scrollTo(0, to), top)
    const at = { x: 500, y: 450 }
    const pointed = () =>
      page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('tr')?.getAttribute('aria-rowindex'), at)
    await page.mouse.move(at.x, at.y)
    await expect.poll(pointed).toBeTruthy()
    const place = await pointed()
    const row = page.locator(`tr[aria-rowindex="${place}"]`)
    const former = await row.textContent()
    await row.getByRole('button', { name, exact: true }).click()
    await expect(row).not.toHaveText(former ?? '')
    // What takes its place is the one that keys go on from.
    await expect(row).toBeFocused()
    expect(await scrolled()).toBe(top)
  }

  // One of which next to nothing is seen is no place to go on from.
  const edge = await scroller.evaluate((list) => {
    const { height = 0 } = list.querySelector('tr[aria-rowindex]')?.getBoundingClientRect() ?? {}
    const index = Math.ceil(list.clientHeight / height) + 3
    list.scrollTo(0, index * height + 1 - list.clientHeight)
    return { place: index + 1, height, scrolled: Math.round(list.scrollTop) }
  })
  const cut = page.locator(`tr[aria-rowindex="${edge.place}"]`)
  const cutOff = await cut.textContent()
  await cut.evaluate((row: HTMLElement) => row.focus({ preventScroll: true }))
  expect(await scrolled()).toBe(edge.scrolled)
  await page.keyboard.press('#')
  await expect(cut).not.toHaveText(cutOff ?? '')
  await expect(cut).toBeFocused()
  await expect.poll(scrolled).toBeGreaterThan(edge.scrolled + edge.height / 2)

  const box = () => page.getByRole('row').nth(5).boundingBox()
  const former = await box()
  await context.setOffline(true)
  await page.getByRole('button', { name: '收信' }).click()
  await expect(page.locator('.ep-bar-network')).toBeVisible()
  await expect(page.getByText(/^离线，以下是/)).toBeVisible()
  expect(await box()).toEqual(former)
})

test('a network that goes away covers neither answers nor composers, and these not each other', {
  tag: '@all',
}, async ({ page, context, gateway }) => {
  const address = 'coversnone@ep.test'
  await gateway.addAccount(address, password)
  await gateway.deliver({ from: 'Anna <anna@example.com>', to: address, subject: 'Report', text: 'A line.' })
  await signIn(page, address)
  const bar = page.locator('.ep-bar-network')
  const folded = page.locator('.compose-docked-minimised')
  const full = page.locator('.compose-docked-full')
  const row = page.getByRole('row', { name: /Report/ })
  const above = async (one: Locator, other: Locator) => {
    await expect(one).toBeVisible()
    const { y = Number.NaN, height = 0 } = (await one.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual((await other.boundingBox())?.y ?? 0)
  }

  await row.click()
  await expect(page.getByRole('article')).toBeVisible()
  await row.focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: '正文' })).toBeFocused()
  await page.getByRole('button', { name: '写信', exact: true }).press('Enter')
  await page
    .getByRole('dialog', { name: /新邮件/ })
    .getByRole('button', { name: '全屏' })
    .press('Enter')
  await expect(folded).toBeVisible()
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await above(full.locator('.compose-foot'), folded)
  await above(folded, bar)

  await full.getByRole('button', { name: '最小化' }).press('Enter')
  await page.setViewportSize({ width: 390, height: 844 })
  // On a phone the other one has the whole window now.
  await above(full.locator('.compose-foot'), bar)
  await full.getByRole('button', { name: '最小化' }).press('Enter')
  const answers = page.locator('.reading-answers')
  await above(folded, answers)
  await above(answers, bar)
  await page.getByRole('link', { name: '返回', exact: true }).click()
  const tabs = page.getByRole('navigation', { name: '主导航' })
  await above(folded, tabs)
  await above(tabs, bar)
})
