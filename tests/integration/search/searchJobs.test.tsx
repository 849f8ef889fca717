/** All that a search found, over all pages: done by one request at the gateway, told and cancelled like the work over a folder. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { languageChosen } from '#src/store/settings/preferences'
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

/** 51 offers in two folders, of which a page shows 50, and a mail that is none. */
async function results(path = '/search_result?keyword=offer&location=subject') {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  await deliverPlain(gateway, 'lin', { subject: 'Holiday' })
  for (let at = 1; at <= 50; at++) await deliverPlain(gateway, 'lin', { subject: `Offer ${at}` })
  await deliverPlain(gateway, 'lin', { subject: 'Offer 51' }, 'sent')
  const app = await renderApp(path, { as: 'lin', gateway })
  await screen.findByRole('row', { name: /主题 Offer 51，/ })
  return app
}

async function takeWhole(user: Awaited<ReturnType<typeof results>>['user']) {
  await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
  await user.click(await screen.findByRole('button', { name: '选择“搜索结果”中的全部 51 封' }))
  expect(await screen.findByText('已选中“搜索结果”中的全部 51 封邮件。')).toBeVisible()
  asked.length = 0
}

const offer = {
  id: 'm1',
  folder: 'inbox',
  from: { name: 'Wang', address: 'wang@example.com' },
  to: [],
  subject: 'Offer',
  preview: null,
  date: '2026-11-21 09:30:00',
  receivedAt: 1_795_224_600_000,
  sentAt: null,
  size: 900,
  seen: false,
  flagged: false,
  answered: false,
  forwarded: false,
  hasAttachment: false,
  urgent: false,
  threadId: null,
  threadCount: null,
  matches: [],
}

describe('all that a search found', () => {
  it('is deleted by one request, after a question that names the count', async () => {
    const { user } = await results()
    await takeWhole(user)
    await user.click(tool('删除'))
    const dialog = await screen.findByRole('dialog', { name: '移动全部邮件' })
    expect(within(dialog).getByText(/将把 51 封邮件移到“已删除”/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: '全部移动' }))
    expect(await screen.findByText('已移动 51 封邮件')).toBeVisible()
    expect(await screen.findByText('没有找到符合的邮件')).toBeVisible()
    expect(asked.filter((path) => path === 'jobs/startFoundJob.action')).toHaveLength(1)
    expect(asked).not.toContain('manage/move2.action')
    await user.click(screen.getByRole('link', { name: /收件箱/ }))
    expect(await screen.findByRole('row', { name: /Holiday/ })).toBeVisible()
  })

  it('is marked with the criteria that were asked, in English as well', async () => {
    const { user, store } = await results('/search_result?keyword=offer+is%3Aunread&location=subject&folder=anywhere')
    await takeWhole(user)
    store.dispatch(languageChosen('en-US'))
    await user.click(await screen.findByRole('button', { name: 'Mark' }))
    await user.click(screen.getByRole('menuitem', { name: 'Mark read' }))
    expect(await screen.findByText('51 messages marked')).toBeVisible()
    expect(await screen.findByText('No messages match')).toBeVisible()
    expect(asked).not.toContain('manage/mark2')
  })

  it('cannot be deleted for ever where it lies in several folders, and says so', async () => {
    const { user } = await results()
    await takeWhole(user)
    await user.click(tool('彻底删除'))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '彻底删除' }))
    expect(await screen.findByText('不能进行这个操作')).toBeVisible()
    expect(await screen.findByRole('row', { name: /主题 Offer 51，/ })).toBeVisible()
  })

  it('is not offered while the search goes on', async () => {
    const { user } = await results()
    let goesOn = true
    const page = { code: '200', list: [offer], total: 3, unread: null, page: 1, pageSize: 50 }
    server.use(http.post('*/webmail/query/search2.action', () => HttpResponse.json({ ...page, goesOn })))
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await screen.findByText('还在继续查找…已找到 3 封')
    await user.click(screen.getByRole('checkbox', { name: '全选本页邮件' }))
    expect(screen.queryByText('已选中本页全部 1 封邮件。')).toBeNull()
    goesOn = false
    expect(await screen.findByText('已选中本页全部 1 封邮件。')).toBeVisible()
  })

  it('cannot leave as one archive, and says what can', async () => {
    const { user } = await results()
    await takeWhole(user)
    await user.click(tool('更多'))
    await user.click(screen.getByRole('menuitem', { name: /导出/ }))
    expect(await screen.findByText(/不能一次导出全部搜索结果/)).toBeVisible()
    await waitFor(() => expect(asked).not.toContain('jobs/startExport.action'))
  })
})
