/** Reading in a real browser: the divider, folded quotes, what gives reason for caution, files in place, and paper. */

import { expectSound, signIn, speak, type Tongue } from './desk'
import { expect, test } from './gateway'

const lin = 'lin@ep.test'
const password = 'Passw0rd!a'

const words = {
  'zh-CN': {
    divider: '邮件列表宽度',
    caution: '需要当心的地方',
    quoted: '引用的原文',
    view: '查看 note.txt',
    viewPdf: '查看 plan.pdf',
    all: '全部下载',
    close: '关闭',
    more: '更多',
    source: '信头与源码',
    print: '打印',
    next: '下一封',
    invite: '会议邀请',
    unsubscribe: '退订',
  },
  'en-US': {
    divider: 'Width of the mail list',
    caution: 'Reasons for caution',
    quoted: 'Quoted text',
    view: 'View note.txt',
    viewPdf: 'View plan.pdf',
    all: 'Download all',
    close: 'Close',
    more: 'More',
    source: 'Headers and source',
    print: 'Print',
    next: 'Next mail',
    invite: 'Invitation',
    unsubscribe: 'Unsubscribe',
  },
} as const

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 50 100 Td (Hello PDF) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
const calendar = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'SUMMARY:Weekly',
  'DTSTART:20261123T020000Z',
  'DTEND:20261123T030000Z',
  'LOCATION:Room 3',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

for (const language of ['zh-CN', 'en-US'] satisfies Tongue[]) {
  test(`reading, ${language}`, async ({ page, gateway, context }) => {
    const say = words[language]
    await gateway.addAccount(lin, password)
    await gateway.deliver({ from: 'wang@example.cn', to: lin, subject: 'Older', text: 'Nothing more.' })
    await gateway.deliver({
      from: '"boss@ep.test" <wang@example.cn>',
      to: lin,
      subject: 'Newer',
      html: '<p>Yes, <a href="https://elsewhere.example/">https://bank.example</a></p><blockquote type="cite">Shall we?</blockquote>',
      headers: { 'List-Unsubscribe': '<https://list.example/out>' },
      icalEvent: { method: 'REQUEST', content: calendar },
      attachments: [
        { filename: 'note.txt', content: '你好 <b>' },
        { filename: 'dot.gif', content: pixel },
        { filename: 'plan.pdf', content: pdf },
      ],
    })
    await speak(page, language)
    await signIn(page, lin, language)
    await page.getByRole('row', { name: /Newer/ }).click()
    const frame = page.frameLocator('iframe.mail-frame')

    await test.step('the quote opens by keyboard, without a script', async () => {
      await expect(frame.getByText('Shall we?')).toBeHidden()
      await frame.getByText(say.quoted).focus()
      await page.keyboard.press('Enter')
      await expect(frame.getByText('Shall we?')).toBeVisible()
    })

    await test.step('bars stand above the text', async () => {
      await expect(page.getByRole('region', { name: say.caution })).toContainText('boss@ep.test')
      await expect(page.getByRole('region', { name: say.invite })).toContainText('2026-11-23 10:00')
      await expect(page.getByRole('button', { name: say.unsubscribe })).toBeVisible()
      await expectSound(page)
    })

    await test.step('the divider follows the pointer over a mail’s frame, and the keyboard', async () => {
      const divider = page.getByRole('separator', { name: say.divider })
      const box = await divider.boundingBox()
      if (box === null) throw new Error('no divider')
      await page.mouse.move(box.x + 3, box.y + 300)
      await page.mouse.down()
      await page.mouse.move(box.x + 83, box.y + 400, { steps: 8 })
      await page.mouse.up()
      await expect(divider).toHaveAttribute('aria-valuenow', '480')
      await page.keyboard.press('Shift+ArrowLeft')
      await expect(divider).toHaveAttribute('aria-valuenow', '430')
      await page.reload()
      await expect(divider).toHaveAttribute('aria-valuenow', '430')
      await divider.dblclick()
      await expect(divider).toHaveAttribute('aria-valuenow', '400')
    })

    await test.step('a file is looked at in place, and all come in one archive', async () => {
      await page.getByRole('button', { name: say.view }).click()
      const dialog = page.getByRole('dialog', { name: 'note.txt' })
      await expect(dialog.getByRole('textbox', { name: 'note.txt' })).toHaveValue('你好 <b>')
      await expectSound(page)
      await dialog.getByRole('button', { name: say.close }).click()
      const answered = page.waitForResponse((response) => response.url().includes('inline=1'))
      await page.getByRole('button', { name: say.viewPdf }).click()
      // What the browser's own viewer shows no test can reach into; that it took the file for one, its answer tells.
      expect((await answered).headers()['content-type']).toBe('application/pdf')
      await page.getByRole('button', { name: say.close }).click()
      const downloads = page.waitForEvent('download')
      await page.getByRole('link', { name: say.all }).click()
      expect((await downloads).suggestedFilename()).toBe('Newer.zip')
    })

    await test.step('the source and the printed page', async () => {
      const mail = page.getByRole('article')
      await mail.getByRole('button', { name: say.more }).click()
      await page.getByRole('menuitem', { name: say.source }).click()
      const dialog = page.getByRole('dialog', { name: say.source })
      await expect(dialog.getByRole('textbox')).toHaveValue(/List-Unsubscribe/)
      await expectSound(page)
      await dialog.getByRole('button', { name: say.close }).click()
      await context.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
      })
      const opened = context.waitForEvent('page')
      await mail.getByRole('button', { name: say.more }).click()
      await page.getByRole('menuitem', { name: say.print }).click()
      const sheet = await opened
      await expect(sheet.locator('html[data-printed]')).toBeAttached()
      await expect(sheet.frameLocator('iframe.mail-frame').getByText('Shall we?')).toBeVisible()
      await expectSound(sheet)
      await sheet.close()
    })

    await test.step('the next mail', async () => {
      await page.getByRole('button', { name: say.next }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Older' })).toBeVisible()
    })
  })
}
