/** Neither what is done to a row nor a network that goes away moves other rows. */
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

  const box = () => page.getByRole('row').nth(5).boundingBox()
  const former = await box()
  await context.setOffline(true)
  await page.getByRole('button', { name: '收信' }).click()
  await expect(page.locator('.ep-bar-network')).toBeVisible()
  await expect(page.getByText(/^离线，以下是/)).toBeVisible()
  expect(await box()).toEqual(former)
})
