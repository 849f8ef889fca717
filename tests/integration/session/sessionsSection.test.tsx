/** Where the account is signed in, and its login history, among the settings (SPEC §3, BEHAVIOUR §15). */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openServer } from '../../support/browser/renderApp'
import { makeCalls, type Signed } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway, testPassword } from '../../support/gateway/gateway'
import { choose, openedSection } from '../settings/settingsSetup'

openServer()
let gateway: TestGateway
afterEach(() => gateway.close())

/** With a wrong password and another session beside one's own. */
async function opened() {
  gateway = await makeTestGateway()
  await gateway.account('lin@ep.test')
  const calls = makeCalls(gateway)
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0' }
  const tryFrom = async (password: string, remoteAddress: string) => {
    const form = { username: 'lin@ep.test', password }
    const { json } = await calls.post('login/loginService.action', form, { headers, remoteAddress })
    return { token: String(json.accessToken) }
  }
  await tryFrom('wrong', '198.51.100.66')
  const thief = await tryFrom(testPassword, '198.51.100.7')
  const isAlive = async (session: Signed) => (await calls.get('main/heartbeat.action', {}, { session })).status === 200
  await openedSection(gateway, 'sessions')
  return { thief, isAlive }
}

it('S18: a session is ended, and what was tried is found by its result', async () => {
  const { thief, isAlive } = await opened()
  const open = within(await screen.findByRole('region', { name: '已登录的设备' }))
  expect(await open.findByText('当前设备')).toBeVisible()
  expect(open.getByText(/198\.51\.100\.7/)).toBeVisible()
  expect(await screen.findByText('198.51.100.66')).toBeVisible()
  await choose('结果', '成功')
  await waitFor(() => expect(screen.queryByText('198.51.100.66')).toBeNull())
  fireEvent.click(open.getByLabelText('结束 Firefox · Windows 的登录'))
  expect(await open.findByText('仅在当前设备登录。')).toBeVisible()
  expect(await isAlive(thief)).toBe(false)
})

it('S18: a sign-in of somebody else leads through password, sessions, rules and forwarding', async () => {
  const { thief, isAlive } = await opened()
  fireEvent.click((await screen.findAllByLabelText(/的登录不是我$/))[1] ?? document.body)
  const lead = within(await screen.findByRole('dialog'))
  const targets = ['修改密码', '检查收信规则', '检查转发'].map((name) => lead.getByText(name).getAttribute('href'))
  expect(targets).toEqual(['password', 'rules', 'autoReply'].map((section) => `/settingPc?section=${section}`))
  fireEvent.click(lead.getByText('结束其他所有登录'))
  await lead.findByText('其他登录已全部结束')
  expect(await isAlive(thief)).toBe(false)
  fireEvent.click(lead.getByText('完成'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
