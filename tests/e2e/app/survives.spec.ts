/** Nothing typed and nothing acknowledged is lost when a tab, the line or the gateway dies. */
import type { Page } from '@playwright/test'
import { expect, test } from '../gateway'
import { expectRows, sendAtOnce, signIn, words, write } from '../shell'

test.use({ isKilled: true })

const say = words['zh-CN']

/** The gateway's whole answer to the next call of this path whose form holds this word. */
async function acknowledged(page: Page, path: string, word: string): Promise<void> {
  const answer = await page.waitForResponse(
    (response) => response.url().includes(path) && (response.request().postData() ?? '').includes(word),
  )
  await answer.finished()
}

test('a draft survives a killed tab and a killed gateway', { tag: '@all' }, async ({ page, gateway, context }) => {
  await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
  await signIn(page, 'lin@ep.test')
  await page
    .getByRole('link', { name: '写信' })
    .or(page.getByRole('button', { name: '写信' }))
    .first()
    .click()
  await write(page, { to: 'wang@ep.test', subject: '第三季度', text: '已经保存的一句。' })
  await expect(page.getByText(/草稿已于 .* 保存/)).toBeVisible()

  // R5: the gateway dies; what is typed from now on is in this browser alone.
  await gateway.kill()
  await write(page, { text: '断线以后写的一句。' })
  await expect(page.getByText(/离线，已保存在本设备|内容已保存在本设备/)).toBeVisible()

  // R4: the tab dies with it.
  const url = page.url()
  await page.close({ runBeforeUnload: false })
  await gateway.start()

  const again = await context.newPage()
  await again.goto(url.includes('writeMail') ? '/writeMail' : '/receive')
  if (!url.includes('writeMail')) await again.goto('/writeMail')
  const dialog = again.getByRole('dialog', { name: '本设备上有更新的内容' })
  await dialog.getByRole('button', { name: '恢复' }).click()
  // One goes on writing: the letters are text, and no commands of the page.
  await expect(again.getByRole('textbox', { name: say.body })).toBeFocused()
  await again.keyboard.type('恢复以后写的一句。')
  await expect(again.getByRole('textbox', { name: say.subject })).toHaveValue('第三季度')
  await expect(again.getByRole('textbox', { name: say.body })).toContainText('断线以后写的一句。')
  await expect(again.getByRole('textbox', { name: say.body })).toContainText('已经保存的一句。')
  await expect(again.getByRole('textbox', { name: say.body })).toContainText('恢复以后写的一句。')
  await expect(again.getByText(/草稿已于 .* 保存/)).toBeVisible()

  await again.goto('/draft')
  await expect(again.getByRole('row', { name: /第三季度/ })).toHaveCount(1)
})

test('mail, flags and folders are there after the gateway was killed', { tag: '@all' }, async ({ page, gateway }) => {
  await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
  for (const subject of ['One', 'Two', 'Three']) {
    await gateway.deliver({ from: 'a@example.cn', to: 'lin@ep.test', subject, text: subject })
  }
  await signIn(page, 'lin@ep.test')
  await page.getByRole('row', { name: /Two/ }).click()
  // What is shown comes before the gateway's yes; only what it said yes to must outlive it.
  const flagged = acknowledged(page, 'manage/mark2', 'flagged')
  await page.getByRole('article').getByRole('button', { name: '加红旗' }).click()
  await expect(page.getByRole('article').getByRole('button', { name: '取消红旗' })).toBeVisible()
  await flagged
  await page.goto('/receive')
  await page.getByRole('row', { name: /Three/ }).getByRole('checkbox').check()
  const deleted = acknowledged(page, 'manage/move2', 'deleted')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('row', { name: /Three/ })).toHaveCount(0)
  await deleted

  await gateway.kill()
  await gateway.start()
  await page.reload()
  await expect(page.getByRole('row', { name: /One/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Three/ })).toHaveCount(0)
  await page.goto('/flag')
  await expect(page.getByRole('row', { name: /Two/ })).toBeVisible()
  await page.goto('/delete')
  await expect(page.getByRole('row', { name: /Three/ })).toBeVisible()
})

test('R2: a double press on Send gives one mail', { tag: '@all' }, async ({ page, gateway }) => {
  await gateway.addAccount('lin@ep.test', 'Passw0rd!a')
  await signIn(page, 'lin@ep.test')
  await page.goto('/writeMail')
  await write(page, { to: 'lin@ep.test', subject: 'Once', text: 'Only once.' })
  await page.getByRole('button', { name: say.send, exact: true }).dblclick()
  await page.waitForURL('**/Success**')
  await sendAtOnce(page)
  for (const folder of ['/receive', '/sent']) await expectRows(page, folder, /Once/)
})
