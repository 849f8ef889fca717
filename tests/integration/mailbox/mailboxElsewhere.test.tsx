/** What another session changes shows in an open list with the next count of the folders, and takes nothing from whoever works in it. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markMails, queryFolder, search, viewMails } from '#contract/endpoints/mail/mail'
import { selectOpenFetchedAt } from '#src/features/mailbox/mailboxSelectors'
import { loadFolders } from '#src/store/mail/folderThunks'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

/** More than are above the middle of the scrolled list; each takes a while to draw. */
const count = 8
/** What a count brings is there at once; a list that does not follow is not waited for as long as a page. */
const soon = { timeout: 5_000 }
/** Another for each test: what a browser keeps of a mailbox is shown to its owner's next visit. */
let owner = ''
let owners = 0
let gateway: TestGateway
let calls: ReturnType<typeof makeCalls>
/** The other browser, or mail program. */
let elsewhere: Signed
const ids = new Map<string, string>()

beforeEach(async () => {
  gateway = await makeTestGateway()
  calls = makeCalls(gateway)
  owners += 1
  owner = `lin${owners}`
  await gateway.account(`${owner}@ep.test`)
  ids.clear()
  for (let at = count; at >= 1; at -= 1) {
    const subject = `Mail ${String(at).padStart(2, '0')}`
    ids.set(subject, await deliverPlain(gateway, owner, { subject }))
    gateway.clock.advance(1_000)
  }
  elsewhere = await calls.signIn(`${owner}@ep.test`)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
})

const idOf = (at: number) => ids.get(`Mail ${String(at).padStart(2, '0')}`) ?? ''
/** By the sentence that a row says: the whole page is not searched for roles. */
const rowWith = (at: number, said = '') =>
  [...document.querySelectorAll<HTMLElement>('tr[aria-rowindex]')].find((one) => {
    const label = one.getAttribute('aria-label') ?? ''
    return label.includes(`主题 Mail ${String(at).padStart(2, '0')}，`) && label.includes(said)
  })
const row = (at: number, said = '') =>
  waitFor(() => {
    const found = rowWith(at, said)
    if (found === undefined) throw new Error(`there is no row of Mail ${at} that says ${said}`)
    return found
  }, soon)
const flagged = (at: number) => row(at, '有红旗')
const gone = (at: number) => waitFor(() => expect(rowWith(at)).toBeUndefined(), soon)
const box = async (at: number) => within(await row(at)).getByRole('checkbox')
const mark = (at: number, as: string) =>
  calls.post('manage/mark2', { ids: [idOf(at)], mark: as }, { session: elsewhere })
const move = (at: number, target: string) =>
  calls.post('manage/move2.action', { ids: [idOf(at)], target }, { session: elsewhere })

async function list(path = '/receive') {
  const app = await renderApp(path, { as: owner, gateway })
  await waitFor(() => expect(selectOpenFetchedAt(app.store.getState())).toBeGreaterThan(0))
  await waitFor(() => expect(rowWith(1)).toBeDefined())
  await waitFor(() => expect(app.store.getState().unread?.status).toBe('ready'))
  gateway.clock.advance(1_000)
  const asked: string[] = []
  let waits: Promise<void> | undefined
  const { fetch } = gateway
  vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
    asked.push(new URL(request.url).pathname.slice(1))
    if (request.url.endsWith(markMails.path)) await waits
    return fetch(request)
  })
  /** Keeps marks on their way to the gateway until the answer is called. */
  const holdMarks = () => {
    let letGo = () => {}
    waits = new Promise((resolve) => {
      letGo = resolve
    })
    return letGo
  }
  /** As the clock of the news does on every fifth minute. */
  const counts = async () => {
    gateway.clock.advance(1_000)
    await app.store.dispatch(loadFolders())
  }
  return { ...app, asked, counts, holdMarks }
}

it('shows what was read, flagged, moved and deleted elsewhere, with focus and selection where they were', async () => {
  const { counts, user } = await list()
  await user.click(await box(5))
  ;(await row(4)).focus()
  await mark(1, 'seen')
  await mark(2, 'flagged')
  await calls.post('manage/moveMailJunk2.action', { ids: [idOf(3)] }, { session: elsewhere })
  await move(6, 'deleted')
  await counts()
  await waitFor(() => expect(rowWith(1, '未读')).toBeUndefined(), soon)
  await row(1)
  await flagged(2)
  await gone(3)
  await gone(6)
  expect(await row(4)).toHaveFocus()
  expect(await box(5)).toBeChecked()
})

it('gives the focus of a row that left to the next one', async () => {
  const { counts, user } = await list()
  ;(await row(1)).focus()
  await user.keyboard('{ArrowDown}')
  expect(await row(2)).toHaveFocus()
  await move(2, 'deleted')
  await counts()
  await gone(2)
  expect(await row(3)).toHaveFocus()
})

it('leaves the rows in sight where they are when one above them leaves', async () => {
  const { counts, container } = await list()
  const scroller = container.querySelector<HTMLElement>('.mailbox-scroll')
  if (scroller === null) throw new Error('no list')
  scroller.scrollTop = 340
  await move(2, 'deleted')
  await counts()
  await gone(2)
  expect(scroller.scrollTop).toBe(340 - 56)
  await move(8, 'deleted')
  await counts()
  await gone(8)
  expect(scroller.scrollTop).toBe(340 - 56)
})

it('never takes back a mark that the gateway has not answered yet', async () => {
  const { counts, user, holdMarks } = await list()
  const letGo = holdMarks()
  ;(await row(1)).focus()
  await user.keyboard('s')
  await flagged(1)
  await mark(2, 'flagged')
  await counts()
  // The list follows the first count that nothing of this page is under way at.
  await flagged(1)
  letGo()
  await flagged(2)
  await flagged(1)
})

it('R11: takes the row of a mail away that is gone when it is opened', async () => {
  const { user } = await list()
  await move(3, 'deleted')
  await calls.post('manage/remove2.action', { ids: [idOf(3)] }, { session: elsewhere })
  await user.click(await row(3))
  expect(await screen.findByText('这封邮件已经不在了')).toBeVisible()
  await gone(3)
  await row(4)
})

it('asks once, by the version it holds, and not at all where the list was asked for with the count', async () => {
  const { counts, asked, user } = await list()
  await counts()
  expect(asked.filter((path) => path === queryFolder.path)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '收信' }))
  await waitFor(() => expect(asked.filter((path) => path === queryFolder.path).length).toBeGreaterThan(1))
})

it('looks at the rows of a search and does not search again', async () => {
  const { counts, asked } = await list('/search_result?keyword=Mail&location=all')
  await mark(1, 'flagged')
  await move(2, 'deleted')
  await calls.post('manage/remove2.action', { ids: [idOf(2)] }, { session: elsewhere })
  await counts()
  await flagged(1)
  await gone(2)
  expect(asked.filter((path) => path === viewMails.path)).toHaveLength(1)
  expect(asked).not.toContain(search.path)
})
