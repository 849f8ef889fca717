import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TierId } from '#contract/tiers'
import '#src/features/recovery/DataRecoverPage'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { deliverPlain } from '../../support/mail/mailboxMails'

openServer()

const day = 86_400_000
let gateway: TestGateway
afterEach(() => gateway.close())

type Wanted = { subjects?: readonly string[]; isOn?: boolean; tier?: TierId; language?: string; from?: string }

/** A mailbox that has lost mails for good; `ID` in the address is the last one's. */
async function opened(path: string, wanted: Wanted = {}) {
  const { subjects = ['合同'], isOn = true, tier = 'soho', language = 'zh-CN', from = 'inbox' } = wanted
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  gateway = await makeTestGateway()
  const calls = makeCalls(gateway)
  await gateway.account('lin@ep.test', { tier })
  const session: Signed = await calls.signIn('lin@ep.test')
  let last = ''
  for (const subject of subjects) {
    last = await deliverPlain(gateway, 'lin', { subject, to: 'Anna <anna@ep.test>' }, from)
    await calls.post('manage/move2.action', { ids: last, target: 'deleted' }, { session })
    await calls.post('manage/remove2.action', { ids: last }, { session })
  }
  if (isOn) await calls.post('freeUp/enableRecover.action', {}, { session })
  const app = await renderApp(path.replace('ID', `gone.${last}`), { as: 'lin', gateway })
  const list = async (folder: string) =>
    (await calls.post('query/queryfolder2.action', { folder }, { session })).json.list as readonly unknown[]
  return { ...app, list }
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const toolbar = () => within(screen.getByRole('toolbar', { name: '邮件操作' }))

const words = {
  'zh-CN': {
    title: '数据恢复',
    rule: '彻底删除的邮件在 5 天内可以恢复，草稿除外。',
    enable: '开启数据恢复',
    on: /^数据恢复已开启，有效至 2026年12月21日.*（还剩 30 天）。$/,
    since: /^可以恢复 2026年11月16日.*之后彻底删除的邮件。$/,
    vipFrom: '“普通（VIP 商务）”及以上等级可用。',
    received: '恢复收到的邮件',
    sent: '恢复已发送的邮件',
    over: /^数据恢复已于 2026年12月21日.*结束/,
  },
  'en-US': {
    title: 'Data recovery',
    rule: 'Messages that were deleted forever can be recovered for 5 days, except drafts.',
    enable: 'Turn on data recovery',
    on: /^Data recovery is on until Monday, December 21, 2026.* \(30 days left\)\.$/,
    since: /^What was deleted forever after Monday, November 16, 2026.* can be recovered\.$/,
    vipFrom: 'It is available from the Soho tier on.',
    received: 'Recover received messages',
    sent: 'Recover sent messages',
    over: /^Data recovery ended on Monday, December 21, 2026/,
  },
}

describe.each(['zh-CN', 'en-US'] as const)('the page of data recovery, %s', (language) => {
  const said = words[language]

  it('says what it is, is turned on, and says until when, with the way to both lists', async () => {
    const { user } = await opened('/dataRecover', { isOn: false, language })
    expect(await screen.findByRole('heading', { name: said.title })).toBeInTheDocument()
    expect(await screen.findByText(said.rule)).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: said.enable }))
    expect(await screen.findByText(said.on)).toBeInTheDocument()
    expect(screen.getByText(said.since)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: said.received })).toHaveAttribute('href', '/recoverReceive')
    expect(screen.getByRole('link', { name: said.sent })).toHaveAttribute('href', '/recoverSent')
  })

  it('S22: shows a free account why not and from which tier on, and leads to that', async () => {
    await opened('/dataRecover', { tier: 'free', isOn: false, language })
    expect(await screen.findByText(said.vipFrom)).toBeVisible()
    const link = within(screen.getByRole('article')).getByRole('link', { name: /^(升级会员|Upgrade membership)$/ })
    expect(link).toHaveAttribute('href', '/mailUpgrade?next=%2FdataRecover')
    expect(screen.queryByRole('button', { name: said.enable })).not.toBeInTheDocument()
  })

  it('says that the days are over, and can be turned on anew', async () => {
    const { user, gateway: house } = await opened('/receive', { language })
    house.clock.advance(30 * day)
    const again = await renderApp('/dataRecover', { as: 'lin', gateway: house })
    expect(await screen.findByText(said.over)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: said.enable }))
    expect(await screen.findByRole('link', { name: said.received })).toBeInTheDocument()
    again.unmount()
  })
})

it('stands in the sidebar', async () => {
  const { user } = await opened('/receive')
  await user.click(await screen.findByRole('link', { name: '数据恢复' }))
  expect(await screen.findByRole('heading', { name: '数据恢复' })).toBeInTheDocument()
})

describe('the lists of mail that can be recovered', () => {
  it('say until when each can be, and restore what is selected in one go', async () => {
    const { user, list } = await opened('/recoverReceive', { subjects: ['合同', '报价'] })
    // Deleted at 1:30 of November 21 in this browser's zone.
    const first = await row(/可恢复至 11月26日.*合同/)
    expect(first).toHaveTextContent('可恢复至 11月26日 01:30')
    await user.click(within(first).getByRole('checkbox'))
    await user.click(within(await row(/报价/)).getByRole('checkbox'))
    expect(toolbar().queryByRole('button', { name: '移动到' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: '数据恢复' })).toHaveAttribute('aria-current', 'page')
    await user.click(toolbar().getByRole('button', { name: '恢复到原文件夹' }))
    expect(await screen.findByText('已恢复 2 封邮件')).toBeInTheDocument()
    expect(await screen.findByText('彻底删除的邮件会在这里保留 5 天。')).toBeInTheDocument()
    expect(await list('inbox')).toHaveLength(2)
  })

  it('name whom a sent mail went to', async () => {
    await opened('/recoverSent', { from: 'sent' })
    expect(await row(/收件人 Anna/)).toHaveTextContent('合同')
  })

  it('are worked by keys: one restores, one asks before it deletes for ever, one that marks says what can be done', async () => {
    const { user, list } = await opened('/recoverReceive', { subjects: ['合同', '报价'] })
    ;(await row(/报价/)).focus()
    await user.keyboard('s')
    expect(await screen.findByText('已彻底删除的邮件只能恢复或立即清除')).toBeInTheDocument()
    await user.keyboard('v')
    expect(await screen.findByText('已恢复 1 封邮件')).toBeInTheDocument()
    ;(await row(/合同/)).focus()
    await user.keyboard('{Delete}')
    const last = within(await screen.findByRole('dialog'))
    expect(last.queryByText(/天内可以恢复/)).toBeNull()
    await user.click(last.getByRole('button', { name: '立即清除' }))
    expect(await screen.findByText('已清除 1 封邮件')).toBeInTheDocument()
    expect(await screen.findByText('没有可恢复的邮件')).toBeInTheDocument()
    expect(await list('recoverReceive')).toEqual([])
    expect(await list('inbox')).toHaveLength(1)
  })

  it('offer in the menu of a row to restore or to delete for ever, and nothing else', async () => {
    const { user } = await opened('/recoverReceive')
    await user.pointer({ keys: '[MouseRight]', target: await row(/合同/) })
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['恢复到原文件夹', '立即清除'])
  })

  it.each([
    ['is not turned on', 'soho', '数据恢复未开启'],
    ['is for VIPs', 'free', '此功能仅限 VIP 用户使用，“普通（VIP 商务）”及以上等级可用'],
  ] as const)('lead to the page where recovery %s', async (_title, tier, said) => {
    await opened('/recoverReceive', { isOn: false, tier })
    expect(await screen.findByText(said)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '去数据恢复' })).toHaveAttribute('href', '/dataRecover')
  })

  it('say where a mail is gone by now, and look again', async () => {
    const { user } = await opened('/recoverReceive')
    const mail = await row(/合同/)
    await gateway.stores.removedMails?.sweep(0, 0, gateway.clock.now())
    await user.click(within(mail).getByRole('checkbox'))
    await user.click(toolbar().getByRole('button', { name: '恢复到原文件夹' }))
    expect(await screen.findByText('内容不存在或已被移走')).toBeInTheDocument()
    expect(await screen.findByText('没有可恢复的邮件')).toBeInTheDocument()
  })
})

describe('a mail that can be recovered', () => {
  it('is read without any effect, and restored', async () => {
    const { user, list } = await opened('/recoverReceive/mailshow?id=ID')
    expect(await screen.findByText(/^这封邮件已彻底删除，2026年11月26日.*之前可以恢复。$/)).toBeInTheDocument()
    for (const name of ['回复', '加红旗']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    expect(await list('recoverReceive')).toMatchObject([{ seen: false }])
    const reader = within(screen.getByRole('article'))
    await user.click(await reader.findByRole('button', { name: '恢复到原文件夹' }))
    expect(await screen.findByText('已恢复 1 封邮件')).toBeInTheDocument()
    expect(await list('inbox')).toMatchObject([{ subject: '合同', seen: false }])
  })

  it('is deleted for ever after a question', async () => {
    const { user, list } = await opened('/recoverReceive/mailshow?id=ID')
    const reader = within(await screen.findByRole('article'))
    await user.click(await reader.findByRole('button', { name: '立即清除' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '立即清除' }))
    expect(await screen.findByText('已清除 1 封邮件')).toBeInTheDocument()
    expect(await screen.findByText('没有可恢复的邮件')).toBeInTheDocument()
    expect(await list('recoverReceive')).toEqual([])
  })
})
