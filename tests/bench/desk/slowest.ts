/** Slow 3G: a line of 400 kbit/s with 400 ms of delay, and a processor of a quarter of the speed. `npm run bench -- slow` measures nothing else. */
import type { Browser } from '@playwright/test'
import { openMailbox, signIn as who } from '../fullMailbox'
import { startGateway } from '../gateway'
import type { Row } from '../row'
import { row as listRow, openBrowser, openDesk, signIn } from './deskPage'
import { benchEntering } from './entering'
import { taken as shown, watchFor } from './inPage'
import { row } from './measure'
import { slowTo } from './slowLine'

const slowest = slowTo({ bytesPerSecond: 400_000 / 8, delayMs: 400 })
/** Of use within so many milliseconds, whatever the line (TRUST R15). */
const usableMs = 10_000
const mails = 200
const name = 'slow 3G'

export async function benchSlowest(dataDir: string): Promise<readonly Row[]> {
  const mailbox = { address: who.username, password: who.password, mails }
  await (await openMailbox(dataDir, mailbox)).close()
  const gateway = await startGateway(dataDir)
  const browser = await openBrowser()
  try {
    const budgets = { form: usableMs, inbox: usableMs }
    const entering = await benchEntering(browser, gateway.url, name, mailbox, budgets, slowest)
    return [...entering, await benchComing(browser, gateway.url, mailbox)]
  } finally {
    await browser.close()
    await gateway.close()
  }
}

/** Somebody who is signed in comes with an empty browser: the page, the code, the words and the list. */
async function benchComing(browser: Browser, url: string, mailbox: Parameters<typeof signIn>[1]): Promise<Row> {
  const desk = await openDesk(browser, url)
  await signIn(desk, mailbox)
  await desk.page.evaluate(() => localStorage.removeItem('ep_formerSight'))
  const storageState = await desk.page.context().storageState()
  await desk.close()
  return row(`${name}: to the inbox, with nothing kept`, usableMs, async () => {
    const visit = await openDesk(browser, url, storageState)
    try {
      await slowest(visit)
      await visit.page.goto('/receive', { waitUntil: 'commit' })
      await visit.page.evaluate(watchFor, { sight: { selector: listRow }, from: 'now' as const })
      await visit.page.evaluate(shown)
      return { taken: { ms: await visit.page.evaluate(() => performance.now()), work: 0, calls: [] }, bare: null }
    } finally {
      await visit.close()
    }
  })
}
