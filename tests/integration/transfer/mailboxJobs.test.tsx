/** All that a folder holds, over all pages: offered after all of a page, done by one request in the background, told and cancelled. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

let gateway: TestGateway
const asked: string[] = []
server.events.on('request:start', ({ request }) => {
  asked.push(new URL(request.url).pathname.replace('/webmail/', ''))
})
afterEach(() => gateway.close())

const tool = (name: string) => within(screen.getByRole('toolbar', { name: '邮件操作' })).getByRole('button', { name })

/** A folder with 52 mails, of which a page shows 50. */
async function folder(path = '/receive', into = 'inbox') {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  for (let at = 1; at <= 52; at++) await deliverPlain(gateway, 'lin', { subject: `M${at}` }, into)
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('row', { name: /主题 M52，/ })
  return app
}

async function takeWhole(user: Awaited<ReturnType<typeof folder>>['user'], name: string) {
  await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
  expect(await screen.findByText('已选中本页全部 50 封邮件。')).toBeVisible()
  await user.click(screen.getByRole('button', { name: `选择“${name}”中的全部 52 封` }))
  expect(await screen.findByText(`已选中“${name}”中的全部 52 封邮件。`)).toBeVisible()
  expect(screen.getByText('对全部邮件所做的操作无法撤销。')).toBeVisible()
  asked.length = 0
}

describe('all of a folder', () => {
  it('is deleted by one request, after a question that names the count', async () => {
    const { user } = await folder()
    await takeWhole(user, '收件箱')
    await user.click(tool('删除'))
    const dialog = await screen.findByRole('dialog', { name: '移动全部邮件' })
    expect(within(dialog).getByText(/将把 52 封邮件移到“已删除”，此操作无法撤销。/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: '全部移动' }))
    expect(await screen.findByText('已移动 52 封邮件')).toBeVisible()
    expect(await screen.findByText('收件箱是空的')).toBeVisible()
    expect(asked.filter((path) => path === 'jobs/startMailJob.action')).toHaveLength(1)
    expect(asked).not.toContain('manage/move2.action')
  })

  it('moves to a picked folder only after the same question', async () => {
    const { user } = await folder()
    await takeWhole(user, '收件箱')
    await user.click(tool('移动到'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('option', { name: '已删除' }))
    const dialog = await screen.findByRole('dialog', { name: '移动全部邮件' })
    expect(asked).not.toContain('jobs/startMailJob.action')
    await user.click(within(dialog).getByRole('button', { name: '全部移动' }))
    expect(await screen.findByText('已移动 52 封邮件')).toBeVisible()
  })

  it('is marked by one request; another choice of rows ends it', async () => {
    const { user } = await folder()
    await takeWhole(user, '收件箱')
    await user.click(tool('标记'))
    await user.click(screen.getByRole('menuitem', { name: '标为已读' }))
    expect(await screen.findByText('已标记 52 封邮件')).toBeVisible()
    expect(await screen.findByText('共 52 封，未读 0')).toBeVisible()
    expect(asked).not.toContain('manage/mark2')
    await takeWhole(user, '收件箱')
    await user.click(screen.getByRole('button', { name: '取消选择' }))
    expect(screen.queryByRole('row', { selected: true })).toBeNull()
  })

  it('is deleted for good with its whole count', async () => {
    const { user } = await folder('/rubbish', 'junk')
    await takeWhole(user, '垃圾邮件')
    await user.click(tool('彻底删除'))
    const dialog = screen.getByRole('dialog', { name: '彻底删除邮件' })
    expect(within(dialog).getByText(/52 封邮件/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: '彻底删除' }))
    expect(await screen.findByText('已彻底删除 52 封邮件')).toBeVisible()
  })
})

describe('work that runs', () => {
  it('is found again after a reload, shows how far it is, and is cancelled', async () => {
    gateway = await makeTestGateway()
    const lin = await gateway.account('lin@ep.test')
    await deliverPlain(gateway, 'lin', { subject: 'One' })
    await gateway.house.dispatcher.stop()
    await gateway.stores.mailJobs.add({
      id: 'j1',
      accountId: lin.id,
      work: { kind: 'move', target: 'deleted' },
      folder: 'inbox',
      filter: 'all',
      state: 'running',
      total: 900,
      done: 300,
      position: 300,
      reason: null,
      createdAt: gateway.clock.now(),
    })
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    const words = '正在移动邮件：300 / 900'
    expect(await screen.findByRole('progressbar', { name: words })).toHaveAttribute('value', '300')
    const work = screen.getByRole('region', { name: '正在进行的操作' })
    await user.click(within(work).getByRole('button', { name: '取消' }))
    expect(await screen.findByText('已取消，已处理 300 封邮件')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('region', { name: '正在进行的操作' })).toBeNull())
  })

  it('that is refused is said, and the selection stays', async () => {
    const { user } = await folder()
    await takeWhole(user, '收件箱')
    const refusal = { code: 'tooManyTries', msg: 'errors:tooManyTries' }
    server.use(http.post('*/webmail/jobs/startMailJob.action', () => HttpResponse.json(refusal)))
    await user.click(tool('标记'))
    await user.click(screen.getByRole('menuitem', { name: '加红旗' }))
    expect(await screen.findByText(/尝试次数过多|请稍后/)).toBeVisible()
    expect(screen.getAllByRole('row', { selected: true }).length).toBeGreaterThan(0)
  })
})
