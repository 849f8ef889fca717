/** An administrator proves domains, sets the logo and switches policies, in the settings. */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listMembers } from '#contract/endpoints/organization/administrationMembers'
import { checkOrganizationDomain } from '#contract/endpoints/organization/domains'
import { usePolling } from '#src/store/ask'
import { mock } from '../../support/browser/overMsw'
import { openServer, server } from '../../support/browser/renderApp'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { openedSection } from './settingsSetup'

openServer()
let gateway: TestGateway

beforeEach(async () => {
  const resolve = async () => {
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  }
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test' }, resolve })
  const { organizations, administrators } = gateway.stores
  await organizations.add({ code: 'acme', name: '安美', tier: 'enterprise', seats: 5 })
  await organizations.addDomain('acme', 'acme.test')
  const { id } = await gateway.account('lin@ep.test')
  await organizations.join('acme', id)
  await administrators.appoint(id, { organization: 'acme', by: null, now: gateway.clock.now() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  return gateway.close()
})

async function tab(name: string) {
  const app = await openedSection(gateway, 'administration')
  await userEvent.click(await screen.findByRole('tab', { name }))
  return app
}

it('shows the record of a domain to copy, and says beside the field why one is not taken', async () => {
  await tab('域名')
  const field = await screen.findByLabelText('添加域名')
  const add = async (domain: string) => {
    fireEvent.change(field, { target: { value: domain } })
    await userEvent.click(screen.getByText('添加', { selector: 'button *' }))
  }
  await add('ep.test')
  await waitFor(() => expect(field).toHaveAccessibleDescription(/此域名不能添加/))
  await add('firm.example')
  const record = await screen.findByText('_ep-mail.firm.example', { exact: false })
  const line = within(record.closest('div') ?? document.body)
  await userEvent.click(line.getByRole('button', { name: '复制主机名' }))
  expect(await line.findByText('已复制')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(record.textContent)
})

it('shows that the record of a proved domain is lost, with the record to add again', async () => {
  const change = { organization: 'acme', by: null, now: gateway.clock.now() }
  const claim = { domain: 'firm.example', token: 'a', most: 9 }
  await gateway.stores.domainClaims.add(change, { ...claim, since: 0 })
  expect(await gateway.stores.domainClaims.prove(change, claim)).toBe('proved')
  await tab('域名')
  const row = (await screen.findByText('firm.example')).closest('li') ?? expect.fail('no row')
  expect(within(row).getByText('已验证')).toBeVisible()
  await userEvent.click(within(row).getByRole('button', { name: '立即检查 firm.example' }))
  expect(await within(row).findByText('验证记录已丢失')).toBeVisible()
  expect(within(row).getByText(/没有找到验证记录。域名和收信不受影响/)).toBeVisible()
  expect(within(row).getByText('ep-mail-domain=a')).toBeVisible()
  expect(within(row).getByRole('button', { name: '移除 firm.example' })).toBeEnabled()
})

it('lets no domain be removed while another one is checked', async () => {
  const change = { organization: 'acme', by: null, now: gateway.clock.now() }
  for (const domain of ['one.example', 'two.example'])
    await gateway.stores.domainClaims.add(change, { domain, token: 'a', most: 9, since: 0 })
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await tab('域名')
  await screen.findByText('_ep-mail.one.example', { exact: false })
  const { fetch } = gateway
  vi.spyOn(gateway, 'fetch').mockImplementation(async (request) => {
    if (new URL(request.url).pathname.endsWith(checkOrganizationDomain.path)) await held
    return fetch(request)
  })
  const remove = screen.getByRole('button', { name: '移除 two.example' })
  const check = screen.getByRole('button', { name: '立即检查 one.example' })
  await userEvent.click(check)
  expect(remove).toBeDisabled()
  expect(screen.getByRole('button', { name: '立即检查 two.example' })).toBeDisabled()
  expect(check).toHaveFocus()
  answer()
  await waitFor(() => expect(remove).toBeEnabled())
})

it('switches a policy with the focus kept, refuses one without a factor, and names both in the log', async () => {
  await tab('策略')
  const asks = await screen.findByRole('switch', { name: '关闭自动转发' })
  asks.focus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(asks).toBeChecked())
  expect(asks).toHaveFocus()
  await userEvent.click(screen.getByRole('switch', { name: '必须启用两步验证' }))
  expect(await screen.findByText(/^请先在“两步验证”中为自己的账号启用/)).toBeVisible()
  expect(screen.getByRole('switch', { name: '必须启用两步验证' })).not.toBeChecked()
  await userEvent.click(screen.getByRole('tab', { name: '操作日志' }))
  expect(await screen.findByRole('cell', { name: '关闭自动转发' })).toBeVisible()
})

it('sets the logo and removes it', async () => {
  const { container } = await tab('标志')
  await screen.findByText('上传标志')
  const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const input = container.querySelector('input[type=file]') ?? expect.fail('no field')
  fireEvent.change(input, { target: { files: [new File([picture], 'a.gif', { type: 'image/gif' })] } })
  await userEvent.click(await screen.findByRole('button', { name: '移除标志' }))
  expect(await screen.findByText('上传标志')).toBeVisible()
})

it('keeps the way back where the last row of a page is gone', async () => {
  const member = { id: 'm', address: 'wang@ep.test', name: 'Wang', isSelf: false, isAdministrator: false }
  const more = { state: 'active', used: 0, quota: 1, lastSignIn: null, hasFactor: false, sent: 0, removal: null }
  await openedSection(gateway, 'administration')
  server.use(mock(listMembers, { code: '200', list: [{ ...member, ...more }], next: 'c' }))
  await userEvent.click(await screen.findByRole('tab', { name: '成员' }))
  await screen.findByText('wang@ep.test')
  server.use(mock(listMembers, { code: '200', list: [], next: '' }))
  await userEvent.click(screen.getByText('下一页', { selector: 'button *' }))
  expect(await screen.findByText('没有成员')).toBeVisible()
  server.use(mock(listMembers, { code: '200', list: [{ ...member, ...more }], next: 'c' }))
  await userEvent.click(screen.getByText('上一页', { selector: 'button *' }))
  expect(await screen.findByText('wang@ep.test')).toBeVisible()
})

it('says why the only administrator stays one, and begins a quota empty', async () => {
  const { id } = await gateway.account('wang@ep.test')
  await gateway.stores.organizations.join('acme', id)
  await tab('成员')
  const act = async (address: string, action: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `${address} 的操作` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: action }))
  }
  await act('wang@ep.test', '修改容量')
  expect(await screen.findByLabelText('容量')).toHaveValue(null)
  await userEvent.keyboard('{Escape}')
  await act('lin@ep.test', '撤销管理员')
  await userEvent.click(await screen.findByRole('button', { name: '撤销管理员' }))
  expect(await screen.findByText('企业至少保留一名管理员')).toBeVisible()
})

it('asks again by turns, more rarely after a refusal, and not while nobody looks', () => {
  vi.useFakeTimers()
  const retry = vi.fn()
  const { rerender } = renderHook(({ state }) => usePolling({ state, retry }, true, 1_500), {
    initialProps: { state: 'answered' as 'answered' | 'failed' },
  })
  vi.advanceTimersByTime(1_500)
  expect(retry).toHaveBeenCalledTimes(1)
  rerender({ state: 'failed' })
  vi.advanceTimersByTime(14_999)
  expect(retry).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(retry).toHaveBeenCalledTimes(2)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.advanceTimersByTime(60_000)
  expect(retry).toHaveBeenCalledTimes(2)
})
