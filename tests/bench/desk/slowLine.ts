/** A line of 1.6 Mbit/s with 150 ms of delay, and a processor of a quarter of the speed. */
import type { Browser } from '@playwright/test'
import type { Row } from '../row'
import { bring, type DeskPage, openDesk, signIn } from './deskPage'
import { benchEntering } from './entering'
import type { Mailbox } from './fill'
import { subjectOf, wordsOf } from './letters'
import { row } from './measure'

const slowness = 4

export const slowTo =
  ({ bytesPerSecond, delayMs }: { readonly bytesPerSecond: number; readonly delayMs: number }) =>
  async ({ page }: Pick<DeskPage, 'page'>): Promise<void> => {
    const line = await page.context().newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: delayMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await line.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  }
const slow = slowTo({ bytesPerSecond: 1_600_000 / 8, delayMs: 150 })

export async function benchSlowLine(browser: Browser, url: string, mailbox: Mailbox): Promise<readonly Row[]> {
  const name = 'slow line'
  const entering = await benchEntering(browser, url, name, mailbox, { form: 1_300, inbox: 700 }, slow)
  const desk = await openDesk(browser, url)
  await signIn(desk, mailbox)
  await slow(desk)
  const open = (what: string, budget: number, kind: 'plain' | 'news' | 'freshPlain') =>
    row(`${name}: ${what}`, budget, async (run) => {
      const press = await bring(desk, subjectOf(kind, run + 1))
      const sight = { selector: 'iframe.mail-frame', isFrame: true, text: wordsOf(kind, run + 1) }
      const taken = await desk.timed(press, sight)
      return { taken, bare: await desk.bare('readmail/showMail.action') }
    })
  const rows = [
    ...entering,
    await open('open a plain mail', 250, 'plain'),
    await open('open a newsletter of 200 KB', 500, 'news'),
    await open('open a plain mail fetched ahead', 60, 'freshPlain'),
  ]
  await desk.close()
  return rows
}
