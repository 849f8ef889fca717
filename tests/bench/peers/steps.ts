/** One visit to a webmail in a fresh browser; each line of the table is one press and one sight. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { watchNewMail } from '#contract/endpoints/mail/newMail'
import type { Mailbox } from '../desk/fill'
import { wordsOf } from '../desk/letters'
import { slowTo } from '../desk/slowLine'
import { rareBody, rareSubject } from '../mailFiller'
import { armPress, firstText, msUntil, type Sight } from './inPage'
import { processorTime } from './processorTime'
import type { Webmail } from './webmails'

const quietMs = 600
const mostMs = 120_000
/** Kilobytes as the table of budgets counts them. */
const kilobyte = 1_024

/** Takes a figure down: milliseconds unless the line says otherwise. */
export type Note = (line: string, value: number) => void

type Visit = {
  readonly webmail: Webmail
  readonly page: Page
  readonly context: BrowserContext
  readonly idle: () => Promise<void>
  /** Requests that went out over the network, and kilobytes of scripts as they came. */
  readonly traffic: () => Promise<{ readonly requests: number; readonly script: number }>
}

async function visit(browser: Browser, webmail: Webmail): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(mostMs)
  // What the bundler's names need, which stay outside when a function goes into the page.
  await context.addInitScript('globalThis.__name = (it) => it')
  return visitOf(context, await context.newPage(), webmail)
}

function visitOf(context: BrowserContext, page: Page, webmail: Webmail): Visit {
  const open = new Set<Request>()
  const done: Request[] = []
  let changedAt = performance.now()
  context.on('request', (request) => {
    if (request.url().startsWith('data:')) return
    // A stream of events goes on for as long as the page.
    if (!request.url().includes(watchNewMail.path)) open.add(request)
    changedAt = performance.now()
  })
  const ended = (request: Request) => {
    if (open.delete(request)) done.push(request)
    changedAt = performance.now()
  }
  context.on('requestfinished', ended)
  context.on('requestfailed', ended)
  return {
    ...{ webmail, page, context },
    idle: async () => {
      const until = performance.now() + 20_000
      while (performance.now() < until && (open.size > 0 || performance.now() - changedAt < quietMs)) await pause(50)
    },
    traffic: async () => {
      const sizes = await Promise.all(
        done.map(async (request) => {
          const size = await request.sizes().catch(() => null)
          const isScript = request.resourceType() === 'script'
          return isScript ? (size?.responseBodySize ?? 0) : 0
        }),
      )
      return { requests: done.length, script: sizes.reduce((sum, size) => sum + size, 0) / kilobyte }
    },
  }
}

async function seen({ page }: Visit, sight: Sight, isVisit = false): Promise<number> {
  const handle = await page.waitForFunction(msUntil, { sight, isVisit }, { polling: 'raf', timeout: mostMs })
  return Number(await handle.jsonValue())
}

async function timed(visit: Visit, press: () => Promise<unknown>, sight: Sight): Promise<number> {
  await visit.page.evaluate(armPress)
  await press()
  return seen(visit, sight)
}

async function enter(visit: Visit, mailbox: Mailbox) {
  const { page, webmail, idle } = visit
  await page.goto(webmail.url, { waitUntil: 'commit' })
  const form = await seen(visit, webmail.form, true)
  await idle()
  await page.locator(webmail.user).fill(mailbox.address)
  await page.locator(webmail.password).pressSequentially(mailbox.password, { delay: 30 })
  await idle()
  const inbox = await timed(visit, () => page.keyboard.press('Enter'), webmail.rows)
  await idle()
  return { form, inbox }
}

const other = async ({ page, webmail }: Visit): Promise<Sight> => ({
  ...webmail.rows,
  unlike: await page.evaluate(firstText, webmail.rows.selector),
})

async function press(visit: Visit, selector: string, sight: Sight): Promise<number> {
  const target = visit.page.locator(selector).first()
  await target.waitFor()
  const taken = await timed(visit, () => target.click(), sight)
  await visit.idle()
  return taken
}

async function open(visit: Visit, kind: 'plain' | 'news', n: number): Promise<number> {
  const { page, webmail, idle } = visit
  const { x, y } = await webmail.rowOf(page, kind, n)
  const taken = await timed(visit, () => page.mouse.click(x, y), webmail.message(wordsOf(kind, n)))
  await idle()
  return taken
}

const searches = [
  ['search subjects', rareSubject, 'subject'],
  ['search bodies', rareBody, 'body'],
  ['search subjects, 发票', '发票', 'subject'],
  ['search bodies, 截止日期', '截止日期', 'body'],
] as const

async function searching(visit: Visit, size: string, note: Note): Promise<void> {
  const { page, webmail, idle } = visit
  for (const [line, text, place] of searches) {
    await page.goto(webmail.home)
    await seen(visit, webmail.rows, true)
    await idle()
    const before = await page.evaluate(firstText, webmail.rows.selector)
    await webmail.search(page, text, place)
    const sight = { selector: webmail.rows.selector, unlike: before }
    note(`${line}, ${size}`, await timed(visit, () => page.keyboard.press('Enter'), sight))
    await idle()
  }
}

/** In a mailbox of 10,000: all that a person does at a desk. `file`: 25 MB. `run` is from 0. */
export async function desk(
  browser: Browser,
  webmail: Webmail,
  mailbox: Mailbox,
  run: number,
  file: string,
  note: Note,
) {
  const visited = await visit(browser, webmail)
  const { page, idle } = visited
  const worked = processorTime(webmail.pids)
  const entered = await enter(visited, mailbox)
  note('login form usable', entered.form)
  note('sign in to inbox rows', entered.inbox)
  note('processor of the server, sign-in to inbox', processorTime(webmail.pids) - worked)
  const { requests, script } = await visited.traffic()
  note('requests as far as the inbox', requests)
  note('scripts as far as the inbox, KB', script)
  const n = 1 + (run % 5)
  note('open a plain message', await open(visited, 'plain', n))
  note('open one of 200 KB', await open(visited, 'news', n))
  note('open it again', await open(visited, 'plain', n))
  await page.goto(webmail.home)
  await seen(visited, webmail.rows, true)
  await idle()
  note('another folder', await press(visited, webmail.folders.sent, await other(visited)))
  note('back to the inbox', await press(visited, webmail.folders.inbox, await other(visited)))
  note('next page', await press(visited, webmail.next, await other(visited)))
  const sight = await other(visited)
  await page.evaluate(armPress)
  await webmail.goToPage(page, mailbox.mails / 2 / 50)
  note('message 5,000', await seen(visited, sight))
  await idle()
  note('composer', await press(visited, webmail.write, webmail.composer))
  await webmail.leaveComposer(page)
  await idle()
  note('composer again', await press(visited, webmail.write, webmail.composer))
  const began = performance.now()
  await page.locator(webmail.fileInput).first().setInputFiles(file)
  await page.waitForFunction(msUntil, { sight: webmail.attached, isVisit: true }, { polling: 'raf', timeout: mostMs })
  note('25 MB attached', performance.now() - began)
  await webmail.leaveComposer(page)
  await searching(visited, '10,000', note)
  const again = visitOf(visited.context, await visited.context.newPage(), webmail)
  await again.page.goto(webmail.home, { waitUntil: 'commit' })
  note('second visit, rows drawn', await seen(again, webmail.kept, true))
  await visited.context.close()
}

/** In a mailbox of 100,000: what grows with it. */
export async function large(browser: Browser, webmail: Webmail, mailbox: Mailbox, note: Note): Promise<void> {
  const visited = await visit(browser, webmail)
  note('inbox of 100,000', (await enter(visited, mailbox)).inbox)
  await searching(visited, '100,000', note)
  await visited.context.close()
}

/** Over a line of 1.6 Mbit/s with 150 ms of delay, with a quarter of the processor. */
export async function slow(browser: Browser, webmail: Webmail, mailbox: Mailbox, run: number, note: Note) {
  const visited = await visit(browser, webmail)
  await slowPhone(visited)
  const entered = await enter(visited, mailbox)
  note('slow phone: login form usable', entered.form)
  note('slow phone: inbox', entered.inbox)
  note('slow phone: open a plain message', await open(visited, 'plain', 1 + (run % 5)))
  note('slow phone: open one of 200 KB', await open(visited, 'news', 1 + (run % 5)))
  await visited.context.close()
}

const slowPhone = slowTo({ bytesPerSecond: 1_600_000 / 8, delayMs: 150 })
