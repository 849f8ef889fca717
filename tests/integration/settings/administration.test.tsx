/** An administrator changes members and reads what was done, in the settings. */
import { fireEvent, act as inOneGo, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removalPreview } from '#contract/endpoints/organization/administrationMembers'
import { openServer, renderApp, server } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'
import { openedSection } from './settingsSetup'

openServer()
let gateway: TestGateway

beforeEach(async () => {
  gateway = await makeTestGateway({ env: { MAIL_DOMAINS: 'ep.test,acme.test' } })
  const { organizations, administrators } = gateway.stores
  await organizations.add({ code: 'acme', name: '安美', tier: 'enterprise', seats: 5 })
  await organizations.addDomain('acme', 'acme.test')
  for (const name of ['lin', 'wang']) {
    const { id } = await gateway.account(`${name}@ep.test`)
    await organizations.join('acme', id)
    if (name === 'lin') await administrators.appoint(id, { organization: 'acme', by: null, now: gateway.clock.now() })
  }
})
afterEach(() => gateway.close())

const tab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))
const act = async (address: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `${address} 的操作` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const answer = async (name: string) =>
  userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name }))

it('is listed for administrators, and adds a member with a password that is made', async () => {
  const home = await renderApp('/Setting', { as: 'lin', gateway })
  expect(await home.findByRole('link', { name: /^企业管理/ })).toBeVisible()
  home.unmount()
  await openedSection(gateway, 'administration')
  expect(await screen.findByText('安美')).toBeVisible()
  expect(screen.getByText('已用 2 个，共 5 个')).toBeVisible()
  await tab('成员')
  await userEvent.click(await screen.findByRole('button', { name: '添加成员' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText('地址（@ 之前）'), { target: { value: 'chen' } })
  await userEvent.click(dialog.getByRole('button', { name: '添加成员' }))
  expect(await screen.findByText('chen@acme.test')).toBeVisible()
})

it('locks and unlocks a member, and finds it in the log', async () => {
  await openedSection(gateway, 'administration')
  await tab('成员')
  await act('wang@ep.test', '锁定')
  await answer('锁定')
  expect(await screen.findByText('已锁定')).toBeVisible()
  await act('wang@ep.test', '解锁')
  await tab('操作日志')
  const log = within(await screen.findByRole('table', { name: '操作日志' }))
  expect(await log.findByRole('row', { name: /锁定成员 wang@ep\.test/ })).toBeVisible()
  expect(log.getByRole('row', { name: /服务运营方 任命管理员 lin@ep\.test/ })).toBeVisible()
})

it('takes a press of the menu while the last dialog still goes, and keeps the row while the list is asked again', async () => {
  await openedSection(gateway, 'administration')
  await tab('成员')
  const button = await screen.findByRole('button', { name: 'wang@ep.test 的操作' })
  await act('wang@ep.test', '重设密码')
  await answer('重设密码')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act('wang@ep.test', '重设密码')
  const cancel = await within(await screen.findByRole('dialog')).findByRole('button', { name: /取\s?消/ })
  const item = screen.getByRole('menuitem', { name: '重设密码', hidden: true })
  inOneGo(() => {
    cancel.click()
    item.click()
  })
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(button).toBeInTheDocument()
})

it('says where it cannot be told what a member has, and asks again', async () => {
  await openedSection(gateway, 'administration')
  server.use(http.all(`*/${removalPreview.path}`, () => HttpResponse.error(), { once: true }))
  await tab('成员')
  await act('wang@ep.test', '移除成员')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: '重试' }))
  expect(await dialog.findByText(/^邮件 \d+ 封$/)).toBeVisible()
})

it('removes a member, whose messages another one gets', async () => {
  await gateway.deliver('wang@ep.test', 'From: a@b.test\r\nSubject: One\r\n\r\nHi\r\n')
  const calls = makeCalls(gateway)
  const session = await calls.signIn('wang@ep.test')
  await calls.post('contact/addContact.action', { name: 'San', email: 'san@corp.test' }, { session })
  const { mailboxMoves, accounts, organizations } = gateway.stores
  const { id } = await gateway.account('qian@ep.test')
  await organizations.join('acme', id)
  const account = (await accounts.byId(id)) ?? expect.fail('no account')
  const move = { account, organization: 'acme', address: 'qian@acme.test', forwards: false, total: 0 }
  expect(await mailboxMoves.begin({ ...move, now: gateway.clock.now() })).toBe('begun')
  await openedSection(gateway, 'administration')
  await tab('成员')
  await act('wang@ep.test', '移除成员')
  const dialog = within(await screen.findByRole('dialog'))
  const contents = await dialog.findByRole('list', { name: '账号里现有：' })
  expect(
    within(contents)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([...['邮件 1 封', '联系人 1 位']])
  expect(dialog.getByRole('button', { name: '移除成员' })).toHaveClass('ant-btn-dangerous')
  await answer('移除成员')
  expect(await screen.findByText('请选择接收人')).toBeVisible()
  await userEvent.click(dialog.getByRole('combobox', { name: '接收人' }))
  const options = await screen.findAllByText(/· \S+@(?:ep|acme)\.test/, { selector: '.ant-select-item-option-content' })
  expect(options.map(({ textContent }) => textContent)).toEqual([
    ...['lin · lin@ep.test', 'qian · qian@acme.test · 迁移目标', 'qian · qian@ep.test · 迁移中'],
  ])
  const [heir = expect.fail('nobody'), ...others] = options.map((option) => option.closest('.ant-select-item'))
  for (const other of others) expect(other).toHaveClass('ant-select-item-option-disabled')
  await userEvent.click(heir ?? expect.fail('no option'))
  await answer('移除成员')
  await gateway.drain()
  await tab('操作日志')
  expect(await screen.findByRole('cell', { name: '成员已移除' })).toBeVisible()
  expect(screen.getByRole('cell', { name: '移交给 lin@ep.test' })).toBeVisible()
  expect(screen.getByRole('cell', { name: '联系人 1 位' })).toBeVisible()
})

it('says so to whoever was dismissed while the page was open', async () => {
  await openedSection(gateway, 'administration')
  await tab('成员')
  const lin = await gateway.stores.accounts.byAddress('lin@ep.test')
  await gateway.stores.administrators.dismiss(lin?.id ?? '', { organization: 'acme', by: null, now: 1 })
  await tab('操作日志')
  await waitFor(() => expect(screen.getByText('不能进行这个操作')).toBeVisible())
})
