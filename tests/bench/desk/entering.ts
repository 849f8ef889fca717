/** The way in: the login form, and from pressing Sign in to the inbox's rows, each in a browser that holds nothing yet. */
import type { Browser } from '@playwright/test'
import type { Row } from '../row'
import { type DeskPage, fillSignIn, row as listRow, openDesk } from './deskPage'
import type { Mailbox } from './fill'
import { taken as shown, watchFor } from './inPage'
import { row } from './measure'

const calls = ['login/loginService.action', 'query/queryfolder2.action']

export type Budgets = { readonly form: number; readonly inbox: number }

/** `prepare` makes the line slow, where it is to be. */
export async function benchEntering(
  browser: Browser,
  url: string,
  name: string,
  mailbox: Mailbox,
  budgets: Budgets,
  prepare: (desk: DeskPage) => Promise<void> = async () => undefined,
): Promise<readonly Row[]> {
  const fresh = async <T>(work: (desk: DeskPage) => Promise<T>): Promise<T> => {
    const desk = await openDesk(browser, url)
    try {
      await prepare(desk)
      return await work(desk)
    } finally {
      await desk.close()
    }
  }
  const form = await row(`${name}: login form usable`, budgets.form, () =>
    fresh(async ({ page }) => {
      await page.goto('/login', { waitUntil: 'commit' })
      await page.evaluate(watchFor, { sight: { selector: 'input[name="username"]:focus' }, from: 'now' as const })
      await page.evaluate(shown)
      return { taken: { ms: await page.evaluate(() => performance.now()), work: 0, calls: [] }, bare: null }
    }),
  )
  const inbox = await row(`${name}: sign in to the inbox’s rows`, budgets.inbox, () =>
    fresh(async (desk) => {
      await fillSignIn(desk, mailbox)
      await desk.idle()
      const taken = await desk.timed(() => desk.page.keyboard.press('Enter'), { selector: listRow })
      await desk.idle()
      return { taken, bare: await desk.bare(...calls) }
    }),
  )
  return [form, inbox]
}
