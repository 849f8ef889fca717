/** Tabs that crash while somebody types, with the line there or cut, at moments drawn from a seed; what comes back is judged (TRUST R4, R5). */
import type { BrowserContext, Page } from '@playwright/test'
import { seededRandom } from '../../support/seededRandom'
import { words } from '../shell'

const say = { ...words['en-US'], restore: 'Restore it' }
/** So much of what was typed last may be missing. */
const lostMs = 5_000

export type KilledTabs = {
  readonly faults: readonly string[]
  /** How often the text came from this device, and how often from the gateway alone. */
  readonly restored: number
  readonly saved: number
}

type Typed = { readonly at: number; readonly characters: number }
type Writing = {
  readonly text: string
  /** What stood there, and when. */
  readonly typed: readonly Typed[]
  readonly diedAt: number
  readonly url: string
}

/** Signed in in `context`, whose gateway is there throughout. */
export async function killTabs(
  context: BrowserContext,
  { seed, rounds }: { readonly seed: number; readonly rounds: number },
  told: (line: string) => void = () => undefined,
): Promise<KilledTabs> {
  const faults: string[] = []
  let restored = 0
  for (let round = 0; round < rounds; round += 1) {
    const random = seededRandom(seed + round)
    const name = `seed ${seed + round}`
    const writing = await writeAndDie(context, name, random)
    const page = await context.newPage()
    const found = await readAgain(page, writing.url)
    if (found.isRestored) restored += 1
    const fault = faultOf(writing, found.text) ?? (await draftFault(page, name))
    if (fault !== null) faults.push(`${name}: ${fault}`)
    await page.close()
    told(`${round + 1} of ${rounds} tabs, ${faults.length} faults so far`)
  }
  return { faults, restored, saved: rounds - restored }
}

async function writeAndDie(context: BrowserContext, subject: string, random: (below: number) => number) {
  const page = await context.newPage()
  await page.goto('/writeMail')
  await page.getByRole('textbox', { name: say.subject }).fill(subject)
  await page.getByRole('textbox', { name: say.body }).click()
  const session = await context.newCDPSession(page)
  const began = Date.now()
  // Longer than a pause after which the gateway is given the draft, and short enough to fall before one.
  const dieAt = began + 300 + random(7_000)
  const cutAt = random(2) === 0 ? began + random(5_000) : Number.POSITIVE_INFINITY
  const restAt = began + random(4_000)
  // Right after a draft was saved, so that nothing is on this device alone, however slow the machine is.
  const diesSaved = random(4) === 0
  let isCut = false
  let hasRested = false
  let text = ''
  const typed: Typed[] = []
  const crash = new Promise<void>((resolve) => page.once('crash', () => resolve()))
  while (Date.now() < dieAt) {
    if (!isCut && Date.now() > cutAt) {
      isCut = true
      await context.setOffline(true)
    }
    // A pause in writing is when the draft goes to the gateway.
    if (!hasRested && Date.now() > restAt) {
      hasRested = true
      const saved = page.getByText(/Draft saved/).waitFor({ timeout: Math.max(1, Math.min(3_000, dieAt - Date.now())) })
      const isSaved = await saved.then(
        () => true,
        () => false,
      )
      if (isSaved && diesSaved) break
    }
    const word = `${random(100_000)},`
    await page.keyboard.type(word)
    text += word
    typed.push({ at: Date.now(), characters: text.length })
  }
  const diedAt = Date.now()
  // The address is the browser's own, which outlives the tab.
  const url = page.url()
  void session.send('Page.crash').catch(() => undefined)
  await crash
  await page.close()
  await context.setOffline(false)
  return { text, typed, diedAt, url } satisfies Writing
}

async function readAgain(page: Page, url: string): Promise<{ readonly text: string; readonly isRestored: boolean }> {
  await page.goto(url)
  const body = page.getByRole('textbox', { name: say.body, includeHidden: true })
  await body.waitFor()
  const restore = page.getByRole('button', { name: say.restore })
  // Until it is asked nothing can be typed.
  await restore
    .or(page.locator('form:not([inert])').filter({ has: body }))
    .first()
    .waitFor()
  const isRestored = (await restore.count()) > 0
  if (isRestored) await restore.click()
  await page.getByRole('textbox', { name: say.subject }).waitFor()
  return { text: ((await body.textContent()) ?? '').trim(), isRestored }
}

function faultOf({ text, typed, diedAt }: Writing, found: string): string | null {
  if (!text.startsWith(found)) return `…${found.slice(-40)} was never written`
  const due = typed.findLast(({ at }) => at <= diedAt - lostMs)?.characters ?? 0
  return found.length < due ? `${found.length} of ${text.length} characters came back, ${due} were due` : null
}

/** What came back is the one draft of its name, and the newest. */
async function draftFault(page: Page, subject: string): Promise<string | null> {
  const shown = await page.getByRole('textbox', { name: say.body }).textContent()
  await page.keyboard.press('ControlOrMeta+s')
  if ((shown ?? '').trim() !== '') await page.getByText(/Draft saved/).waitFor()
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('ep_tokenList') ?? '{}').value.accessToken)
  const headers = { authorization: `Bearer ${token}` }
  const form = { folder: 'draft', pageSize: '20' }
  const answer = await page.request.post('/webmail/query/queryfolder2.action', { form, headers })
  const { list } = (await answer.json()) as { list: readonly { subject: string; preview: string }[] }
  const drafts = list.filter((mail) => mail.subject === subject)
  if (drafts.length > 1) return `there are ${drafts.length} drafts of it`
  const preview = drafts[0]?.preview ?? ''
  return (shown ?? '').trim().startsWith(preview.replace(/…$/, '').trim()) ? null : `the draft says ${preview}`
}
