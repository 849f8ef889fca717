/** A mail that is undone, goes later, or goes to each recipient alone, by keyboard alone; what fails is seen, and is tried again. */
import type { Page } from '@playwright/test'
import { names } from '../../servers/lab/env'
import { openSmtpSink, type SmtpSink } from '../../support/connections/smtpSink'
import { test as base, expect, TestGateway } from '../gateway'
import { expectRows, expectSound, password, signIn, speak, type Tongue, words } from '../shell'
import { sendingWords } from './sendingTexts'

/** The lab's mail server refuses everybody called nobody, for good; the relay of the embedded store is told whom to refuse, and until when. */
const isOverServers = process.env[names.databaseUrl] !== undefined
const away = (name: string) => (isOverServers ? `nobody.${name}@ep.test` : `${name}@elsewhere.example`)

const test = base.extend<Record<never, never>, { sink: SmtpSink; house: TestGateway }>({
  sink: [
    async ({ browserName: _browser }, use) => {
      const sink = await openSmtpSink()
      await use(sink)
      await sink.close()
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ sink }, use) => {
      const house = await TestGateway.make({ RELAY_URL: `smtp://127.0.0.1:${sink.port}` })
      await house.start()
      await house.addAccount('wang@ep.test', password)
      await use(house)
      await house.end()
    },
    { scope: 'worker' },
  ],
  gateway: async ({ house }, use) => use(house),
  baseURL: async ({ house }, use) => use(house.url),
})

for (const { language, name, width } of [
  { language: 'zh-CN', name: 'zh', width: 1440 },
  { language: 'en-US', name: 'en', width: 390 },
] as const satisfies readonly { language: Tongue; name: string; width: number }[]) {
  const say = words[language]
  const says = sendingWords[language]

  test.describe(`${language} at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, locale: language })

    const button = (page: Page, label: string | RegExp) =>
      page.getByRole('button', { name: label, exact: typeof label === 'string' })

    /** Fills in a new mail with nothing but keys. */
    async function begin(page: Page, gateway: TestGateway, who: string, to: readonly string[]): Promise<void> {
      const address = `${who}-${name}@ep.test`
      await gateway.addAccount(address, password)
      await speak(page, language)
      await signIn(page, address, language)
      const token = await page.evaluate(
        () => JSON.parse(localStorage.getItem('ep_tokenList') ?? '{}').value.accessToken,
      )
      // Time enough to look at what can still be undone.
      await page.request.post('/webmail/settings/change.action', {
        form: { undoSend: '30' },
        headers: { authorization: `Bearer ${token}` },
      })
      await page.goto('/writeMail')
      await page.getByRole('combobox', { name: say.to, exact: true }).focus()
      for (const one of to) {
        await page.keyboard.insertText(one)
        await page.keyboard.press('Enter')
      }
      await page.getByRole('textbox', { name: say.subject }).focus()
      await page.keyboard.insertText('合同')
      await page.getByRole('textbox', { name: say.body }).focus()
      await page.keyboard.insertText('每个字都在。')
    }

    test('a mail that was sent is undone, and is written on with every word', async ({ page, gateway }) => {
      await begin(page, gateway, 'undo', ['wang@ep.test'])
      await page.keyboard.press('ControlOrMeta+Enter')
      const card = page.getByRole('region', { name: says.label })
      await expect(card.getByRole('status')).toHaveText(says.held)
      // The card stands before the page that comes after sending does.
      await expect(page).toHaveURL(/\/Success/)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectSound(page)
      await card.getByRole('button', { name: says.undo }).press('Enter')
      await expect(card).toBeHidden()
      await expect(page.getByRole('textbox', { name: say.subject })).toHaveValue('合同')
      await expect(page.getByRole('textbox', { name: say.body })).toHaveText('每个字都在。')
      await expect(page.getByText('wang@ep.test').last()).toBeVisible()
      await page.goto('/draft')
      await expect(page.getByRole('row', { name: /合同/ })).toHaveCount(1)
      await page.goto('/sent')
      await expect(page.getByRole('row', { name: /合同/ })).toHaveCount(0)
    })

    test('a mail goes later: a time is offered, changed, and its failure is seen', { tag: '@all' }, async ({
      page,
      gateway,
      sink,
    }) => {
      const olga = away(`olga-${name}`)
      sink.answerRecipient(olga, { code: 550, text: '5.1.1 No such user' })
      await begin(page, gateway, 'later', [olga])

      await test.step('a time that is too soon is refused beside it, one that is offered is taken', async () => {
        await button(page, says.options).press('Enter')
        await expectSound(page)
        await page
          .getByRole('group', { name: says.options })
          .getByRole('button', { name: says.schedule })
          .press('Enter')
        const dialog = page.getByRole('dialog', { name: says.schedule })
        for (const preset of says.presets) await expect(dialog.getByRole('button', { name: preset })).toBeVisible()
        await dialog.getByLabel(says.other).fill('2020-01-01')
        await dialog.getByLabel(says.other).press('Enter')
        await dialog.getByRole('button', { name: says.choose }).press('Enter')
        await expect(dialog.getByRole('alert')).toHaveText(says.tooSoon)
        await expectSound(page)
        await dialog.getByRole('button', { name: says.inAnHour }).press('Enter')
        await expect(button(page, says.timed)).toBeVisible()
        await button(page, says.sendTimed).press('Enter')
        await expect(page.getByRole('heading', { name: says.willGo })).toBeVisible()
        await expect(page.getByRole('region', { name: says.label })).toHaveCount(0)
        await expectSound(page)
      })

      await test.step('it waits among the scheduled mails, and is given another time', async () => {
        await page.getByRole('main').getByRole('link', { name: says.toScheduled }).press('Enter')
        await page.getByRole('row', { name: says.waits }).press('Enter')
        await expect(page.getByText(says.goesAt)).toBeVisible()
        await expectSound(page)
        await button(page, says.change).press('Enter')
        await page.getByRole('dialog').getByRole('button', { name: says.tomorrow }).press('Enter')
        await expect(page.getByText(says.changed)).toBeVisible()
      })

      await test.step('it is written on, with its time, and scheduled again', async () => {
        await page.getByRole('row', { name: says.waits }).press('Enter')
        await expect(page.getByText(says.goesAt)).toBeVisible()
        // Where the mail fills the window, it has taken the focus along.
        if (width < 1_120) await expect(page.locator('.reading-scroll')).toBeFocused()
        await button(page, says.edit).press('Enter')
        await expect(page.getByRole('textbox', { name: say.subject })).toHaveValue('合同')
        await expect(button(page, says.timed)).toBeVisible()
        await page.keyboard.press('ControlOrMeta+Enter')
        // Beside the desk there is no page of its own that would say so.
        const said = page.getByRole('heading', { name: says.willGo })
        await expect(width < 1_120 ? said : page.getByText(says.willGoDocked)).toBeVisible()
      })

      await test.step('sent at once it fails, which is seen, and another try reaches', async () => {
        await page.goto('/folder/scheduled')
        await page.getByRole('row', { name: says.waits }).press('Enter')
        await button(page, says.now).press('Enter')
        await expect(page.getByText(says.going)).toBeVisible()
        await expectRows(page, '/folder/scheduled', says.hasFailed)
        await page.getByRole('row', { name: says.hasFailed }).press('Enter')
        await expect(page.getByText(says.notAll)).toBeVisible()
        await expectSound(page)
        sink.answerRecipient(olga, null)
        await button(page, says.again).press('Enter')
        await expect(page.getByText(says.going)).toBeVisible()
        if (isOverServers) return
        await expect(async () => {
          await page.goto('/folder/scheduled')
          await expect(page.getByText(says.none)).toBeVisible({ timeout: 10_000 })
        }).toPass({ timeout: 60_000 })
        await page.goto('/sent')
        await expect(page.getByRole('row', { name: /合同/ })).toHaveCount(1)
      })
    })

    test('a mail goes to each alone: what became of it is told of each, and who was missed gets it at last', {
      tag: '@all',
    }, async ({ page, gateway, sink }) => {
      const ivan = away(`ivan-${name}`)
      sink.answerRecipient(ivan, { code: 550, text: '5.1.1 No such user' })
      await begin(page, gateway, 'each', ['wang@ep.test', ivan])
      await button(page, says.options).press('Enter')
      await page.getByRole('checkbox', { name: says.separate }).press('Space')
      await page.keyboard.press('Escape')
      await expect(button(page, says.options)).toBeFocused()
      await expect(page.getByRole('combobox', { name: says.separateTo })).toBeVisible()
      await expect(page.getByText(says.hint)).toBeVisible()
      await expectSound(page)
      await button(page, say.send).press('Enter')
      await expect(page.getByText(says.separately)).toBeVisible()
      const card = page.getByRole('region', { name: says.label })
      await card.getByRole('button', { name: says.now }).press('Enter')
      await expect(card.getByRole('status')).toHaveText(says.failed)
      await card.getByRole('link', { name: says.details }).press('Enter')
      const told = (address: string) => page.getByRole('main').getByRole('row').filter({ hasText: address })
      await expect(told('wang@ep.test')).toContainText(says.delivered)
      await expect(told(ivan)).toContainText(says.undelivered)
      await expect(told(ivan)).toContainText(says.noMailbox)
      await expectSound(page)
      sink.answerRecipient(ivan, null)
      await button(page, says.againForThem).press('Enter')
      if (isOverServers) return
      await expect(told(ivan)).toContainText(says.delivered)
      await expect(told('wang@ep.test')).toContainText(says.delivered)
      await expect(button(page, says.againForThem)).toHaveCount(0)
      const mine = sink.taken.filter(({ from }) => from === `each-${name}@ep.test`)
      expect(mine.map(({ to }) => to)).toEqual([[ivan]])
      expect(mine[0]?.raw).not.toContain('wang@ep.test')
    })
  })
}
