/** What is pressed and seen in each webmail; everything else is measured alike. */
import type { Page } from '@playwright/test'
import { bringRow } from '../desk/inPage'
import { subjectOf } from '../desk/letters'
import type { Sight } from './inPage'

type Kind = 'plain' | 'news'

export type Webmail = {
  readonly name: string
  readonly url: string
  /** Of a second visit. */
  readonly home: string
  readonly user: string
  readonly password: string
  readonly form: Sight
  /** Rows of a list, and how many of them fill it. */
  readonly rows: Sight
  /** Rows that a second visit may show first. */
  readonly kept: Sight
  /** Brings the row of a message into sight; answers where to press it. */
  readonly rowOf: (page: Page, kind: Kind, n: number) => Promise<{ readonly x: number; readonly y: number }>
  readonly message: (words: string) => Sight
  readonly folders: Readonly<Record<'inbox' | 'sent', string>>
  readonly next: string
  /** Asks for a page of 50; its press is the clock's. */
  readonly goToPage: (page: Page, at: number) => Promise<void>
  readonly write: string
  readonly composer: Sight
  readonly leaveComposer: (page: Page) => Promise<void>
  readonly fileInput: string
  readonly attached: Sight
  /** On the inbox: all is typed but Enter. */
  readonly search: (page: Page, text: string, place: 'subject' | 'body') => Promise<void>
  /** Whose processor time is its own. */
  readonly pids: readonly number[]
}

const rowsOfOurs = '#root .mailbox-grid tr[aria-rowindex]'

export function ours(name: string, url: string, pid: number): Webmail {
  return {
    name,
    url: `${url}/login`,
    home: `${url}/receive`,
    user: 'input[name="username"]',
    password: 'input[name="password"]',
    // The app has come to life when it has put the caret there.
    form: { selector: 'input[name="username"]:focus', also: 'input[name="password"]' },
    rows: { selector: rowsOfOurs, least: 9 },
    kept: { selector: `#former-sight tr, ${rowsOfOurs}`, least: 9 },
    rowOf: async (page, kind, n) => {
      const wanted = { scroller: '.mailbox-scroll', row: rowsOfOurs, subject: subjectOf(kind, n) }
      const place = await page.evaluate(bringRow, wanted)
      if (place === null) throw new Error(`No row of ${wanted.subject}`)
      return place
    },
    message: (text) => ({ selector: 'iframe.mail-frame', isFrame: true, text }),
    folders: { inbox: 'nav.layout-folders a[href="/receive"]', sent: 'nav.layout-folders a[href="/sent"]' },
    next: 'nav.mailbox-pager button >> nth=-1',
    goToPage: (page, at) => page.evaluate(goToPage, at),
    write: '.layout-side-write',
    composer: { selector: '[role="textbox"][contenteditable="true"]', also: '[role="dialog"]:focus-within' },
    leaveComposer: async (page) => {
      await page.getByRole('button', { name: '保存并关闭', exact: true }).click()
      await page.locator('[role="textbox"][contenteditable="true"]').waitFor({ state: 'detached' })
    },
    fileInput: 'input[type="file"][multiple]',
    attached: { selector: '[aria-label="移除 attached.bin"]' },
    search: async (page, text, place) => {
      const words = page.getByRole('combobox', { name: '搜索关键词' })
      await words.fill(text)
      await page.getByRole('combobox', { name: '搜索位置' }).selectOption(place)
      await words.focus()
    },
    pids: [pid],
  }
}

/** Runs in the page: a step of the history, as an address of the app is opened. */
function goToPage(at: number): void {
  const url = new URL(location.href)
  url.searchParams.set('page', String(at))
  sessionStorage.setItem('pressedAt', String(performance.timeOrigin + performance.now()))
  history.pushState(null, '', url)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
}

const rowsOfRoundcube = '#messagelist tbody tr.message'

export function roundcube(url: string, pids: readonly number[]): Webmail {
  return {
    name: 'Roundcube',
    url,
    home: `${url}?_task=mail&_mbox=INBOX`,
    user: '#rcmloginuser',
    password: '#rcmloginpwd',
    form: { selector: '#rcmloginpwd', also: '#rcmloginuser' },
    rows: { selector: rowsOfRoundcube, least: 12 },
    kept: { selector: rowsOfRoundcube, least: 12 },
    rowOf: async (page, kind, n) => {
      const subject = page.locator('.subject a span').getByText(subjectOf(kind, n), { exact: true })
      const row = page.locator(rowsOfRoundcube).filter({ has: subject })
      await row.scrollIntoViewIfNeeded()
      const box = await row.boundingBox()
      if (box === null) throw new Error(`No row of ${subjectOf(kind, n)}`)
      return { x: box.x + 150, y: box.y + box.height / 2 }
    },
    message: (text) => ({ selector: '#messagecontframe', isFrame: true, text }),
    folders: { inbox: '#mailboxlist li.inbox > a', sent: '#mailboxlist li.sent > a' },
    next: '.pagenav a.nextpage, a.button.nextpage',
    goToPage: async (page, at) => {
      const jump = page.locator('input.rcpagejumper').first()
      await jump.fill(String(at))
      await jump.press('Enter')
    },
    write: 'a.compose',
    composer: { selector: '#composebody, #composebody_ifr', also: '#_to, .recipient-input input', isLoaded: true },
    leaveComposer: async (page) => {
      // It asks whether what was written may go.
      page.once('dialog', (dialog) => void dialog.accept())
      await page.goto(`${url}?_task=mail&_mbox=INBOX`)
      await page.locator(rowsOfRoundcube).first().waitFor()
    },
    fileInput: 'input[type="file"][name="_attachments[]"]',
    attached: { selector: '#attachment-list li:not(.uploading)' },
    search: async (page, text, place) => {
      await page.evaluate(chooseField, place)
      await page.locator('#mailsearchform').fill(text)
      await page.locator('#mailsearchform').focus()
    },
    pids,
  }
}

/** Runs in the page: ticks where Roundcube looks. */
function chooseField(place: string): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('input[name="s_mods[]"]'))
    if (box.checked !== (box.value === place)) box.click()
}
