/** R5: a mail that is sent while there is no line waits in this browser, is shown, and goes once when there is one. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendMail } from '#contract/endpoints/sending/sending'
import { makeApp } from '#src/app/makeApp'
import { sendQueued } from '#src/features/offlineQueue/sendQueued'
import { signIn } from '#src/store/session/signIn'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { closeComposers, leavePage, leftOpen } from '../compose/composeSetup'
import { cuttableLine, stubLocks, subjectsIn } from './offlineQueueSetup'

openServer()
closeComposers()

let gateway: TestGateway
let line: ReturnType<typeof cuttableLine>

beforeEach(async () => {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: 'zh-CN', expires: null }))
  gateway = await makeTestGateway()
  await gateway.account('wang@ep.test')
  line = cuttableLine()
})

afterEach(() => vi.unstubAllGlobals())

async function opened(as: string, path: string) {
  const app = await renderApp(path, { as, gateway })
  line.through(gateway)
  leftOpen(app.store)
  return app
}

/** Writes a mail and sends it into a dead line. */
async function sentOffline(as: string, subject: string, to = 'wang@ep.test') {
  const app = await opened(as, '/writeMail')
  await app.user.type(await screen.findByLabelText('收件人'), `${to} `)
  await app.user.type(screen.getByLabelText('主题'), subject)
  line.cut()
  await app.user.click(screen.getByRole('button', { name: '发送' }))
  await screen.findByText(/1 封邮件在本设备上等候/)
  return app
}

/** The line is back; whoever does not want to wait for the next look presses Retry. */
async function mendLine({ user }: Awaited<ReturnType<typeof renderApp>>) {
  line.mend()
  const retry = within((await screen.findByText(/您写的内容都还在/)).closest('div') ?? document.body)
  await user.click(retry.getByRole('button', { name: '重试' }))
}

const waitingOf = async (app: Pick<Awaited<ReturnType<typeof renderApp>>, 'services'>, as: string) =>
  (await app.services.localDrafts.ofAccount(`${as}@ep.test`)).filter(({ waits }) => waits !== undefined)

async function openOutbox({ user }: Awaited<ReturnType<typeof renderApp>>) {
  await user.click(screen.getByRole('button', { name: '查看' }))
  return screen.findByRole('dialog', { name: '等候发出的邮件' })
}

describe('R5: a mail sent without a line', () => {
  it('waits visibly, with its people and since when, and goes once when the line is back', async () => {
    const app = await sentOffline('waits', '等线路')
    const dialog = await openOutbox(app)
    expect(within(dialog).getByRole('listitem', { name: '等线路' })).toHaveTextContent(/wang@ep\.test.*起等候/)
    await app.user.click(within(dialog).getByRole('button', { name: '关闭' }))
    expect(line.keys).toEqual([])
    await mendLine(app)
    expect(await screen.findByText('正在发送“等线路”')).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/1 封邮件在本设备上等候/)).toBeNull())
    expect(line.keys).toHaveLength(1)
    expect(await app.services.localDrafts.ofAccount('waits@ep.test')).toEqual([])
  })

  it('R2: one whose answer alone was lost is not sent a second time', async () => {
    const app = await opened('lost', '/writeMail')
    await app.user.type(await screen.findByLabelText('收件人'), 'wang@ep.test ')
    await app.user.type(screen.getByLabelText('主题'), '只一次')
    line.loseNextAnswer()
    await app.user.click(screen.getByRole('button', { name: '发送' }))
    await screen.findByText(/1 封邮件在本设备上等候/)
    await mendLine(app)
    expect(await screen.findByText('正在发送“只一次”')).toBeVisible()
    expect(line.keys).toHaveLength(2)
    expect(new Set(line.keys).size).toBe(1)
    await app.user.click(await screen.findByRole('button', { name: '立即发送' }))
    await screen.findByText('已发送：“只一次”')
    expect(await subjectsIn(gateway, 'lost', 'sent')).toEqual(['只一次'])
  })

  it('R4: is still there after the page was loaded anew, and goes then', async () => {
    await leavePage(await sentOffline('reloads', '重新载入'))
    line.mend()
    const again = await opened('reloads', '/receive')
    expect(await screen.findByText('正在发送“重新载入”')).toBeVisible()
    expect(await waitingOf(again, 'reloads')).toEqual([])
    expect(line.keys).toHaveLength(1)
  })

  it('can be written on: the words come back, and wait no longer', async () => {
    const app = await sentOffline('edits', '再改改')
    const dialog = await openOutbox(app)
    await app.user.click(within(dialog).getByRole('button', { name: '修改' }))
    const composer = await screen.findByRole('dialog', { name: '写信：再改改' })
    expect(within(composer).getByLabelText('主题')).toHaveValue('再改改')
    expect(await waitingOf(app, 'edits')).toEqual([])
    line.mend()
    await app.user.click(within(composer).getByRole('button', { name: '发送' }))
    expect(await screen.findByText('正在发送“再改改”')).toBeVisible()
    expect(line.keys).toHaveLength(1)
  })

  it('can be thrown away after a second press, and is then never sent', async () => {
    const app = await sentOffline('throws', '不要了')
    const row = within(await openOutbox(app)).getByRole('listitem', { name: '不要了' })
    await app.user.click(within(row).getByRole('button', { name: '丢弃' }))
    await app.user.click(within(row).getByRole('button', { name: '确定丢弃' }))
    await waitFor(() => expect(screen.queryByText(/1 封邮件在本设备上等候/)).toBeNull())
    expect(await app.services.localDrafts.ofAccount('throws@ep.test')).toEqual([])
    await mendLine(app)
    await waitFor(() => expect(screen.queryByText(/您写的内容都还在/)).toBeNull())
    expect(line.keys).toEqual([])
  })

  it('comes back into its composer with the reason where the gateway refuses it', async () => {
    const app = await sentOffline('refused', '没有此人', 'nobody@ep.test')
    await mendLine(app)
    const composer = await screen.findByRole('dialog', { name: '写信：没有此人' })
    await waitFor(() =>
      expect(within(composer).getByRole('button', { name: 'nobody@ep.test' })).toHaveAccessibleDescription(
        /没有这个收件人：nobody@ep.test/,
      ),
    )
    expect(screen.queryByText(/1 封邮件在本设备上等候/)).toBeNull()
    expect(line.keys).toHaveLength(1)
  })
})

it.each([
  ['unreachable', () => HttpResponse.error()],
  ['badReply', () => HttpResponse.text('<!doctype html>')],
  ['serverError', () => new HttpResponse(null, { status: 500 })],
  ['storeAway', () => HttpResponse.json({ code: 'storeAway', msg: 'errors:storeAway' })],
  ['sessionLost', () => HttpResponse.json({ code: '403' }, { status: 403 })],
] as const)('R5: a mail that meets %s waits on, and is not taken for refused', async (code, answer) => {
  const app = await sentOffline(`later-${code.toLowerCase()}`, '再等等')
  line.mend()
  server.use(http.post(`*/${sendMail.path}`, answer))
  await app.store.dispatch(sendQueued())
  expect(await waitingOf(app, `later-${code.toLowerCase()}`)).toMatchObject([{ waits: { refused: null } }])
})

it('R2: two tabs send what waits once', async () => {
  const first = await sentOffline('tabs', '两个窗口')
  await leavePage(first)
  stubLocks()
  line.mend()
  // Of the same browser: the session and the databases are the same.
  const tab = () =>
    makeApp({
      baseUrl: window.location.origin,
      storage: window.localStorage,
      tabStorage: window.sessionStorage,
      databases: window.indexedDB,
      now: gateway.clock.now,
      reload: () => undefined,
    })
  await Promise.all([await tab(), await tab()].map(({ store }) => store.dispatch(sendQueued())))
  expect(line.keys).toHaveLength(1)
  expect(await waitingOf(first, 'tabs')).toEqual([])
})

it('S18: another person’s session never sends it, and finds nothing of it', async () => {
  await leavePage(await sentOffline('lin', '林的信'))
  line.mend()
  const other = await opened('chen', '/receive')
  await screen.findByRole('button', { name: /chen/ })
  await waitFor(async () => expect(await other.services.localDrafts.ofAccount('lin@ep.test')).toEqual([]))
  expect(line.keys).toEqual([])
  expect(screen.queryByText(/1 封邮件在本设备上等候/)).toBeNull()
})

it('S18: of two that wait, the second stays where another person has signed in before the first is answered', async () => {
  // Both the page and the test ask for the turn: without it both send the first mail.
  stubLocks()
  const first = await sentOffline('turns', '第一封')
  await leavePage(first)
  const { services, store } = await opened('turns', '/receive')
  const [waiting] = await waitingOf(first, 'turns')
  if (waiting === undefined) throw new Error('nothing waits')
  await services.localDrafts.put({ ...waiting, key: `${waiting.key}2` })
  line.mend()
  const [asked, answer] = [heldLine(), heldLine()]
  let sends = 0
  const held = http.post(`*/${sendMail.path}`, async ({ request }) => {
    sends += 1
    const given = await gateway.fetch(request)
    asked.letGo()
    await answer.over
    return given
  })
  server.use(held)
  const sending = store.dispatch(sendQueued())
  await asked.over
  await gateway.account('chen@ep.test')
  await store.dispatch(signIn({ username: 'chen@ep.test', password: testPassword, stay: false }))
  answer.letGo()
  await sending
  expect(sends).toBe(1)
})

it('S18: whoever signs out is asked first, and then nothing of it is left', async () => {
  const app = await sentOffline('leaves', '没发出的信')
  await app.user.click(await screen.findByRole('button', { name: /leaves/ }))
  await app.user.click(screen.getByRole('menuitem', { name: '退出登录' }))
  const question = await screen.findByRole('dialog', { name: '退出登录并删除未保存的内容？' })
  await app.user.click(within(question).getByRole('button', { name: '删除并退出' }))
  await waitFor(async () => expect(await app.services.localDrafts.ofAccount('leaves@ep.test')).toEqual([]))
  expect(screen.queryByText(/1 封邮件在本设备上等候/)).toBeNull()
})
