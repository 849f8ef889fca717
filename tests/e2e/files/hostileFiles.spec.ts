/** What hostile files reach in a real browser, looked at and opened by their own address: nothing (TRUST S9, S10). */
import * as v from 'valibot'
import { previewKind } from '#contract/mail/previews'
import { hostileFiles } from '../../support/gateway/hostileFiles'
import { expect, testOverShared as test } from '../gateway'
import { password, signIn, speak } from '../shell'

/** Such names arrive as they are; Chromium saves no joiner. */
const names = ['👩‍👩‍👧‍👦🏽.txt', '𠮷野家🙂 100%.txt', "a'b (1).txt", `${'n'.repeat(251)}.txt`, `${'长'.repeat(83)}.pdf`]

const reply = v.object({
  entries: v.array(v.object({ id: v.string(), name: v.string(), type: v.string() })),
  sid: v.string(),
})

test('S9, S10: hostile files run nothing, looked at or opened by their address', { tag: '@all' }, async ({
  page,
  context,
  gateway,
}) => {
  test.setTimeout(240_000)
  const account = 'hostile-files@ep.test'
  const alarms: string[] = []
  context.on('console', (message) => message.text().includes('owned') && alarms.push(message.text()))
  context.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    return dialog.dismiss()
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== gateway.url) alarms.push(request.url())
  })
  await speak(page, 'zh-CN')
  await gateway.addAccount(account, password, 'enterprise')
  await signIn(page, account)
  await page.goto('/records')
  const others = names.filter((name) => hostileFiles.every((file) => file.name !== name))
  const files = [...hostileFiles, ...others.map((name) => ({ name, bytes: Buffer.from('x') }))]
  const upload = { mimeType: 'text/html' }
  await page
    .locator('input[type=file]')
    .setInputFiles(files.map(({ name, bytes }) => ({ ...upload, name, buffer: bytes })))
  await expect(page.getByRole('heading', { name: `已上传 ${files.length} / ${files.length}` })).toBeVisible({
    timeout: 60_000,
  })
  const found = await page.evaluate(async () => {
    const { value } = JSON.parse(localStorage.getItem('ep_tokenList') ?? '{}')
    const headers = { Authorization: `${value.tokenType} ${value.accessToken}` }
    const list = await fetch('/webmail/files/listFiles.action', {
      ...{ method: 'POST', headers },
      body: new URLSearchParams({ size: '200' }),
    })
    const ticket = await fetch('/webmail/readmail/sid.action', { headers })
    return { ...(await list.json()), ...(await ticket.json()) }
  })
  const { entries: listed, sid } = v.parse(reply, found)
  expect(listed).toHaveLength(files.length)

  const direct = await context.newPage()
  for (const { id, name } of listed) {
    for (const inline of [0, 1]) {
      const address = `/webmail/files/download.action?sid=${sid}&id=${id}&inline=${inline}`
      const coming = direct.waitForEvent('download').catch(() => null)
      // What is saved is no page, which Chromium calls an error.
      const shown = await direct.goto(address).catch(() => null)
      const saved = shown === null ? await coming : null
      expect(shown !== null || saved !== null, name).toBe(true)
      if (names.includes(name)) expect(saved?.suggestedFilename()).toBe(name.replaceAll('\u200d', '_'))
    }
  }
  await direct.close()

  await test.step('each that can be is looked at in place', async () => {
    const shown = listed.filter(({ type }) => previewKind(type) !== null).map(({ name }) => name)
    expect(shown).toEqual(expect.arrayContaining(['both.gif', 'both.pdf', 'both.webm', 'drawing.svg', 'page.html']))
    const dialog = page.getByRole('dialog')
    const next = dialog.getByRole('button', { name: '下一个文件', exact: true })
    for (const [at, name] of shown.entries()) {
      if (at === 0) await page.getByRole('row').getByText(name, { exact: true }).click()
      else await next.click()
      await expect(dialog.locator('.ant-modal-title')).toHaveText(name)
    }
    await expect(next).toBeDisabled()
  })
  expect(alarms).toEqual([])
})
