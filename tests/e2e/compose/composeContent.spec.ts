/** What a mail can say: a template's words, a pasted picture and a dropped file, or plain text; as a recipient here and one elsewhere see it. */
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { test as base, expect, TestGateway } from '../gateway'
import { expectRows, expectSound, sendAtOnce, signIn, speak, type Tongue, words, write } from '../shell'

const test = base.extend<{ sink: SmtpSink; gateway: TestGateway }>({
  sink: async ({ browserName: _browser }, use) => {
    const sink = await openSmtpSink()
    await use(sink)
    await sink.close()
  },
  gateway: async ({ sink }, use) => {
    const gateway = await TestGateway.make({ RELAY_URL: `smtp://127.0.0.1:${sink.port}` })
    await gateway.start()
    await use(gateway)
    await gateway.end()
  },
})

const journeys = [
  {
    language: 'zh-CN',
    width: 1440,
    greeting: '各位好：',
    subject: '平面图的说明',
    template: '模板',
    name: '名称',
    keep: '保存当前正文',
    saved: '已保存：',
    insert: '插入 ',
    picture: '图片说明',
    description: '说明',
    done: '完成',
    format: '文字格式',
    options: '发送选项',
    link: '链接',
    bold: '加粗',
    bulleted: '项目列表',
    close: '关闭',
    draftSaved: /草稿已于/,
    remove: '移除 合同.txt',
    replyAll: '回复全部',
    plain: '纯文本',
    toPlain: '改为纯文本',
  },
  {
    language: 'en-US',
    width: 390,
    greeting: 'Dear all,',
    subject: 'About the plan',
    template: 'Templates',
    name: 'Name',
    keep: 'Save the present text',
    saved: 'Saved: ',
    insert: 'Insert ',
    picture: 'Describe the picture',
    description: 'Description',
    done: 'Done',
    format: 'Text formatting',
    options: 'Sending options',
    link: 'Link',
    bold: 'Bold',
    bulleted: 'Bulleted list',
    close: 'Close',
    draftSaved: /Draft saved/,
    remove: 'Remove 合同.txt',
    replyAll: 'Reply all',
    plain: 'Plain text',
    toPlain: 'Plain text',
  },
] as const satisfies readonly { language: Tongue; width: number; [key: string]: unknown }[]

/** A picture of the clipboard, drawn here: 12 by 8 red points. */
async function copyPicture(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 12, height: 8 })
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('Nothing can be drawn')
    pen.fillStyle = '#c62f35'
    pen.fillRect(0, 0, 12, 8)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error('Nothing was drawn')
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  })
}

/** Lets go of a file over the text. */
async function dropFile(page: Page, name: string): Promise<void> {
  const data = await page.evaluateHandle((called) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['clause 4'], called, { type: 'text/plain' }))
    return transfer
  }, name)
  for (const type of ['dragover', 'drop'])
    await page.locator('.compose-editor').dispatchEvent(type, { dataTransfer: data })
}

for (const journey of journeys) {
  const { language, width, greeting, subject } = journey
  const say = words[language]
  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language, permissions: ['clipboard-read', 'clipboard-write'] })

    test('a template, a pasted picture and a dropped file arrive, and so does plain text', { tag: '@all' }, async ({
      page,
      gateway,
      sink,
    }) => {
      await gateway.addAccount('lin@ep.test', 'Passw0rd!a', 'soho', '林')
      await gateway.addAccount('wang@ep.test', 'Passw0rd!a', 'soho', '王丽')
      await speak(page, language)
      await signIn(page, 'lin@ep.test', language)
      const body = page.getByRole('textbox', { name: say.body })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const dialog = page.getByRole('dialog')

      await page.goto('/writeMail?mailto=mailto%3Awang%40ep.test%2Canna%40elsewhere.example')
      // On a phone the tools stand there once they are wanted.
      const showTools = async () => {
        if (width < 600) await button(journey.format).press('Enter')
      }
      await showTools()
      await body.click()
      await button(journey.bold).click()
      await page.keyboard.insertText(greeting)
      await button(journey.template).focus()
      await page.keyboard.press('Enter')
      await dialog.getByLabel(journey.name).fill('A')
      await expectSound(page)
      await button(journey.keep).press('Enter')
      await expect(dialog.getByText(`${journey.saved}A`)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)

      await body.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await expect(body).toHaveText('')
      await button(journey.template).click()
      await button(`${journey.insert}A`).press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(body.locator('b')).toHaveText(greeting)
      await expect(body).toBeFocused()
      await page.keyboard.press('Enter')
      await copyPicture(page)
      await page.keyboard.press('ControlOrMeta+v')
      const picture = body.locator('img')
      await expect(picture).toHaveJSProperty('naturalWidth', 12)
      await page.keyboard.insertText(' ')
      await button(journey.link).press('Enter')
      await dialog.getByRole('textbox').fill('ep.test/plan')
      await page.keyboard.press('Enter')
      await expect(body.getByRole('link', { name: 'ep.test/plan' })).toBeVisible()
      await expect(body).toBeFocused()
      await picture.click()
      await button(journey.picture).click()
      await dialog.getByLabel(journey.description).fill('Plan 图')
      await button(journey.done).press('Enter')
      await expect(body.getByRole('img', { name: 'Plan 图' })).toBeVisible()
      await dropFile(page, '合同.txt')
      await expect(button(journey.remove)).toBeVisible()
      await page.getByRole('textbox', { name: say.subject }).fill(subject)
      await expectSound(page)

      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByText(journey.draftSaved)).toBeVisible()
      await page.reload()
      await expect(picture).toHaveJSProperty('naturalWidth', 12)
      await expect(button(journey.remove)).toBeVisible()
      await button(say.send).click()
      await page.waitForURL('**/Success**')
      await sendAtOnce(page, language)

      await expect.poll(() => sink.taken.length).toBe(1)
      const raw = sink.taken[0]?.raw ?? ''
      const outside = await PostalMime.parse(raw)
      expect(outside.subject).toBe(subject)
      const [inline, file] = outside.attachments
      expect(inline).toMatchObject({ disposition: 'inline', related: true, mimeType: 'image/png' })
      expect(outside.html).toContain(`src="cid:${inline?.contentId?.slice(1, -1)}"`)
      expect(outside.html).not.toMatch(/blob:|data:|data-ep/)
      expect(file).toMatchObject({ filename: '合同.txt', disposition: 'attachment' })
      expect(outside.text?.trim()).toBe(`${greeting}\n[Plan 图] ep.test/plan`)
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)

      await page.goto('/writeMail?mailto=mailto%3Awang%40ep.test%2Canna%40elsewhere.example%3Fsubject%3DPlain')
      await showTools()
      await body.click()
      await button(journey.bulleted).click()
      await page.keyboard.insertText('一')
      await button(journey.options).press('Enter')
      await page.getByRole('checkbox', { name: journey.plain }).press('Space')
      await dialog.getByRole('button', { name: journey.toPlain, exact: true }).press('Enter')
      await expect(body).toHaveValue('- 一')
      await expect(body).toBeFocused()
      await expectSound(page)
      await page.keyboard.press('ControlOrMeta+Enter')
      await page.waitForURL('**/Success**')
      await sendAtOnce(page, language)
      await expect.poll(() => sink.taken.length).toBe(2)
      const plain = await PostalMime.parse(sink.taken[1]?.raw ?? '')
      expect(plain.html).toBeUndefined()
      expect(plain.text?.trim()).toBe('- 一')

      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key !== 'ep_language') localStorage.removeItem(key)
      })
      await signIn(page, 'wang@ep.test', language)
      const arrived = new RegExp(subject)
      await expectRows(page, '/receive', arrived)
      await page.getByRole('row', { name: arrived }).click()
      const frame = page.locator('iframe.mail-frame').contentFrame()
      await expect(frame.getByRole('img', { name: 'Plan 图' })).toHaveJSProperty('naturalWidth', 12)
      await expect(frame.locator('b').first()).toHaveText(greeting)
      await expect(page.getByRole('link', { name: /合同\.txt/ })).toBeVisible()

      await button(journey.replyAll).click()
      await expect(body.locator('blockquote img')).toHaveJSProperty('naturalWidth', 12)
      await expect(button(journey.remove)).toHaveCount(0)
      await write(page, { text: 'OK' }, language)
      // Beside the desk it goes from where one is.
      await button(say.send).click()
      await sendAtOnce(page, language)
      await expect.poll(() => sink.taken.length).toBe(3)
      const answer = await PostalMime.parse(sink.taken[2]?.raw ?? '')
      expect(answer.inReplyTo).toBe(outside.messageId)
      expect(answer.attachments).toMatchObject([{ contentId: inline?.contentId, related: true }])
      expect(answer.html).toContain(`src="cid:${inline?.contentId?.slice(1, -1)}"`)
      expect(answer.text).toContain(`> ${greeting}\n> [Plan 图] ep.test/plan`)
    })
  })
}
