/** A remote picture that was held back leaves a calm box of its own size, with its words. */
import { expect, testOverShared as test } from '../gateway'
import { password, signIn, speak } from '../shell'

test('a blocked picture is a box of the size that it has', { tag: '@all' }, async ({ page, gateway }) => {
  const to = 'blocked@ep.test'
  await gateway.addAccount(to, password)
  const html = '<p>News</p><img src="https://tracker.example/a.png" alt="Ships at sea" width="240" height="90">'
  await gateway.deliver({ from: 'Anna <anna@example.com>', to, subject: 'Newsletter', html })
  await speak(page, 'zh-CN')
  await signIn(page, to)
  await page.getByRole('row', { name: /Newsletter/ }).click()
  const picture = page.frameLocator('iframe.mail-frame').locator('img')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(240)
  expect((await picture.boundingBox())?.height).toBe(90)
  const cover = await picture.evaluate((image) => {
    const { content, backgroundColor, width, height } = getComputedStyle(image, '::after')
    return { content, backgroundColor, width, height }
  })
  expect(cover).toEqual({
    content: '"Ships at sea"',
    backgroundColor: 'rgb(238, 241, 246)',
    width: '240px',
    height: '90px',
  })
})
