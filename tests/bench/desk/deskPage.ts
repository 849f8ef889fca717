/** A browser at the desk, its presses timed, with the same calls made bare beside them. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from '@playwright/test'
import { watchNewMail } from '#contract/endpoints/mail/newMail'
import { ensureBrowser } from '../../support/browser/browser.mjs'
import { chromiumLaunch } from '../../support/browser/chromiumLaunch'
import type { Mailbox } from './fill'
import { type BareCall, bareCalls, bringRow, type Sight, type Taken, taken, watchFor } from './inPage'

export const row = 'tr[aria-rowindex]'
/** Without a request for so long, a page is taken to be at rest. */
const quietMs = 500
const mostMs = 60_000
export const scroller = '.mailbox-scroll'
/** What the bundler's names need, which stay outside when a function goes into the page; and room for every call's timing. */
const before = 'globalThis.__name = (it) => it; performance.setResourceTimingBufferSize(100000)'

export async function openBrowser(): Promise<Browser> {
  await ensureBrowser()
  return chromium.launch(chromiumLaunch)
}

export type Timed = Taken & {
  /** Milliseconds that the page's own thread worked meanwhile. */
  readonly work: number
}

export type DeskPage = {
  readonly page: Page
  /** From the press that `press` makes to the sight of it. */
  readonly timed: (press: () => Promise<unknown>, sight: Sight) => Promise<Timed>
  /** What the calls to these paths would take that were made last, one after the other, and two frames. */
  readonly bare: (...paths: readonly string[]) => Promise<number>
  /** Until no call is under way, as when what is fetched ahead has come. */
  readonly idle: () => Promise<void>
  readonly close: () => Promise<void>
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** In a browser of its own, with nothing kept from before but the sign-in of `storageState`. */
export async function openDesk(browser: Browser, baseURL: string, storageState?: StorageState): Promise<DeskPage> {
  const context = await browser.newContext({
    baseURL,
    ...(storageState && { storageState }),
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(mostMs)
  await context.addInitScript(before)
  return deskOf(context, await context.newPage())
}

async function deskOf(context: BrowserContext, page: Page): Promise<DeskPage> {
  const last = new Map<string, Request>()
  const open = new Set<Request>()
  let changedAt = performance.now()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/webmail/')) last.set(pathname.slice('/webmail/'.length), request)
    // A stream of events goes on for as long as the page.
    if (!pathname.endsWith(watchNewMail.path)) open.add(request)
    changedAt = performance.now()
  })
  const ended = (request: Request) => {
    open.delete(request)
    changedAt = performance.now()
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  // By the processor's own clock, which stands still while others have it.
  const meter = await context.newCDPSession(page)
  await meter.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await meter.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const callOf = async (path: string): Promise<BareCall[]> => {
    const request = last.get(path)
    if (request === undefined) return []
    const headers = await request.allHeaders()
    const kept = ['authorization', 'organization', 'content-type'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]] as const],
    )
    return [
      { url: request.url(), method: request.method(), headers: Object.fromEntries(kept), body: request.postData() },
    ]
  }
  return {
    page,
    timed: async (press, sight) => {
      await page.evaluate(watchFor, { sight, from: 'press' as const })
      const before = await worked()
      await press()
      const seen = await within(page.evaluate(taken), sight)
      return { ...seen, work: (await worked()) - before }
    },
    bare: async (...paths) => page.evaluate(bareCalls, (await Promise.all(paths.map(callOf))).flat()),
    idle: async () => {
      while (open.size > 0 || performance.now() - changedAt < quietMs) await pause(quietMs / 5)
    },
    close: () => context.close(),
  }
}

/** Lays the pointer on it, and answers how to press there: looking for what to press is no part of what is timed. */
export async function pointAt({ page, idle }: DeskPage, target: Locator): Promise<() => Promise<void>> {
  await target.hover()
  await idle()
  return async () => {
    await page.mouse.down()
    await page.mouse.up()
  }
}

/** What does not come is said, with what was waited for. */
async function within(waiting: Promise<Taken>, sight: Sight): Promise<Taken> {
  const late = pause(mostMs, null, { ref: false }).then(() => {
    throw new Error(`Not seen in ${mostMs} ms: ${JSON.stringify(sight)}`)
  })
  return Promise.race([waiting, late])
}

export async function fillSignIn({ page }: DeskPage, { address, password }: Mailbox): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).pressSequentially(address)
  await page.getByLabel('密码', { exact: true }).pressSequentially(password)
}

/** As far as the inbox's rows, and until nothing more comes. */
export async function signIn(desk: DeskPage, mailbox: Mailbox): Promise<Timed> {
  await fillSignIn(desk, mailbox)
  await desk.idle()
  const entered = await desk.timed(() => desk.page.keyboard.press('Enter'), { selector: row })
  await desk.idle()
  return entered
}

/** Scrolls until the row of this subject is in the middle of the list, and points at it. */
export async function bring({ page, idle }: DeskPage, subject: string): Promise<() => Promise<void>> {
  const place = await page.evaluate(bringRow, { scroller, row, subject })
  if (place === null) throw new Error(`The list has no “${subject}”`)
  await page.mouse.move(place.x, place.y)
  await idle()
  return () => page.mouse.click(place.x, place.y)
}
