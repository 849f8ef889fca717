/** A member carries the mailbox to an address of the organization, in the settings (SPEC §7). */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { openedSection } from './settingsSetup'

openServer()
let gateway: TestGateway

beforeEach(async () => {
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test' } })
  const { id } = await gateway.account('lin@ep.test')
  await gateway.stores.organizations.add({ code: 'acme', name: '安美', tier: 'enterprise', seats: 2 })
  await gateway.stores.organizations.addDomain('acme', 'acme.test')
  await gateway.stores.organizations.join('acme', id)
  await gateway.deliver('lin@ep.test', 'From: a@b.test\r\nSubject: One\r\n\r\nHi\r\n')
})
afterEach(() => gateway.close())

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const answer = async (name: string) =>
  userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }))

it('shows the new address, is confirmed, and says where to sign in once it is done', async () => {
  await openedSection(gateway, 'organization')
  expect(await screen.findByText('新地址：lin@acme.test')).toBeVisible()
  await press('开始迁移')
  await answer('开始迁移')
  await gateway.drain()
  expect(await screen.findByText('邮箱已迁移到 lin@acme.test', {}, { timeout: 5_000 })).toBeVisible()
  expect(screen.getByText('请用新地址和现在的密码登录。')).toBeVisible()
  expect(screen.getByText(/^原地址的来信转发到/)).toBeVisible()
  expect(screen.queryByRole('button', { name: '开始迁移' })).toBeNull()
})

it('shows one that runs after a reload, and cancels it', async () => {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('There is no lin')
  const about = { account: lin, organization: 'acme', address: 'lin@acme.test', forwards: false, total: 4 }
  await gateway.stores.mailboxMoves.begin({ ...about, now: gateway.clock.now() })
  const [job] = await gateway.stores.mailJobs.claim({ worker: 'a', now: gateway.clock.now(), leaseMs: 60_000, most: 1 })
  await gateway.stores.mailJobs.note(job?.id ?? '', 'a', { done: 1, total: 4, position: 1 })
  await openedSection(gateway, 'organization', 'en-US')
  expect(await screen.findByRole('progressbar', { name: 'Progress of the transfer' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  )
  await press('Cancel the transfer')
  await answer('Cancel the transfer')
  expect(await screen.findByText(/^Cancelling/)).toBeVisible()
})

it('is listed and cancelled after its owner has left the organization', async () => {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('There is no lin')
  const about = { account: lin, organization: 'acme', address: 'lin@acme.test', forwards: false, total: 4 }
  await gateway.stores.mailboxMoves.begin({ ...about, now: gateway.clock.now() })
  await gateway.stores.organizations.leave('acme', lin.id)
  await gateway.drain()
  const home = await renderApp('/Setting', { as: 'lin', gateway })
  expect(await home.findByRole('link', { name: /^迁入企业邮箱/ })).toBeVisible()
  home.unmount()
  await openedSection(gateway, 'organization')
  expect(await screen.findByText('迁移到 lin@acme.test 未完成')).toBeVisible()
  expect(screen.queryByRole('button', { name: '继续迁移' })).toBeNull()
  await press('取消迁移')
  await answer('取消迁移')
  await gateway.drain()
  expect(await screen.findByText('仅企业成员可以迁移邮箱。', {}, { timeout: 5_000 })).toBeVisible()
})

it('offers nothing but cancelling where that failed halfway', async () => {
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  if (lin === null) throw new Error('There is no lin')
  const { mailboxMoves, mailJobs } = gateway.stores
  const now = gateway.clock.now()
  const about = { account: lin, organization: 'acme', address: 'lin@acme.test', forwards: false, total: 4 }
  await mailboxMoves.begin({ ...about, now })
  const [job] = await mailJobs.claim({ worker: 'a', now, leaseMs: 60_000, most: 1 })
  await mailboxMoves.resume(lin.id, 'cancelling', now)
  await mailJobs.end(job?.id ?? '', 'a', { state: 'failed', reason: 'operationFailed', at: now })
  await openedSection(gateway, 'organization')
  expect(await screen.findByText('取消迁移到 lin@acme.test 未完成')).toBeVisible()
  expect(screen.queryByRole('button', { name: '继续迁移' })).toBeNull()
  await press('取消迁移')
  await answer('取消迁移')
  await gateway.drain()
  expect(await screen.findByText('新地址：lin@acme.test', {}, { timeout: 5_000 })).toBeVisible()
})

it('says beside the domain why there can be none, and is listed for members alone', async () => {
  await gateway.stores.organizations.change('acme', { seats: 1 })
  await openedSection(gateway, 'organization')
  await press('开始迁移')
  await answer('开始迁移')
  expect(await screen.findByText('企业的席位已满')).toBeVisible()
  const home = await renderApp('/Setting', { as: 'lin', gateway })
  expect(await home.findByRole('link', { name: /^迁入企业邮箱/ })).toBeVisible()
  home.unmount()
  await gateway.stores.organizations.leave('acme', (await gateway.stores.accounts.byAddress('lin@ep.test'))?.id ?? '')
  await renderApp('/Setting', { as: 'lin', gateway })
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^登录与设备/ }).length).toBeGreaterThan(0))
  expect(screen.queryByRole('link', { name: /^迁入企业邮箱/ })).toBeNull()
})
