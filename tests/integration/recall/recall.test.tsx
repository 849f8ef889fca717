import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TierId } from '#contract/tiers'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls, type RawValues } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const hour = 3_600_000
let gateway: TestGateway
afterEach(() => gateway.close())
afterEach(() => window.localStorage.clear())

type Language = 'zh-CN' | 'en-US'
type Prepared = { readonly id: string; readonly post: (call: string, values: RawValues) => Promise<unknown> }
type Wishes = {
  readonly to?: readonly string[]
  readonly tier?: TierId
  readonly path?: string
  readonly age?: number
  readonly language?: Language
  /** What happens before it is opened; answers the mail that is. */
  readonly prepare?: (prepared: Prepared) => Promise<string>
}

/** A mailbox with one sent mail, opened or listed. */
async function sent(wishes: Wishes = {}) {
  const { to = ['wang@ep.test'], tier = 'soho', path = '/sent/mailshow?id=ID', age = 0, language = 'zh-CN' } = wishes
  gateway = await makeTestGateway({ env: { RELAY_URL: 'smtp://127.0.0.1:9' } })
  const calls = makeCalls(gateway)
  for (const name of ['wang', 'bea']) await gateway.account(`${name}@ep.test`)
  await gateway.account('lin@ep.test', { tier })
  const session = await calls.signIn('lin@ep.test')
  const post = async (call: string, values: RawValues) => (await calls.post(call, values, { session })).json
  await post('writemail/sendMail.action', { to, subject: '合同', html: '<p>请看</p>', idempotencyKey: 'k' })
  await gateway.drain()
  const { list } = (await post('query/queryfolder2.action', { folder: 'sent' })) as { list: { id: string }[] }
  const sentId = list[0]?.id ?? ''
  const id = (await wishes.prepare?.({ id: sentId, post })) ?? sentId
  gateway.clock.advance(age)
  window.localStorage.setItem('ep_language', JSON.stringify({ value: language, expires: null }))
  return { ...(await renderApp(path.replace('ID', id), { as: 'lin', gateway })), calls }
}
async function button() {
  await screen.findAllByText('合同')
  return screen.findByRole('button', { name: '撤回' })
}

describe('a sent mail that is recalled', () => {
  it('is asked about first, then taken back, and bears what came of it', async () => {
    const { user, calls } = await sent({ to: ['wang@ep.test', 'zoe@elsewhere.example'] })
    const wang = await calls.signIn('wang@ep.test')
    await user.click(await button())
    const dialog = within(await screen.findByRole('dialog', { name: '撤回这封邮件' }))
    const own = within(await dialog.findByRole('region', { name: '可以撤回（1）' }))
    expect(own.getByText('wang@ep.test')).toBeInTheDocument()
    const external = within(dialog.getByRole('region', { name: '不能撤回：外部地址（1）' }))
    expect(external.getByText('zoe@elsewhere.example')).toBeInTheDocument()
    expect(dialog.getByText('本月还可撤回 10 次（共 10 次），本次将使用 1 次。')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: '确认撤回' }))
    expect(await dialog.findByText('撤回请求已受理，最终结果请查看系统邮件。')).toBeInTheDocument()
    await gateway.drain()
    expect(await dialog.findByRole('row', { name: 'wang@ep.test 已撤回' })).toBeInTheDocument()
    expect(dialog.getByRole('row', { name: 'zoe@elsewhere.example 外部地址，不能撤回' })).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: '关闭' }))
    expect(await screen.findByText('这封邮件已从部分收件人处撤回')).toBeInTheDocument()
    expect(await screen.findByRole('row', { name: /部分撤回.*合同/ })).toBeInTheDocument()
    const { json } = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session: wang })
    expect(json.list).toEqual([])
    expect(await button()).toHaveAccessibleDescription('这封邮件已经撤回过')
  })

  it('is recalled by keys alone, and the recipient is told where that is asked for', async () => {
    const { user, calls } = await sent()
    const action = await button()
    action.focus()
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: '撤回这封邮件' }))
    const notice = await dialog.findByRole('checkbox', { name: '通知收件人有一封邮件已被撤回' })
    notice.focus()
    await user.keyboard(' ')
    dialog.getByRole('button', { name: '确认撤回' }).focus()
    await user.keyboard('{Enter}')
    await dialog.findByText(/撤回请求已受理/)
    await gateway.drain()
    const session = await calls.signIn('wang@ep.test')
    const { json } = await calls.post('query/queryfolder2.action', { folder: 'inbox' }, { session })
    expect(json.list).toMatchObject([{ subject: 'lin 撤回了一封邮件 / recalled a message' }])
  })
})

describe('a sent mail that cannot be recalled', () => {
  const day = 24 * hour
  const usedUp = async ({ id }: { id: string }) => {
    const { id: accountId } = (await gateway.stores.accounts.byAddress('lin@ep.test')) ?? { id: '' }
    const recall = { accountId, subject: '', notice: false, mark: 'recalled', recipients: [] } as const
    const createdAt = gateway.clock.now()
    for (let n = 0; n < 10; n++)
      await gateway.stores.recalls.begin(
        { ...recall, id: `r${n}`, mailId: `m${n}`, sendId: `s${n}`, createdAt },
        { from: 0, most: 10 },
      )
    return id
  }
  const again = async ({ id, post }: Prepared) => {
    await post('recall/recallMail.action', { id })
    await gateway.drain()
    return id
  }
  const notSentHere = async () =>
    gateway.deliver('lin@ep.test', 'From: lin@ep.test\nTo: wang@ep.test\nSubject: 旧\n\nx\n', 'sent')
  const reasons: readonly (readonly [string, Wishes, string, string])[] = [
    ['for VIP users', { tier: 'free' }, '邮件撤回仅限 VIP 用户使用。', 'Mail recall is for VIP users only.'],
    ['old', { age: day + 1 }, '超过 24 小时的邮件不能撤回', 'Mail older than 24 hours cannot be recalled'],
    [
      'outside',
      { to: ['zoe@elsewhere.example'] },
      '只能撤回发往本站域名的邮件',
      'Only mail to the provider’s domains can be recalled',
    ],
    ['recalled', { prepare: again }, '这封邮件已经撤回过', 'Mail already recalled'],
    ['counted', { prepare: usedUp }, '撤回次数已用完', 'The recall count is used up'],
    ['not sent here', { prepare: notSentHere }, '这封邮件不能撤回', 'This mail cannot be recalled'],
  ]

  it.each(
    reasons.flatMap(([why, wishes, zh, en]) => [
      [why, 'zh-CN', wishes, zh] as const,
      [why, 'en-US', wishes, en] as const,
    ]),
  )('says why in words: %s, %s', async (_why, language, wishes, words) => {
    const { user } = await sent({ ...wishes, language })
    const name = language === 'zh-CN' ? '撤回' : 'Recall'
    const action = await screen.findByRole('button', { name, description: words })
    expect(action).toHaveAttribute('aria-disabled', 'true')
    await user.click(action)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(words)
    const dialog = within(screen.getByRole('dialog'))
    const paths = dialog.queryAllByRole('link').map((link) => link.getAttribute('href'))
    expect(paths).toEqual(wishes.tier === 'free' ? [expect.stringMatching(/^\/mailUpgrade\?next=%2Fsent/)] : [])
    expect(dialog.queryAllByText(/“普通（VIP 商务）”及以上|from the Soho tier on/)).toHaveLength(
      wishes.tier === 'free' ? 1 : 0,
    )
  })

  it.each([
    ['zh-CN', '邮件撤回仅限 VIP 用户使用，“普通（VIP 商务）”及以上等级可用'],
    ['en-US', 'Mail recall is for VIP users only, from the Soho tier on'],
  ] as const)('names in the menu of its row the tier that may recall, %s', async (language, words) => {
    const { user } = await sent({ path: '/sent', tier: 'free', language })
    await user.pointer({ keys: '[MouseRight]', target: await screen.findByRole('row', { name: /合同/ }) })
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getByRole('menuitem', { name: new RegExp(words) })).toHaveAttribute('aria-disabled', 'true')
    expect(menu.queryAllByRole('link')).toEqual([])
  })

  it('says in the menu of its row what is known beforehand', async () => {
    const { user } = await sent({ path: '/sent', age: 24 * hour + 1 })
    await user.pointer({ keys: '[MouseRight]', target: await screen.findByRole('row', { name: /合同/ }) })
    const item = await screen.findByRole('menuitem', { name: '撤回（超过 24 小时的邮件不能撤回）' })
    expect(item).toHaveAttribute('aria-disabled', 'true')
  })

  it('is recalled from the menu of its row where it may be', async () => {
    const { user } = await sent({ path: '/sent' })
    await user.pointer({ keys: '[MouseRight]', target: await screen.findByRole('row', { name: /合同/ }) })
    await user.click(await screen.findByRole('menuitem', { name: '撤回' }))
    expect(await screen.findByRole('dialog', { name: '撤回这封邮件' })).toBeInTheDocument()
  })

  it('says what was refused after all', async () => {
    const { user } = await sent()
    await user.click(await button())
    const confirm = await screen.findByRole('button', { name: '确认撤回' })
    gateway.clock.advance(24 * hour + 1)
    await user.click(confirm)
    expect(await screen.findByRole('alert')).toHaveTextContent('超过 24 小时的邮件不能撤回')
  })

  it('has no such button in the inbox', async () => {
    const { user } = await sent({ path: '/receive' })
    await gateway.deliver('lin@ep.test', 'From: wang@ep.test\nTo: lin@ep.test\nSubject: 来信\n\n你好\n')
    await user.click(await screen.findByRole('button', { name: '收信' }))
    await user.click(await screen.findByRole('row', { name: /来信/ }))
    expect(await screen.findByRole('button', { name: '回复' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '撤回' })).not.toBeInTheDocument()
  })
})
