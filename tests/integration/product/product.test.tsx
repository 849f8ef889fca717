/** The pages about the product, for strangers and for whoever is signed in, in either language. */
import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { routeIds, routeTable } from '#contract/routes'
import { tierIds, tiers } from '#contract/tiers'
import { setWidth } from '../../support/browser/dom'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeTestGateway, testPassword } from '../../support/gateway/gateway'

openServer()

const say = {
  'zh-CN': {
    title: { pindex: /写得安心/, vipProduction: '邮箱介绍', goldMedal: '金牌会员', suixinyou: '随心邮' },
    gold: '金牌',
    goldRow: ['¥80', '¥800', '50 GB', '最多 300 位', '最多 2,000 封', '50 次', '支持', '365 天内'],
    freeRow: ['¥0', '¥0', '2 GB', '最多 50 位', '最多 200 封', '不支持', '不支持', '31 天内'],
    table: '会员等级比较',
    yours: '您的等级',
    year: '按年付 ¥800，比按月付省 ¥160',
    unknown: '没有这个会员等级',
    choose: '选择会员等级',
    signIn: '登录',
    toMail: '进入邮箱',
  },
  'en-US': {
    title: {
      pindex: /Email that keeps/,
      vipProduction: 'About the mailboxes',
      goldMedal: 'Gold membership',
      suixinyou: 'Mail by phone',
    },
    gold: 'Enterprise',
    goldRow: ['¥80', '¥800', '50 GB', 'up to 300', 'up to 2,000', '50', 'Included', '365 days'],
    freeRow: ['¥0', '¥0', '2 GB', 'up to 50', 'up to 200', 'Not included', 'Not included', '31 days'],
    table: 'The tiers compared',
    yours: 'Your tier',
    year: '¥800 a year, ¥160 less than by the month',
    unknown: 'There is no such tier',
    choose: 'Choose a tier',
    signIn: 'Sign in',
    toMail: 'Open mailbox',
  },
} as const
const pages = ['pindex', 'vipProduction', 'goldMedal', 'suixinyou'] as const

/** Addresses of links that lead to no page. */
function deadLinks(): readonly string[] {
  const built = routeIds.filter((id) => id !== 'fallback').map((id) => routeTable[id].path)
  const paths = screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace(/\?.*/, '') ?? '')
  return paths.filter((path) => !built.includes(path))
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

describe.each(['zh-CN', 'en-US'] as const)('for a stranger in %s', (language) => {
  const words = say[language]

  it('every page says what it is about, and leads on to pages that there are', async () => {
    for (const page of pages) {
      const { unmount } = await renderApp(routeTable[page].path, { language })
      await heading(words.title[page])
      expect(deadLinks()).toEqual([])
      expect(screen.getAllByRole('link', { name: words.signIn }).length).toBeGreaterThan(1)
      expect(document.body.textContent).not.toMatch(/\{\{|product:|layout:/)
      unmount()
    }
  })

  it('the tiers stand in a table of rows and columns with names, by the one list of tiers', async () => {
    await renderApp('/vipProducttion', { language })
    const table = within(await screen.findByRole('table', { name: words.table }))
    expect(table.getAllByRole('rowheader')).toHaveLength(tierIds.length)
    expect(table.getAllByRole('columnheader')).toHaveLength(9)
    const cellsOf = (name: string) =>
      within(table.getByRole('row', { name: new RegExp(`^${name} `) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cellsOf(words.gold)).toEqual(words.goldRow)
    expect(cellsOf(language === 'zh-CN' ? '免费' : 'Free')).toEqual(words.freeRow)
    expect(screen.queryByText(words.yours)).toBeNull()
  })

  it('one tier stands in full; an unknown one is said to be none, with all to choose from', async () => {
    const first = await renderApp('/particulars?tier=enterprise', { language })
    await heading(words.gold)
    expect(screen.getByText(words.year)).toBeVisible()
    expect(screen.getAllByRole('definition')).toHaveLength(6)
    expect(screen.queryAllByRole('link', { name: new RegExp(`^${words.gold}¥`) })).toEqual([])
    first.unmount()
    for (const [query, title] of [
      ['?tier=%3Cscript%3E', words.unknown],
      ['', words.choose],
    ] as const) {
      const { unmount } = await renderApp(`/particulars${query}`, { language })
      await heading(title)
      const offers = screen.getAllByRole('link').filter((link) => link.getAttribute('href')?.includes('?tier='))
      expect(offers.map((link) => link.getAttribute('href'))).toEqual(tierIds.map((id) => `/particulars?tier=${id}`))
      unmount()
    }
  })

  it('the language in which the page was served is the browser’s own from then on', async () => {
    await renderApp('/Pindex', { language })
    await heading(words.title.pindex)
    expect(JSON.parse(window.localStorage.getItem('ep_language') ?? '{}').value).toBe(language)
  })
})

it('a language that was chosen before holds, whatever language a page is served in', async () => {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: 'zh-CN', expires: null }))
  await renderApp('/Pindex', { language: 'en-US' })
  await heading(say['zh-CN'].title.pindex)
})

it('a language that was kept but not chosen gives way to that of the address', async () => {
  window.localStorage.setItem('ep_language', JSON.stringify({ value: 'zh-CN', expires: null }))
  const { unmount } = await renderApp('/Pindex?lang=en-US', { language: 'en-US' })
  await heading(say['en-US'].title.pindex)
  unmount()
  window.localStorage.setItem('ep_language', JSON.stringify({ value: 'zh-CN', expires: null }))
  window.localStorage.setItem('ep_ownLanguage', JSON.stringify({ value: true, expires: null }))
  await renderApp('/Pindex?lang=en-US', { language: 'en-US' })
  await heading(say['zh-CN'].title.pindex)
})

it('where there is no room for columns each tier is a card', async () => {
  setWidth(390)
  await renderApp('/vipProducttion')
  await heading('邮箱介绍')
  expect(screen.queryByRole('table')).toBeNull()
  const card = screen.getByRole('heading', { level: 3, name: '至尊' }).closest('li') ?? document.body
  expect(
    within(card)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toContain('¥2,000')
  expect(within(card).getAllByRole('term')).toHaveLength(8)
})

describe('for whoever is signed in', () => {
  it('the own tier is marked, and the mailbox is the way on', async () => {
    await renderApp('/vipProducttion', { as: 'lin', tier: 'sme' })
    const row = await screen.findByRole('row', { name: /^精英/ })
    expect(within(row).getByRole('rowheader')).toHaveTextContent('您的等级')
    expect(screen.getAllByText('您的等级')).toHaveLength(1)
    expect(screen.getAllByRole('link', { name: '进入邮箱' })[0]).toHaveAttribute('href', '/receive')
    expect(deadLinks()).toEqual([])
    expect(tiers.sme.fenPerMonth).toBe(4_000)
  })

  it('mail by phone says whether a phone is bound, opens the dialog, and asks again after it', async () => {
    const gateway = await makeTestGateway({ env: { SMS_NUMBER: '106900001', SMS_SECRET: 'a secret of its own' } })
    const { user } = await renderApp('/suixinyou', { as: 'lin', gateway })
    expect(await screen.findByText(/lin@ep.test 还没有绑定手机。/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: '绑定手机' }))
    expect(await screen.findByRole('dialog', { name: '绑定手机' })).toBeVisible()
    const account = await gateway.stores.accounts.byAddress('lin@ep.test')
    if (account === null) throw new Error('lin has no account')
    const { id } = account
    const now = gateway.clock.now()
    const life = { since: now - 1_000, mostTries: 5 }
    await gateway.stores.phones.ask(id, '13800000000', { code: '123456', askedAt: now }, life)
    await gateway.stores.phones.receive('13800000000', '123456', life)
    await gateway.stores.phones.confirm(id, '13800000000', { ...life, now })
    await user.click(screen.getByRole('button', { name: '以后再说' }))
    expect(await screen.findByText('lin@ep.test 已绑定手机，随心邮已开通。')).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  })

  it('mail by phone offers no binding where no number takes messages, and asks again after a failure', async () => {
    const gateway = await makeTestGateway()
    await gateway.account('lin@ep.test')
    const path = '*/webmail/login/sxyBindStatus'
    let isAway = true
    const { user } = await renderApp('/receive', { as: 'lin', gateway })
    server.use(http.get(path, () => (isAway ? Response.error() : undefined)))
    window.history.pushState(null, '', '/suixinyou')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await user.click(await screen.findByRole('button', { name: '重试' }))
    isAway = false
    await user.click(await screen.findByRole('button', { name: '重试' }))
    expect(await screen.findByText(/这里目前不提供手机绑定/)).toBeVisible()
    expect(screen.queryByRole('button', { name: '绑定手机' })).toBeNull()
  })
})

describe('the sign-in of VIP mailboxes', () => {
  it('is led to by the sign-in, shows the paid tiers beside the form, and says what an expired one may do', async () => {
    const gateway = await makeTestGateway()
    for (const [name, tier] of [
      ['vip', 'soho'],
      ['free', 'free'],
    ] as const)
      await gateway.account(`${name}@ep.test`, { tier, dueAt: gateway.clock.now() - 365 * 86_400_000 })
    const { user } = await renderApp('/login', { gateway })
    await user.click(await screen.findByRole('link', { name: 'VIP 登录' }))
    await heading('VIP 登录')
    expect(window.location.pathname).toBe('/login_vip')
    const offers = within(screen.getByRole('region', { name: 'VIP 会员等级' })).getAllByRole('link')
    expect(offers).toHaveLength(tierIds.length)
    expect(screen.queryByText(/邮件都还保留着/)).toBeNull()
    for (const name of ['vip', 'free']) {
      await user.clear(screen.getByLabelText('账号'))
      await user.type(screen.getByLabelText('账号'), `${name}@ep.test`)
      await user.clear(screen.getByLabelText('密码'))
      await user.type(screen.getByLabelText('密码'), `${testPassword}{Enter}`)
      expect(await screen.findByText('vip用户过期')).toBeVisible()
      expect(screen.getByText(/邮件都还保留着/)).toBeVisible()
      expect(screen.getByRole('link', { name: '查看各等级的价格' })).toHaveAttribute('href', '/vipProducttion')
    }
    await user.clear(screen.getByLabelText('密码'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText(/邮件都还保留着/)).toBeNull())
    await user.click(screen.getByRole('link', { name: '比较会员等级' }))
    await heading('邮箱介绍')
    const renewal = screen.getByRole('link', { name: '续费会员' })
    expect([renewal.getAttribute('href'), renewal.className]).toEqual(['/renewal', 'ep-button ep-button-primary'])
  })
})
