/** What a person is told above the page: that the membership ends soon, and that the mailbox is full. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import '#src/features/home/HomePage'
import '#src/features/membership/MembershipBar'
import { quotaLoaded } from '#src/store/mail/quota'
import { callsAnswered } from '../../support/browser/overMsw'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const day = 86_400_000
const end = Date.parse('2027-03-01T23:59:59.999+08:00')
let gateway: TestGateway
beforeEach(async () => {
  gateway = await makeTestGateway()
})
afterEach(() => gateway.close())

it('says in sidebar, bar and home page that a mailbox is full, with ways to make room and to get more', async () => {
  await gateway.account('lin@ep.test', { tier: 'free' })
  const { store, user } = await renderApp('/homePage', { as: 'lin', gateway })
  expect(await screen.findByText(/^已用 .*，共/)).toBeInTheDocument()
  expect(screen.queryByText(/收不到新邮件/)).toBeNull()
  const gibibyte = 1024 ** 3
  const full = { count: 1, used: 3 * gibibyte, limit: 2 * gibibyte, limitPerMail: 1 }
  await act(() => store.dispatch(quotaLoaded(full)))
  const upgrade = '/mailUpgrade?next=%2FhomePage'
  const side = within(screen.getByRole('complementary', { name: '侧栏' }))
  expect(side.getByRole('link', { name: '空间已满，收不到新邮件' })).toHaveAttribute('href', upgrade)
  const bar = within((await screen.findByText('邮箱空间已满，收不到新邮件。')).closest('p') ?? document.body)
  expect(bar.getByRole('link', { name: '清理大邮件' })).toHaveAttribute('href', '/receive?sort=size')
  expect(bar.getByRole('link', { name: '升级' })).toHaveAttribute('href', upgrade)
  // Announced by the bar alone.
  expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull()
  const page = within(screen.getByRole('main'))
  expect(page.getByRole('link', { name: '清理大邮件' })).toHaveAttribute('href', '/receive?sort=size')
  expect(page.getByRole('link', { name: '升级会员' })).toHaveAttribute('href', upgrade)
  await user.click(bar.getByRole('button', { name: '稍后' }))
  expect(screen.queryByText('邮箱空间已满，收不到新邮件。')).toBeNull()
})

it('offers no larger membership to who has the largest', async () => {
  await gateway.account('lin@ep.test', { tier: 'globalEnterprisePlus' })
  const { store } = await renderApp('/homePage', { as: 'lin', gateway })
  expect(await screen.findByText(/^已用 .*，共/)).toBeInTheDocument()
  await act(() => store.dispatch(quotaLoaded({ count: 1, used: 3, limit: 2, limitPerMail: 1 })))
  const bar = within((await screen.findByText('邮箱空间已满，收不到新邮件。')).closest('p') ?? document.body)
  expect(bar.queryByRole('link', { name: '升级' })).toBeNull()
  expect(within(screen.getByRole('main')).queryByRole('link', { name: '升级会员' })).toBeNull()
})

let asked: number

/** The app with so many days left; past the end below zero. */
async function open(days: number) {
  gateway.clock.set(end - days * day - 3_600_000)
  if ((await gateway.stores.accounts.byAddress('lin@ep.test')) === null)
    await gateway.account('lin@ep.test', { tier: 'sme', dueAt: end })
  asked = 0
  const counting: TestGateway = {
    ...gateway,
    fetch: (request) => {
      if (request.url.includes('getUserInfos')) asked += 1
      return gateway.fetch(request)
    },
  }
  const shown = await renderApp('/receive', { as: 'lin', gateway: counting })
  await screen.findByText('精英 · 2027/03/01 到期')
  return shown
}
const reminder = () => screen.queryByText('您的精英将于 2027/03/01 到期。')

it('reminds 30, 7 and 1 days before a membership ends, puts each away, and leads to the renewal', async () => {
  const early = await open(31)
  await callsAnswered()
  expect([asked, reminder()]).toEqual([0, null])
  early.unmount()
  for (const [days, later] of [
    [30, 8],
    [7, 2],
    [1, 0],
  ] as const) {
    const shown = await open(days)
    await waitFor(() => expect(reminder()).toBeInTheDocument())
    const bar = within(reminder()?.closest('p') ?? document.body)
    expect(bar.getByRole('link', { name: '续费' })).toHaveAttribute('href', '/renewal?next=%2Freceive')
    await shown.user.click(bar.getByRole('button', { name: '稍后' }))
    expect(reminder()).toBeNull()
    shown.unmount()
    const again = await open(later)
    await waitFor(() => expect(asked).toBe(1))
    await callsAnswered()
    expect(reminder()).toBeNull()
    again.unmount()
  }
})

it('says in the days of grace how many are left', async () => {
  await open(-1)
  expect(await screen.findByText('您的精英已于 2027/03/01 到期，还可使用 7 天。')).toBeInTheDocument()
})
