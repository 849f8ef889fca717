/** A mail that came by SMTP is read and answered with an attachment; the answer arrives here and, through a relay, outside. */
import { readFile } from 'node:fs/promises'
import { simpleParser } from 'mailparser'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { test as base, expect, TestGateway } from '../gateway'
import { expectRows, expectSound, password, sendAtOnce, signIn, speak, type Tongue, words, write } from '../shell'

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
    subject: '周五的合同',
    answer: '收到，第四条没有意见。',
    reply: '回复',
    replyAll: '回复全部',
  },
  {
    language: 'en-US',
    width: 390,
    subject: 'The contract',
    answer: 'No objection to clause 4.',
    reply: 'Reply',
    replyAll: 'Reply all',
  },
] as const satisfies readonly { language: Tongue; width: number; [key: string]: unknown }[]

for (const { language, width, subject, answer, replyAll } of journeys) {
  const say = words[language]
  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    test('a mail is read and answered with an attachment, and both answers arrive', async ({ page, gateway, sink }) => {
      await gateway.addAccount('lin@ep.test', 'Passw0rd!a', 'soho', '林')
      await gateway.addAccount('wang@ep.test', 'Passw0rd!a', 'soho', '王丽')
      await gateway.deliver({
        from: '"Chen Siyuan" <chen@example.cn>',
        to: 'lin@ep.test',
        cc: 'wang@ep.test',
        subject,
        html: '<p>Please see <b>clause 4</b>.</p>',
        attachments: [{ filename: '合同.txt', content: 'clause 4' }],
      })
      if (language === 'en-US') {
        await page.goto('/login')
        await page
          .getByRole('button', { name: /English|EN/ })
          .first()
          .click()
      }
      await signIn(page, 'lin@ep.test', language)

      await page.getByRole('row', { name: new RegExp(subject) }).click()
      await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
      await expect(page.locator('iframe.mail-frame').contentFrame().getByText('clause 4')).toBeVisible()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /合同\.txt/ }).click(),
      ])
      expect(await readFile(await download.path(), 'utf8')).toBe('clause 4')
      expect(download.suggestedFilename()).toBe('合同.txt')

      await page.getByRole('button', { name: replyAll, exact: true }).click()
      await expect(page.getByRole('textbox', { name: say.subject })).toHaveValue(`Re: ${subject}`)
      await write(page, { text: answer }, language)
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: '意见.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 answer') })
      await expect(page.getByRole('group', { name: say.files }).getByRole('progressbar')).toHaveCount(0)
      await page.getByRole('button', { name: say.send, exact: true }).click()
      await sendAtOnce(page, language)
      // Beside the desk the mail stays open; a page of its own makes way for what became of each recipient.
      if (width < 1_120) await expect(page.getByText('chen@example.cn', { exact: true })).toBeVisible()
      else await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()

      await expect.poll(() => sink.taken.length).toBe(1)
      const outside = await simpleParser(sink.taken[0]?.raw ?? '')
      expect(outside.from?.value).toEqual([{ address: 'lin@ep.test', name: '林' }])
      expect(outside.subject).toBe(`Re: ${subject}`)
      expect(outside.text).toContain(answer)
      expect(outside.attachments.map(({ filename, content }) => [filename, content.toString()])).toEqual([
        ['意见.pdf', '%PDF-1.4 answer'],
      ])
      expect(outside.inReplyTo).toBeTruthy()

      await page.context().clearCookies()
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key !== 'ep_language') localStorage.removeItem(key)
      })
      await signIn(page, 'wang@ep.test', language)
      const arrived = new RegExp(`Re: ${subject}`)
      await expectRows(page, '/receive', arrived)
      await page.getByRole('row', { name: arrived }).click()
      await expect(page.locator('iframe.mail-frame').contentFrame().getByText(answer)).toBeVisible()
      await expect(page.getByRole('link', { name: /意见\.pdf/ })).toBeVisible()
    })

    test('an answer to twelve people with three files leaves room to write, and reaches each of them', {
      tag: '@all',
    }, async ({ page, gateway, sink }) => {
      const address = `twelve-${width}@ep.test`
      const people = ['To', 'Cc'].map((line) =>
        Array.from({ length: line === 'To' ? 6 : 5 }, (_, at) => `${line.toLowerCase()}${at}@elsewhere.example`),
      )
      const [to = [], cc = []] = people
      await gateway.addAccount(address, password, 'soho', 'Lin')
      await gateway.deliver({
        envelope: { from: 'chen@example.cn', to: [address] },
        from: '"Chen Siyuan" <chen@example.cn>',
        ...{ to: [address, ...to.map((one) => `Somebody <${one}>`)], cc, subject, text: 'Agreed?' },
      })
      await speak(page, language)
      await signIn(page, address, language)
      await page.getByRole('row', { name: new RegExp(subject) }).click()
      await page.getByRole('button', { name: replyAll, exact: true }).first().click()
      await write(page, { text: answer }, language)
      const files = ['第一.pdf', '第二.pdf', '第三.pdf'].map((name) => ({
        ...{ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4 ${name}`) },
      }))
      await page.locator('.compose-files input[type="file"]').setInputFiles(files)
      for (const { name } of files) await expect(page.getByText(name, { exact: true })).toBeAttached()
      await expect(page.getByRole('group', { name: say.files }).getByRole('progressbar')).toHaveCount(0)
      const text = await page.getByRole('textbox', { name: say.body }).boundingBox()
      expect(text?.height).toBeGreaterThanOrEqual(160)
      await expectSound(page)
      await page.getByRole('button', { name: say.send, exact: true }).click()
      await sendAtOnce(page, language)

      const all = ['chen@example.cn', ...to, ...cc]
      await expect.poll(() => sink.taken.flatMap((taken) => taken.to).toSorted()).toEqual(all.toSorted())
      for (const { raw } of sink.taken) {
        const sent = await simpleParser(raw)
        expect(sent.attachments.map(({ filename }) => filename)).toEqual(files.map(({ name }) => name))
        expect(sent.text).toContain(answer)
        const named = [sent.to, sent.cc].flat().flatMap((line) => line?.value.map((one) => one.address) ?? [])
        expect(named.toSorted()).toEqual(all.toSorted())
      }
    })
  })
}
