/**
 * The desk in real Chromium, over a gateway in a process of its own: `npm run bench -- desk` measures nothing else, `-- desk dovecot`
 * the same over Dovecot (`-- desk dovecot 10000` with fewer mails). It presses what a person would and waits for the frame that shows it.
 */
import * as v from 'valibot'
import { type BenchGateway, startGateway } from '../gateway'
import type { Row } from '../row'
import { benchSecondVisit } from './again'
import { openBrowser, openDesk, signIn } from './deskPage'
import { benchEntering } from './entering'
import type { Mailbox, Site } from './fill'
import { benchMemory, benchScrolling } from './lasting'
import { isReadBefore, letters, lettersOnTop } from './letters'
import { benchMarking } from './marking'
import { benchOpening } from './opening'
import { benchSearching, searches } from './searching'
import { benchSlowLine } from './slowLine'
import { benchWalking } from './walking'

const listed = v.object({ list: v.array(v.object({ id: v.string(), subject: v.string() })) })
const found = v.object({ goesOn: v.optional(v.boolean()), total: v.number() })

export async function benchDesk(dataDir: string, site: Site): Promise<readonly Row[]> {
  const gateway = await startGateway(dataDir, site.settings)
  const browser = await openBrowser()
  try {
    for (const mailbox of [site.tenth, site.full]) await layLetters(gateway, site, mailbox)
    const rows: Row[] = []
    for (const mailbox of [site.tenth, site.full]) rows.push(...(await benchLists(gateway, browser, mailbox)))
    rows.push(...(await benchFull(gateway, browser, site.full)))
    return rows
  } finally {
    await browser.close()
    await gateway.close()
  }
}

type Chromium = Awaited<ReturnType<typeof openBrowser>>
const nameOf = ({ mails }: Mailbox) => `${mails.toLocaleString('en')} mails`

/** What depends on how much a mailbox holds. */
async function benchLists(gateway: BenchGateway, browser: Chromium, mailbox: Mailbox): Promise<readonly Row[]> {
  const name = nameOf(mailbox)
  const isFull = mailbox.mails > 10_000
  const entering = await benchEntering(browser, gateway.url, name, mailbox, { form: 200, inbox: isFull ? 250 : 200 })
  const desk = await openDesk(browser, gateway.url)
  await signIn(desk, mailbox)
  const again = await benchSecondVisit(desk, name)
  const walking = await benchWalking(desk, name, mailbox.mails)
  const searching = await benchSearching(desk, name, searches(isFull))
  await desk.close()
  return [...entering, ...again, ...walking, ...searching]
}

/** What is the same in any mailbox, or is asked of the full one alone. */
async function benchFull(gateway: BenchGateway, browser: Chromium, mailbox: Mailbox): Promise<readonly Row[]> {
  const name = nameOf(mailbox)
  const rows: Row[] = []
  const onDesk = async (work: (desk: Awaited<ReturnType<typeof openDesk>>) => Promise<readonly Row[]>) => {
    const desk = await openDesk(browser, gateway.url)
    await signIn(desk, mailbox)
    rows.push(...(await work(desk)))
    await desk.close()
  }
  await onDesk((desk) => benchMemory(desk, name))
  await layUnread(gateway, mailbox)
  await onDesk((desk) => benchOpening(desk, name))
  await layUnread(gateway, mailbox)
  rows.push(...(await benchSlowLine(browser, gateway.url, mailbox)))
  await gateway.signIn({ username: mailbox.address, password: mailbox.password })
  await gateway.call('POST', 'settings/change.action', { pageSize: '200' })
  await onDesk((desk) => benchScrolling(desk, name))
  await onDesk((desk) =>
    benchMarking(desk, name, async () => {
      await gateway.call('POST', 'manage/mark2', { folder: 'inbox', mark: 'unseen' })
    }),
  )
  await gateway.call('POST', 'settings/change.action', { pageSize: '50' })
  return rows
}

/** Delivers what is to be opened and searched for, unless it lies there. */
export async function layLetters(gateway: BenchGateway, site: Site, mailbox: Mailbox): Promise<void> {
  if (!(await newest(gateway, mailbox)).some(({ subject }) => isReadBefore(subject))) {
    await site.deliver(mailbox.address, letters(mailbox.address), gateway.smtpPort)
  }
  await layUnread(gateway, mailbox)
  await untilSearchable(gateway)
}

/** Makes every letter unread that is to be so, and the others read. */
async function layUnread(gateway: BenchGateway, mailbox: Mailbox): Promise<void> {
  const list = (await newest(gateway, mailbox)).slice(0, lettersOnTop)
  for (const mark of ['seen', 'unseen'] as const) {
    const ids = list.filter(({ subject }) => isReadBefore(subject) === (mark === 'seen')).map(({ id }) => id)
    await gateway.call('POST', 'manage/mark2', { ids, mark })
  }
}

async function newest(gateway: BenchGateway, { address, password }: Mailbox) {
  await gateway.signIn({ username: address, password })
  const form = { folder: 'inbox', page: '1', pageSize: String(lettersOnTop) }
  return v.parse(listed, await gateway.call('POST', 'query/queryfolder2.action', form)).list
}

/** A mail server's mailbox is read into the gateway's index first. */
async function untilSearchable(gateway: BenchGateway): Promise<void> {
  for (;;) {
    const { goesOn } = v.parse(
      found,
      await gateway.call('POST', 'query/search2.action', { keyword: 'quokka', location: 'all' }),
    )
    if (goesOn !== true) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
