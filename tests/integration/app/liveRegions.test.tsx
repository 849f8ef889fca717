/** What happens is spoken: its words come into a live region that stood there before them, and once (WCAG 4.1.3). */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { queryFolder } from '#contract/endpoints/mail/mail'
import { sendMail } from '#contract/endpoints/sending/sending'
import { runSmsCommand } from '#server/cli/playCommand'
import { lookForNewMail } from '#src/features/newMail'
import { sessionLost } from '#src/store/session/session'
import { checkSession } from '#src/store/session/sessionThunks'
import { listenToRegions } from '../../support/browser/liveRegions'
import { gatewayHandlers } from '../../support/browser/overMsw'
import { openServer, server } from '../../support/browser/renderApp'
import { heldLine } from '../../support/connections/heldReply'
import { makeCalls } from '../../support/gateway/calls'
import { carried } from '../../support/mail/carriedFiles'
import { deliverPlain } from '../../support/mail/mailboxMails'
import { type Desk, type Event, itSpeaksOf, row } from './spokenSetup'

openServer()

async function pressOnRow(app: Desk, keys: string) {
  ;(await row('Mail 2')).focus()
  await app.user.keyboard(keys)
}

async function send({ user }: Desk, to: string) {
  await user.type(await screen.findByLabelText('收件人'), `${to} `)
  await user.type(screen.getByLabelText('主题'), '合同')
  await user.click(screen.getByRole('button', { name: '发送' }))
}

async function cutLine({ store }: Desk) {
  server.use(http.all('*/webmail/*', () => HttpResponse.error()))
  await act(() => store.dispatch(checkSession()))
}

const events: readonly Event[] = [
  { event: 'a mail was deleted, and can be had back', happens: (app) => pressOnRow(app, '#'), words: /撤销/ },
  { event: 'the line is cut', happens: cutLine, words: /连接不上服务器/ },
  {
    event: 'the line is back',
    happens: async (app) => {
      const { gateway } = app
      await cutLine(app)
      await screen.findByText(/连接不上服务器/)
      server.resetHandlers(...gatewayHandlers(gateway))
      await act(() => app.store.dispatch(checkSession()))
    },
    words: /已重新连接服务器/,
  },
  {
    event: 'a mail waits for the line',
    path: '/writeMail',
    ready: () => screen.findByLabelText('主题'),
    happens: async (app) => {
      await app.user.type(screen.getByLabelText('主题'), '合同')
      server.use(http.post(`*/${sendMail.path}`, () => HttpResponse.error()))
      await app.user.type(screen.getByLabelText('收件人'), 'wang@ep.test ')
      await app.user.click(screen.getByRole('button', { name: '发送' }))
    },
    words: /1 封邮件在本设备上等候/,
  },
  {
    event: 'a list is waited for',
    happens: async ({ user }) => {
      const answer = heldLine()
      const held = http.all(`*/${queryFolder.path}`, async () => {
        await answer.over
        return undefined
      })
      server.use(held)
      await user.click(screen.getByRole('link', { name: /草稿箱/ }))
      await screen.findByText('正在载入邮件…')
      answer.letGo()
    },
    words: /^正在载入邮件…$/,
  },
  {
    event: 'a phone was bound',
    env: { SMS_NUMBER: '106900001' },
    happens: async ({ user, gateway }) => {
      await user.click(screen.getByRole('link', { name: /^已发送/ }))
      const dialog = within(await screen.findByRole('dialog', { name: '绑定手机' }))
      await user.type(dialog.getByLabelText('手机号'), '13800000000')
      await dialog.findByRole('img', { name: '短信二维码' })
      const calls = makeCalls(gateway)
      const session = await calls.signIn('lin@ep.test')
      const code = String((await calls.get('vipBindPhone/bindPhone', { phone: '13800000000' }, { session })).json.msg)
      await runSmsCommand(gateway.stores, ['13800000000', code])
      await user.click(dialog.getByRole('button', { name: '完成' }))
      await screen.findByText('手机 13800000000 绑定成功。')
    },
    words: /绑定成功/,
  },
  {
    event: 'a mail that waited for the line has gone',
    path: '/writeMail',
    ready: () => screen.findByLabelText('主题'),
    happens: async (app) => {
      server.use(http.post(`*/${sendMail.path}`, () => HttpResponse.error(), { once: true }))
      await send(app, 'wang@ep.test')
    },
    words: /^正在发送“合同”$/,
  },
  {
    event: 'a file has arrived',
    path: '/writeMail',
    ready: () => screen.findByLabelText('选择文件'),
    happens: () =>
      fireEvent.change(screen.getByLabelText('选择文件'), { target: { files: [new File(['words'], 'plan.txt')] } }),
    words: /^附件已上传：plan\.txt$/,
  },
  {
    event: 'mail came, while a row has the focus',
    happens: async (app) => {
      ;(await row('Mail 2')).focus()
      await deliverPlain(app.gateway, 'lin', { subject: 'New' })
      await app.store.dispatch(lookForNewMail())
    },
    words: /新邮件/,
  },
  {
    event: 'a deletion is taken back',
    happens: async (app) => {
      await pressOnRow(app, '#')
      await app.user.click(await screen.findByRole('button', { name: '撤销' }))
    },
    words: /已撤销/,
  },
  {
    event: 'all of a page was selected, and more can be',
    mails: 51,
    ready: () => row('Mail 51'),
    happens: ({ user }) => user.click(screen.getByRole('checkbox', { name: '全选本页邮件' })),
    words: /选择“收件箱”中的全部 51 封/,
  },
  {
    event: 'a search found what it found',
    happens: ({ user }) => user.type(screen.getByRole('combobox', { name: '搜索关键词' }), 'Mail{Enter}'),
    words: /找到 2 封/,
  },
  {
    event: 'a mail goes, and can be undone',
    path: '/writeMail',
    ready: () => screen.findByLabelText('主题'),
    happens: (app) => send(app, 'wang@ep.test'),
    words: /^正在发送“合同”$/,
  },
  {
    event: 'a recipient cannot be written to',
    path: '/writeMail',
    ready: () => screen.findByLabelText('主题'),
    happens: ({ user }) => user.type(screen.getByLabelText('收件人'), 'nobody;'),
    words: /nobody/,
  },
  {
    event: 'a draft was saved',
    path: '/writeMail',
    ready: () => screen.findByLabelText('主题'),
    happens: async ({ user }) => {
      await user.type(screen.getByLabelText('主题'), '合同')
      await user.keyboard('{Control>}s{/Control}')
    },
    words: /草稿已于/,
  },
  {
    event: 'a session ended and the password is wrong',
    happens: async ({ user, store }) => {
      act(() => void store.dispatch(sessionLost()))
      const dialog = within(await screen.findByRole('dialog', { name: '登录已超时' }))
      await user.type(dialog.getByLabelText('密码'), 'wrong{Enter}')
    },
    words: /密码错误/,
  },
  {
    event: 'mails are dropped on a folder',
    happens: async () => {
      const dataTransfer = carried()
      const deleted = screen.getByRole('link', { name: /已删除/ })
      fireEvent.dragStart(await row('Mail 1'), { dataTransfer })
      fireEvent(deleted, createEvent.dragOver(deleted, { dataTransfer }))
      fireEvent.drop(deleted, { dataTransfer })
    },
    words: /已删除 1 封邮件/,
  },
  {
    event: 'a folder was emptied',
    hasJunk: true,
    ready: () => screen.findByRole('button', { name: '“垃圾邮件”的操作' }),
    happens: async ({ user }) => {
      await user.click(screen.getByRole('button', { name: '“垃圾邮件”的操作' }))
      await user.click(await screen.findByRole('menuitem', { name: '清空' }))
      const dialog = within(await screen.findByRole('dialog', { name: '清空“垃圾邮件”' }))
      await user.click(dialog.getByRole('button', { name: '清空' }))
    },
    words: /^已彻底删除 1 封邮件/,
  },
  {
    event: 'long work over mail began',
    happens: async ({ user }) => {
      await user.click(await screen.findByRole('button', { name: '“收件箱”的操作' }))
      await user.click(await screen.findByRole('menuitem', { name: '导出为 .zip' }))
    },
    words: /^正在导出邮件，已完成百分之 0$/,
  },
  {
    event: 'a search is too short',
    happens: ({ user }) => user.type(screen.getByRole('combobox', { name: '搜索关键词' }), '发{Enter}'),
    words: /关键词至少 2 个字/,
  },
]

itSpeaksOf(events)

it('a listener notices a region that is shown with its words', async () => {
  const { spoken, stop } = listenToRegions()
  const late = document.createElement('p')
  late.setAttribute('role', 'status')
  late.textContent = 'Late'
  document.body.append(late)
  await waitFor(() => expect(spoken).toEqual([{ words: 'Late', isHeard: false }]))
  late.textContent = 'Heard'
  await waitFor(() => expect(spoken.at(-1)).toEqual({ words: 'Heard', isHeard: true }))
  late.remove()
  stop()
})
